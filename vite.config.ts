import { cloudflare } from '@cloudflare/vite-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { reloadPages } from './scripts/reload-pages.ts'

/**
 * React's hot reload wants a few lines to run before any component. They usually stand inline in index.html, which the
 * shop has none of and whose policy would refuse them; here they are the first import of each browser entry.
 */
function refreshPreamble(): Plugin {
  const id = '/@refresh-preamble'
  return {
    name: 'treadline:refresh-preamble',
    apply: 'serve',
    resolveId: (source) => (source === id ? id : null),
    load: (source) =>
      source === id ? `import '/@vite/client';${react.preambleCode.replace('__BASE__', '/')}` : null,
    transform: (code, file) => (/\/client\/entry-\w+\.tsx$/.test(file) ? `import '${id}';${code}` : null),
  }
}

export default defineConfig(({ command }) => ({
  // Part of every page-cache key: a new build never answers with pages that name the files of an old one. No
  // page is cached during development.
  define: { __BUILD_ID__: JSON.stringify(command === 'serve' ? 'developing' : Date.now().toString(36)) },
  plugins: [refreshPreamble(), reloadPages(), react(), cloudflare()],
  environments: {
    client: {
      build: {
        // The Worker reads this file through its assets binding to learn the hashed names.
        manifest: 'manifest.json',
        outDir: 'dist/client',
        rollupOptions: {
          // Rules are pure: a page does not load those that it never calls.
          treeshake: { moduleSideEffects: [{ test: /\/schema\//, sideEffects: false }] },
          input: ['client/entry-pages.tsx', 'client/entry-app.tsx', 'client/app/site.css'],
          output: {
            // The first script names every chunk that may follow, so names are short.
            chunkFileNames: ({ name }) => `assets/${name.replace(/\.\w+$/, '').slice(0, 9)}-[hash:7].js`,
            // Small files that are always wanted together compress better as one.
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
                {
                  name: 'api',
                  test: /client\/platform\/api\/(call-api|reconnect)\.ts$/,
                  includeDependenciesRecursively: false,
                },
                { name: 'ui', test: /client\/platform\/ui\/[\w-]+\.tsx$/ },
                {
                  name: 'sign-in',
                  test: /client\/identity\/(sign-in\/sign-in-form|social\/social-links)\.tsx$/,
                  includeDependenciesRecursively: false,
                },
                {
                  name: 'cart-store',
                  test: /client\/(cart\/sync\/cart-(storage|lock)|platform\/storage\/memory-storage)\.ts$/,
                  // The first script needs stored values too, and nothing of the cart.
                  includeDependenciesRecursively: false,
                },
              ],
            },
          },
        },
      },
    },
  },
}))
