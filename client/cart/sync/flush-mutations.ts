/** What a page does with the wishes that wait, before the cart becomes another one. Light: the store comes when needed. */
import { hasWishes } from './cart-storage.ts'

/** Sends what was wished of the cart a moment ago; without a connection it stays written down. */
export async function sendWishes(): Promise<void> {
  const storage = keptHere()
  if (!storage || !hasWishes(storage) || !navigator.onLine) return
  await import('./browser-cart.store.ts')
    .then(({ shopCart }) => shopCart().flush({ now: true }))
    .catch(() => {})
}

/** Storage may be forbidden. */
export function keptHere(): Storage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}
