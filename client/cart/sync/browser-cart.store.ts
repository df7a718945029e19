/** The one cart store of this page, on the browser's storage, locks and calls. Made in a browser only. */
import { browserReads, NO_ANSWER, postCartForm, send } from '../../call.ts'
import { SESSION_CHANGED } from '../../identity/session/signed-in.store.ts'
import { emit } from '../../platform/analytics/events.store.ts'
import { openCartStore } from './cart.store.ts'
import { announceCart, CART_COUNTED, subscribeCart } from './cart-broadcast.store.ts'
import { alone } from './cart-lock.ts'
import type { CartStore } from './cart-ports.ts'
import { type CartStorage, isCartKey, memoryStorage } from './cart-storage.ts'

const PROBE = 'cart-probe'

let store: CartStore | null = null

export function shopCart(): CartStore {
  store ??= makeCart()
  return store
}

function makeCart(): CartStore {
  const cart = openCartStore({
    post: postCartForm,
    pull: () =>
      browserReads.cart().then(
        (value) => ({ ok: true, value }),
        (error: Error) => ({
          ...{ ok: false, message: '', result: null },
          code: error.message === 'offline' ? NO_ANSWER : 500,
        }),
      ),
    async connect(asGuest) {
      const answer = await send(`/api/cart/create?token=${asGuest ? '&as=guest' : ''}`, {})
      return answer.ok ? 200 : answer.code
    },
    kept: keptBy(),
    alone,
    after(ms, act) {
      const timer = setTimeout(act, ms)
      return () => clearTimeout(timer)
    },
    now: Date.now,
    newId: () => crypto.randomUUID().slice(0, 18),
    isOnline: () => navigator.onLine,
    announce(count) {
      announceCart(count)
      document.dispatchEvent(new Event(CART_COUNTED))
    },
    removed: ({ sku, qty }) => emit({ kind: 'remove', sku, qty }),
  })
  addEventListener('storage', ({ key }) => {
    if (isCartKey(key)) cart.heard()
  })
  // The customer whose cart it was may have left.
  document.addEventListener(SESSION_CHANGED, () => cart.heard())
  addEventListener('online', () => void cart.flush())
  addEventListener('pagehide', cart.leave)
  subscribeCart(() => void cart.sync({ forced: true }))
  void cart.flush()
  return cart
}

function keptBy(): CartStorage {
  try {
    localStorage.setItem(PROBE, '')
    localStorage.removeItem(PROBE)
    return localStorage
  } catch {
    // Forbidden or full: what this page remembers goes with it.
    return memoryStorage()
  }
}
