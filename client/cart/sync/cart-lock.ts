/** One act on this browser's cart at a time, over all its tabs: a change, or a sign-in, which makes it another cart. */

const LOCK = 'cart'
let last: Promise<unknown> = Promise.resolve()

/** Where there are no locks, one act of this page at a time. */
export function withCartLock<T>(act: () => Promise<T>): Promise<T> {
  const { locks } = navigator as Partial<Navigator>
  if (locks) return locks.request(LOCK, act) as Promise<T>
  const turn = last.then(act, act)
  last = turn
  return turn
}
