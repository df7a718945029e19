/** A mutex for this browser's cart over all its tabs: for mutations, and for a sign-in, which replaces the cart. */

const LOCK = 'cart'
let last: Promise<unknown> = Promise.resolve()

/** Runs `act` when no other call holds the lock. Without the Web Locks API the lock covers only this page. */
export function withCartLock<T>(act: () => Promise<T>): Promise<T> {
  const { locks } = navigator as Partial<Navigator>
  if (locks) return locks.request(LOCK, act) as Promise<T>
  const result = last.then(act, act)
  last = result
  return result
}
