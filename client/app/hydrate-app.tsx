/** Hydrates the app in the page that the server rendered. */
import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { setSessionPorts } from '../identity/session/session-ports.ts'
import { browserLoaders } from './page-loaders.ts'
import { createAppRouter } from './router.tsx'
import { syncSessionAcrossTabs } from './session-sync.ts'

// When the page is idle: no feature of the page needs this before.
const whenIdle = window.requestIdleCallback ?? setTimeout
whenIdle(() =>
  import('../content/analytics/events.ts').then(({ initAnalytics }) => initAnalytics()).catch(() => {}),
)

setSessionPorts(() => import('./session-end.ts'))

const mount = document.getElementById('app')
if (mount) {
  const router = createAppRouter({ context: { loaders: browserLoaders } })
  // Each navigation loads a page, so the browser scrolls by itself; the router would scroll to the top after each
  // reload of its data. Set at creation, this option would also turn off the scroll restoration of the browser.
  router.update({ ...router.options, scrollRestoration: () => false })
  // A transition is hydrated in short steps, between which the phone handles touches.
  startTransition(() => {
    hydrateRoot(
      mount,
      <StrictMode>
        <RouterClient router={router} />
      </StrictMode>,
    )
  })
  syncSessionAcrossTabs(() => void router.invalidate())
}
// The app has the header and footer of content pages; both work without this script.
whenIdle(() => import('./site-chrome.ts').then(({ initSiteChrome }) => initSiteChrome()).catch(() => {}))
