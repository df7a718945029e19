/**
 * Registers the service worker and says when there is no connection. Loaded when the page rests; without it
 * every page works as long as there is a connection.
 */

import { paths } from '../../schema/paths.ts'
import { OFFLINE_HASH, OFFLINE_PATH } from '../../schema/platform/offline/offline.ts'
import { OPEN_MINI_CART } from '../cart/open-mini-cart.ts'
import { NETWORK_MESSAGES } from '../platform/api/call-api.ts'
import { hydrateIsland } from '../platform/islands/hydration.ts'
import { trustedScriptUrl } from '../platform/trusted-types.ts'
import { showToast } from '../platform/ui/toast.ts'
import { reloadWhenReachable } from './reload-when-reachable.ts'

const sayOffline = () => showToast({ type: 'warning', message: NETWORK_MESSAGES.offline })

/** Home stands for a page that was asked for and could not be had. */
function onHash(): void {
  if (location.hash !== OFFLINE_HASH) return
  history.replaceState(history.state, '', location.pathname + location.search)
  sayOffline()
}

/** These words stand in for the cart's own page, which has no drawer: then the drawer shows the cart as it is stored. */
async function showStoredCart(): Promise<void> {
  const drawer = document.querySelector<HTMLElement>('[data-island="mini-cart"]')
  if (!drawer || location.pathname !== paths.cart) return
  await hydrateIsland(drawer)
  document.dispatchEvent(new Event(OPEN_MINI_CART))
}

async function register(): Promise<void> {
  const { serviceWorker } = navigator
  // `vite dev` has no built files to keep.
  if (!serviceWorker || import.meta.env.DEV) return
  await serviceWorker.register(trustedScriptUrl('/service-worker.js'))
  const { active } = await serviceWorker.ready
  active?.postMessage('prefetch')
}

/** The page about the connection has an address of its own, too, where nothing else is to come. */
function isInPlaceOfAnotherPage(): boolean {
  const isOwnAddress = location.pathname.startsWith(OFFLINE_PATH)
  return !isOwnAddress && document.querySelector('[data-asked-again]') !== null
}

export function initConnectionStatus(): void {
  onHash()
  showStoredCart().catch(() => {})
  addEventListener('offline', sayOffline)
  if (isInPlaceOfAnotherPage()) void reloadWhenReachable()
  // Private windows and full disks refuse: the shop works without.
  register().catch(() => {})
}
