/** The router of the app pages (cart, checkout, thank-you): one per request on the server, one per page in the browser. */
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { LoadError } from './load-error.tsx'
import type { PageLoaders } from './page-loaders.ts'
import { routeTree } from './routes.tsx'

/** What every loader finds. It is never sent to the browser. */
interface AppContext {
  reads: PageLoaders
}

export function createAppRouter(options: { nonce?: string; context: AppContext; history?: RouterHistory }) {
  return createRouter({
    // What a loader could not read is said in the shop's own words, wherever it happened.
    defaultErrorComponent: LoadError,
    routeTree,
    context: options.context,
    trailingSlash: 'always',
    // A cart is never shown from memory: another tab, a sale or a clock may have changed it.
    defaultStaleTime: 0,
    defaultPreload: false,
    ...(options.nonce === undefined ? {} : { ssr: { nonce: options.nonce } }),
    ...(options.history === undefined ? {} : { history: options.history }),
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
