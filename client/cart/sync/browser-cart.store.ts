/** The one cart store of this page, on the browser's storage, locks and calls. Made in a browser only. */

import { SESSION_CHANGED } from '../../identity/session/signed-in.store.ts'
import { broadcastToTabs, subscribeTabs } from '../../identity/session/tab-broadcast.store.ts'
import { trackEvent } from '../../platform/analytics/events.store.ts'
import { callApi, NETWORK_ERROR } from '../../platform/api/call-api.ts'
import { memoryStorage } from '../../platform/storage/memory-storage.ts'
import { storedText } from '../../platform/storage/stored-value.store.ts'
import { CART_COUNT_CHANGED } from '../cart-badge.ts'
import { postCartForm, readCart } from '../cart-calls.ts'
import { openCartStore } from './cart.store.ts'
import { withCartLock } from './cart-lock.ts'
import type { CartStore } from './cart-ports.ts'
import { isCartKey } from './cart-storage.ts'

const probe = storedText('cart-probe')

let store: CartStore | null = null

export function getCartStore(): CartStore {
  store ??= makeCart()
  return store
}

function makeCart(): CartStore {
  const cart = openCartStore({
    post: postCartForm,
    pull: () =>
      readCart().then(
        (value) => ({ ok: true, value }),
        (error: Error) => ({
          ...{ ok: false, message: '', result: null },
          code: error.message === 'offline' ? NETWORK_ERROR : 500,
        }),
      ),
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
    trackRemoval: ({ sku, qty }) => trackEvent({ kind: 'remove', sku, qty }),
  })
  addEventListener('storage', ({ key }) => {
    if (isCartKey(key)) cart.readStored()
  })
  // The customer whose cart it was may have left.
  document.addEventListener(SESSION_CHANGED, () => cart.readStored())
  addEventListener('online', () => void cart.flush())
  addEventListener('pagehide', cart.sendBeforeUnload)
  subscribeTabs(() => void cart.sync({ forced: true }))
  void cart.flush()
  return cart
}
