import { cloudflare } from '@cloudflare/vite-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunkName } from './scripts/chunk-name.ts'
import { movedVars } from './scripts/local-vars.ts'
import { readPort } from './scripts/ports.ts'
import { reloadPages } from './scripts/reload-pages.ts'

/**
 * Runs React's hot-reload preamble before any component. Other apps inline these lines in index.html; the
 * shop has no index.html and its security policy refuses inline scripts, so the preamble is the first import
 * of each browser entry.
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
  // Part of every page-cache key: a new build never serves cached pages that name the files of an old build.
  // No page is cached during development.
  define: { __BUILD_ID__: JSON.stringify(command === 'serve' ? 'developing' : Date.now().toString(36)) },
  plugins: [
    refreshPreamble(),
    reloadPages(),
    react(),
    // Another PORT moves the addresses of the shop and of the sandbox, as with `npm start`.
    cloudflare(command === 'serve' ? { config: movedVars(readPort()) } : {}),
  ],
  environments: {
    // Uploaded beside the Worker's modules, and never served.
    treadline: { build: { sourcemap: true } },
    client: {
      build: {
        // The Worker reads this file through its assets binding to find the hashed names.
        manifest: 'manifest.json',
        outDir: 'dist/client',
        rollupOptions: {
          // Rules have no side effects: a page leaves out the rules that it never calls.
          treeshake: { moduleSideEffects: [{ test: /\/schema\//, sideEffects: false }] },
          input: ['client/entry-pages.tsx', 'client/entry-app.tsx', 'client/app/site.css'],
          output: {
            // The first script lists every chunk that may be loaded later, so chunk names are short.
            chunkFileNames: ({ name }) => `assets/${chunkName(name)}-[hash:7].js`,
            // Small files that are always loaded together compress better as one.
            codeSplitting: {
              groups: [
                {
                  // What the first script shares with others.
                  name: 'shared',
                  test: /vite\/preload-helper|schema\/platform\/notification\.ts|client\/(cart\/cart-badge|catalog\/(compare\/compare-key|vehicle\/saved-vehicle-key)\.store|identity\/session\/(tab-broadcast\.store|signed-in\.store|account-link)|platform\/(ui\/toast|create-element|storage\/stored-value\.store|analytics\/events\.store))\.(ts|js)$/,
                  includeDependenciesRecursively: false,
                },
                {
                  name: 'react',
                  test: /node_modules\/(react|react-dom|scheduler)\/|client\/platform\/islands\/dialog-root\.ts$/,
                },
                {
                  name: 'api',
                  test: /client\/(platform\/api\/(call-api|reconnect)|cart\/cart-calls)\.ts$/,
                  includeDependenciesRecursively: false,
                },
                {
                  name: 'notice',
                  test: /client\/(platform\/islands\/flash-notice|identity\/session\/navigation-guard)\.store\.ts$|schema\/platform\/shop-phone\.ts$/,
                  includeDependenciesRecursively: false,
                },
                {
                  name: 'fitment',
                  test: /schema\/catalog\/(vehicle\/(vehicle|fitment)|sizes\/(tire-size|speed-symbol))\.ts$|client\/(catalog\/vehicle\/saved-vehicle|platform\/storage\/stored-value-changes)\.store\.ts$/,
                  includeDependenciesRecursively: false,
                },
                {
                  name: 'location',
                  test: /client\/(identity\/(location\/(zip|zip-key|location)|session\/last-user)|platform\/storage\/string-record)\.store\.ts$/,
                  includeDependenciesRecursively: false,
                },
                { name: 'format', test: /schema\/platform\/(count|money)\.ts$/ },
                { name: 'ui', test: /client\/(platform\/ui\/[\w-]+|cart\/offline-note)\.tsx$/ },
                {
                  name: 'sign-in',
                  test: /client\/identity\/(sign-in\/sign-in-form|social\/social-links)\.tsx$/,
                  includeDependenciesRecursively: false,
                },
                {
                  name: 'cart-store',
                  test: /client\/(cart\/sync\/cart-(storage|lock)|platform\/storage\/memory-storage)\.ts$/,
                  // The first script needs stored values too, but nothing of the cart.
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
