/**
 * Registers the service worker and shows a message when the connection is lost. Loaded when the page is idle; with
 * a connection every page works without this file.
 */

import { paths } from '../../schema/paths.ts'
import { OFFLINE_HASH, OFFLINE_PATH } from '../../schema/platform/offline/offline.ts'
import { OPEN_MINI_CART } from '../cart/open-mini-cart.ts'
import { NETWORK_MESSAGES } from '../platform/api/call-api.ts'
import { hydrateIsland } from '../platform/islands/hydration.ts'
import { trustedScriptUrl } from '../platform/trusted-types.ts'
import { showToast } from '../platform/ui/toast.ts'
import { reloadWhenReachable } from './reload-when-reachable.ts'

const showOfflineToast = () => showToast({ type: 'warning', message: NETWORK_MESSAGES.offline })

/** Shows the offline message where the service worker has redirected to Home because the requested page was not cached. */
function reportOfflineRedirect(): void {
  if (location.hash !== OFFLINE_HASH) return
  history.replaceState(history.state, '', location.pathname + location.search)
  showOfflineToast()
}

/** Opens the mini-cart with the stored cart where the offline page replaced the cart page. The cart page has no mini-cart. */
async function showStoredCart(): Promise<void> {
  const drawer = document.querySelector<HTMLElement>('[data-island="mini-cart"]')
  if (!drawer || location.pathname !== paths.cart) return
  await hydrateIsland(drawer)
  document.dispatchEvent(new Event(OPEN_MINI_CART))
}

async function register(): Promise<void> {
  const { serviceWorker } = navigator
  // `vite dev` has no built files to cache.
  if (!serviceWorker || import.meta.env.DEV) return
  await serviceWorker.register(trustedScriptUrl('/service-worker.js'))
  const { active } = await serviceWorker.ready
  active?.postMessage('prefetch')
}

/** Checks whether the offline page is shown at the address of another page; at its own address there is nothing to reload. */
function replacesAnotherPage(): boolean {
  const isOwnAddress = location.pathname.startsWith(OFFLINE_PATH)
  return !isOwnAddress && document.querySelector('[data-asked-again]') !== null
}

/** Starts all of this; called once per page. */
export function initConnectionStatus(): void {
  reportOfflineRedirect()
  showStoredCart().catch(() => {})
  addEventListener('offline', showOfflineToast)
  if (replacesAnotherPage()) void reloadWhenReachable()
  // Private windows and full disks reject the registration: the shop works without a service worker.
  register().catch(() => {})
}
