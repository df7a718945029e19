/**
 * Bundles the Worker once for all files of worker tests. Otherwise each file would load hundreds of modules
 * one by one from Node, which takes longer than the tests. Tests still import every module by its path; each
 * module is a view of the bundle, so there is one instance of everything.
 */
import { join } from 'node:path'
import { type BuildResult, build, type Plugin as EsbuildPlugin } from 'esbuild'
import type { Plugin } from 'vite'
import { WITHOUT_BROWSER_WORKERS, WORKER_URL } from './without-browser-workers.ts'

const BUNDLE = '\0worker-bundle'
/** No source map: it would be sent to each runtime and is larger than the code. */
const NO_MAP = { mappings: '' } as const

interface Bundled {
  code: string
  /** The code that replaces a source file, by its path. */
  views: Map<string, string>
}

/** Leaves packages and WebAssembly to Vite. */
const PACKAGES_OUT: EsbuildPlugin = {
  name: 'packages-out',
  setup({ onResolve }) {
    onResolve({ filter: /.*/ }, ({ path, kind }) => {
      if (kind === 'entry-point' || path.startsWith('/')) return null
      return !path.startsWith('.') || path.endsWith('.wasm') ? { path, external: true } : null
    })
  },
}

/** Makes each import external, so that the output has only the file's own exports. */
const IMPORTS_OUT: EsbuildPlugin = {
  name: 'imports-out',
  setup({ onResolve }) {
    onResolve({ filter: /.*/ }, ({ kind, path }) =>
      kind === 'entry-point' ? null : { path, external: true },
    )
  },
}

const OPTIONS = {
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  target: 'es2023',
  jsx: 'automatic',
  keepNames: true,
  minifyWhitespace: true,
  metafile: true,
  write: false,
} as const

async function exportsOf(file: string): Promise<string[]> {
  const { metafile } = await build({ ...OPTIONS, entryPoints: [file], plugins: [IMPORTS_OUT] })
  return Object.values(metafile.outputs)[0]?.exports ?? []
}

function viewOf(name: string, exported: readonly string[]): string {
  const named = exported.filter((each) => each !== 'default')
  return [
    `import { ${name} } from ${JSON.stringify(BUNDLE)}`,
    ...(named.length > 0 ? [`export const { ${named.join(', ')} } = ${name}`] : []),
    ...(exported.includes('default') ? [`export default ${name}.default`] : []),
  ].join('\n')
}

async function bundle(root: string, entry: string): Promise<Bundled> {
  const make = (contents: string): Promise<BuildResult<typeof OPTIONS>> =>
    build({
      ...OPTIONS,
      stdin: { contents, resolveDir: root, loader: 'ts' },
      plugins: [WITHOUT_BROWSER_WORKERS, PACKAGES_OUT],
    })
  const { metafile } = await make(`import ${JSON.stringify(join(root, entry))}`)
  const files = Object.keys(metafile.inputs)
    .filter((name) => name !== '<stdin>' && !name.startsWith(`${WORKER_URL}:`))
    .map((name) => join(root, name))
  const lines = files.map((file, index) => `export * as module${index} from ${JSON.stringify(file)}`)
  const { outputFiles } = await make(lines.join('\n'))
  const views = await Promise.all(
    files.map(async (file, index) => [file, viewOf(`module${index}`, await exportsOf(file))] as const),
  )
  return { code: outputFiles[0]?.text ?? '', views: new Map(views) }
}

/** Returns a plugin that bundles `entry` with everything it imports from this repository. */
export function bundledWorker(entry: string): Plugin {
  const root = process.cwd()
  let bundled: Promise<Bundled> | undefined
  return {
    name: 'treadline:bundled-worker',
    enforce: 'pre',
    config: () => ({
      ssr: {
        optimizeDeps: {
          rolldownOptions: {
            output: { minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } } },
          },
        },
      },
    }),
    resolveId: (id) => (id === BUNDLE ? id : null),
    async load(id) {
      bundled ??= bundle(root, entry)
      const { code, views } = await bundled
      const found = id === BUNDLE ? code : views.get(id)
      return found === undefined ? null : { code: found, map: NO_MAP }
    },
    transform: (code, id) => (id.includes('/deps_ssr/') ? { code, map: NO_MAP } : null),
  }
}
