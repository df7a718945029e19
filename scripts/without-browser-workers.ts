/**
 * An esbuild plugin for bundles of the Worker. Vite replaces an import such as `./resize.worker.ts?worker&url` by the address of a
 * browser's worker; esbuild does not know such imports, and no server code calls what uses the address.
 */
import type { Plugin } from 'esbuild'

/** Name of the inputs in esbuild's metafile that the plugin made. */
export const WORKER_URL = 'worker-url'

export const WITHOUT_BROWSER_WORKERS: Plugin = {
  name: 'without browser workers',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\?worker&url$/ }, ({ path }) => ({ path, namespace: WORKER_URL }))
    onLoad({ filter: /.*/, namespace: WORKER_URL }, () => ({ contents: 'export default ""' }))
  },
}
