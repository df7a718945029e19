/** Brings the app to life in the page that the server rendered. */
import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { browserLoaders } from './app/page-loaders.ts'
import { createAppRouter } from './app/router.tsx'
import { syncSessionAcrossTabs } from './app/session-sync.ts'
import { setSessionPorts } from './identity/session/session-ports.ts'

// When the page rests: nothing on it waits for this.
const whenIdle = window.requestIdleCallback ?? setTimeout
whenIdle(() =>
  import('./content/analytics/events.ts').then(({ initAnalytics }) => initAnalytics()).catch(() => {}),
)

setSessionPorts(() => import('./app/session-work.ts'))

const mount = document.getElementById('app')
if (mount) {
  const router = createAppRouter({ context: { reads: browserLoaders } })
  // Every way to another page is a load, so the browser scrolls. The router would go to the top whenever it reads anew; as
  // an option of its creation this would turn off the browser's own restoring.
  router.update({ ...router.options, scrollRestoration: () => false })
  hydrateRoot(
    mount,
    <StrictMode>
      <RouterClient router={router} />
    </StrictMode>,
  )
  syncSessionAcrossTabs(() => void router.invalidate())
}
// Around the app stand the same header and footer; both work without this.
whenIdle(() => import('./app/site-chrome.ts').then(({ initSiteChrome }) => initSiteChrome()).catch(() => {}))
