/** Hydrates the app in the page that the server rendered. */
import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { browserLoaders } from './app/page-loaders.ts'
import { createAppRouter } from './app/router.tsx'
import { syncSessionAcrossTabs } from './app/session-sync.ts'
import { setSessionPorts } from './identity/session/session-ports.ts'

// When the page is idle: no feature of the page needs this before.
const whenIdle = window.requestIdleCallback ?? setTimeout
whenIdle(() =>
  import('./content/analytics/events.ts').then(({ initAnalytics }) => initAnalytics()).catch(() => {}),
)

setSessionPorts(() => import('./app/session-end.ts'))

const mount = document.getElementById('app')
if (mount) {
  const router = createAppRouter({ context: { loaders: browserLoaders } })
  // Each navigation loads a page, so the browser scrolls by itself; the router would scroll to the top after each
  // reload of its data. Set at creation, this option would also turn off the scroll restoration of the browser.
  router.update({ ...router.options, scrollRestoration: () => false })
  hydrateRoot(
    mount,
    <StrictMode>
      <RouterClient router={router} />
    </StrictMode>,
  )
  syncSessionAcrossTabs(() => void router.invalidate())
}
// The app has the header and footer of content pages; both work without this script.
whenIdle(() => import('./app/site-chrome.ts').then(({ initSiteChrome }) => initSiteChrome()).catch(() => {}))
