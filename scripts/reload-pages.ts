/** Reloads pages when a file is saved under `npm run dev`. */
import type { Plugin } from 'vite'

/**
 * Reloads the Worker's modules and the page when a file of the Worker is saved. The Worker caches parts of
 * pages in its modules, so all of them are loaded again and nothing rendered by the old code remains.
 */
export function reloadPages(): Plugin {
  return {
    name: 'treadline:reload-pages',
    apply: 'serve',
    hotUpdate({ file, modules, server }) {
      if (this.environment.name === 'client' || modules.length === 0) return
      this.environment.hot.send({ type: 'full-reload' })
      const { client } = server.environments
      // Hot reload replaces modules that the browser runs too.
      const isServerRendered =
        /\/(worker|schema)\//.test(file) || !client.moduleGraph.getModulesByFile(file)?.size
      if (isServerRendered) client.hot.send({ type: 'full-reload' })
      return []
    },
  }
}
