/** The only cart store of this page, with the browser's storage, locks and API calls. Created only in a browser. */

import { readZip } from '../../identity/location/zip.store.ts'
import { SESSION_CHANGED } from '../../identity/session/signed-in.store.ts'
import { broadcastToTabs, subscribeTabs } from '../../identity/session/tab-broadcast.store.ts'
import { trackEvent } from '../../platform/analytics/events.store.ts'
import { callApi } from '../../platform/api/call-api.ts'
import { memoryStorage } from '../../platform/storage/memory-storage.ts'
import { storedText } from '../../platform/storage/stored-value.store.ts'
import { showToast } from '../../platform/ui/toast.ts'
import { CART_COUNT_CHANGED } from '../cart-badge.ts'
import { postCartForm } from '../cart-calls.ts'
import { createCartStore } from './cart.store.ts'
import { withCartLock } from './cart-lock.ts'
import type { CartStore } from './cart-ports.ts'
import { isCartKey } from './cart-storage.ts'

const probe = storedText('cart-probe')

let store: CartStore | null = null

/** Returns the cart store; creates it at the first call, which also sends pending mutations. */
export function getCartStore(): CartStore {
  store ??= createStore()
  return store
}

function createStore(): CartStore {
  const cart = createCartStore({
    post(fields) {
      // The first addition brings what the shopper has typed on another page, so that the cart need not ask again.
      if (fields.action !== 'add' || cart.get().view?.zip) return postCartForm(fields)
      const zip = readZip()
      return postCartForm(zip ? { ...fields, zip } : fields)
    },
    pull: () => callApi('/api/ext/cart'),
    async connect(asGuest) {
      const answer = await callApi(`/api/cart/create?token=${asGuest ? '&as=guest' : ''}`, {})
      return answer.ok ? 200 : answer.code
    },
    // Where storage is forbidden or full, the cart lasts as long as the page.
    storage: probe.save('') && probe.clear() ? localStorage : memoryStorage(),
    withLock: withCartLock,
    after(ms, act) {
      const timer = setTimeout(act, ms)
      return () => clearTimeout(timer)
    },
    now: Date.now,
    newId: () => crypto.randomUUID().slice(0, 18),
    isOnline: () => navigator.onLine,
    publishCount(count) {
      broadcastToTabs(count)
      document.dispatchEvent(new Event(CART_COUNT_CHANGED))
    },
    reportRefusal: (message) => showToast({ message, type: 'error' }),
    trackRemoval: ({ sku, qty }) => trackEvent({ kind: 'remove', sku, qty }),
  })
  addEventListener('storage', ({ key }) => {
    if (isCartKey(key)) cart.readStored()
  })
  // The customer of the cart may have signed out.
  document.addEventListener(SESSION_CHANGED, () => cart.readStored())
  addEventListener('online', () => void cart.flush())
  addEventListener('pagehide', cart.sendBeforeUnload)
  subscribeTabs(() => void cart.sync({ forced: true }))
  void cart.flush()
  return cart
}
