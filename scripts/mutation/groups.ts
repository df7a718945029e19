/** Which rules are broken on purpose, by what they are about. A group's tests are the ones beside its modules. */
export const GROUPS: Readonly<Record<string, readonly string[]>> = {
  money: ['money', 'price', 'fresh-price', 'fee', 'tax', 'coupon', 'shipping', 'totals', 'answered-total'],
  stock: ['stock', 'line-part', 'most-units', 'cart-stock', 'cart-line-stock'],
  cart: [
    ...['cart', 'cart-choice', 'cart-failure', 'cart-item', 'cart-join', 'cart-keeping', 'cart-notice'],
    ...['cart-reminder', 'cart-seen', 'cart-sync', 'cart-upgrade', 'cart-words', 'client-cart', 'quote-id'],
  ],
  checkout: [
    ...['checkout', 'checkout-fields', 'checkout-prefill', 'payment', 'payment-offer', 'payment-words'],
    ...['order', 'order-addresses', 'order-life', 'order-words', 'guest-order', 'delivery', 'purchase-unit'],
  ],
  session: ['token-lock', 'password', 'new-password', 'email-change', 'readable-code'],
}

/** How many of a module's mutants there were and how many a test noticed. */
export interface Score {
  killed: number
  survived: number
  /** Read once as the module loads, so not tried (decision 165). */
  untried: number
}

export const percentOf = ({ killed, survived }: Score): string =>
  killed + survived === 0 ? '–' : ((100 * killed) / (killed + survived)).toFixed(1)

export function sumOf(scores: Iterable<Score>): Score {
  const sum = { killed: 0, survived: 0, untried: 0 }
  for (const { killed, survived, untried } of scores) {
    sum.killed += killed
    sum.survived += survived
    sum.untried += untried
  }
  return sum
}
