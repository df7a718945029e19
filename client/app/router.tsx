/** The router of the app pages (cart, checkout, thank-you): one per request on the server, one per page in the browser. */
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { LoadError } from './load-error.tsx'
import type { AppContext } from './page-loaders.ts'
import { routeTree } from './routes.tsx'

/** Creates the router; `nonce` allows its inline scripts, `history` replaces the browser's own on the server. */
export function createAppRouter(options: { nonce?: string; context: AppContext; history?: RouterHistory }) {
  return createRouter({
    // A failed loader shows the shop's own error page.
    defaultErrorComponent: LoadError,
    routeTree,
    context: options.context,
    trailingSlash: 'always',
    // A cart is never shown from memory: another tab, an order or the time may have changed it.
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
