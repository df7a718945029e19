/** What a saved file does to a shop that `npm run dev` runs. */
import type { Plugin } from 'vite'

/**
 * Pages are made by the Worker, which keeps pieces of them in the memory of its modules. When a file that it uses is
 * saved, all its modules begin anew, so that nothing made by the old code is left; then the browser asks for the page again.
 */
export function reloadPages(): Plugin {
  return {
    name: 'treadline:reload-pages',
    apply: 'serve',
    hotUpdate({ file, modules, server }) {
      if (this.environment.name === 'client' || modules.length === 0) return
      this.environment.hot.send({ type: 'full-reload' })
      const { client } = server.environments
      // What the browser runs as well is exchanged there by hot reload.
      const isOfPages = /\/(worker|schema)\//.test(file) || !client.moduleGraph.getModulesByFile(file)?.size
      if (isOfPages) client.hot.send({ type: 'full-reload' })
      return []
    },
  }
}
