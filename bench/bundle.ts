/** Bundles the bench Worker: the shop with the probes, and the plain listing with its own stand-ins. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { WITHOUT_BROWSER_WORKERS } from '../scripts/without-browser-workers.ts'

const OPTIONS = {
  bundle: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  conditions: ['workerd', 'worker', 'browser'],
  // csv-parse names the module without `node:`; wrangler resolves both.
  alias: { stream: 'node:stream' },
  define: { 'process.env.NODE_ENV': '"production"', 'import.meta.env.SSR': 'true' },
  logLevel: 'warning',
  write: false,
} satisfies BuildOptions

/** WebAssembly, which workerd compiles; it is not bundled. */
const WASM = ['@resvg/resvg-wasm/index_bg.wasm', '@phi-ag/argon2/argon2.wasm']
const EXTERNAL = ['cloudflare:*', 'node:*', ...WASM]

type Module = { path: string } & (
  | { type: 'ESModule'; contents: string }
  | { type: 'CompiledWasm'; contents: Uint8Array<ArrayBuffer> }
)

/** Replaces imports of `from` by `to`. */
function swap(from: string, to: string): Plugin {
  const name = from.slice(from.lastIndexOf('/') + 1).replace('.', '\\.')
  return {
    name: `swap ${from}`,
    setup(build) {
      build.onResolve({ filter: new RegExp(`/${name}$`) }, ({ path, resolveDir }) =>
        resolve(resolveDir, path) === resolve(from) ? { path: resolve(to) } : undefined,
      )
    },
  }
}

async function bundle(entry: string, options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    ...OPTIONS,
    ...options,
    plugins: [WITHOUT_BROWSER_WORKERS, ...(options.plugins ?? [])],
    entryPoints: [entry],
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

/** Returns a Worker without WebAssembly as one script. */
export function bundleScript(entry: string): Promise<string> {
  return bundle(entry, { external: EXTERNAL })
}

/** Returns the modules of the bench Worker, the entry first. */
export async function bundleBench(): Promise<Module[]> {
  const worker = await bundle('bench/worker/bench-worker.ts', {
    external: [...EXTERNAL, './baseline-listing.tsx'],
  })
  const plain = await bundle('bench/worker/baseline-listing.tsx', {
    external: EXTERNAL,
    plugins: [
      swap('worker/platform/cache/cached-markup.tsx', 'bench/worker/baseline-cached-markup.tsx'),
      swap('client/platform/islands/island.tsx', 'bench/worker/baseline-island.tsx'),
    ],
  })
  return [
    { type: 'ESModule', path: 'bench-worker.js', contents: worker },
    { type: 'ESModule', path: 'baseline-listing.tsx', contents: plain },
    ...WASM.map((path) => ({
      type: 'CompiledWasm' as const,
      path,
      contents: new Uint8Array(readFileSync(fileURLToPath(import.meta.resolve(path)))),
    })),
  ]
}
