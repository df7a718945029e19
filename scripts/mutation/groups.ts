/** The rules that mutation tests break, by subject. The tests of a group are those beside its modules. */
export const GROUPS: Readonly<Record<string, readonly string[]>> = {
  money: [
    'platform/money',
    'catalog/price/price',
    'catalog/product/price-update',
    'cart/totals/fee',
    'cart/totals/tax',
    'cart/coupon/coupon',
    'cart/totals/shipping',
    'cart/totals/totals',
    'checkout/placement/reported-total',
  ],
  stock: [
    'catalog/product/stock',
    'catalog/product/line-component',
    'catalog/product/max-units',
    'cart/stock/cart-stock',
    'cart/stock/cart-stock-sync',
  ],
  cart: [
    'cart/cart',
    'cart/cart-configuration',
    'cart/cart-error',
    'cart/cart-item',
    'cart/sync/cart-merge',
    'cart/sync/cart-record',
    'cart/cart-notice',
    'cart/abandoned/abandoned-cart',
    'cart/sync/processed-mutations',
    'cart/sync/cart-sync',
    'cart/cart-record-migration',
    'cart/cart-format',
    'cart/sync/client-cart',
    'identity/session/quote-id',
  ],
  checkout: [
    'checkout/checkout',
    'checkout/checkout-form-fields',
    'checkout/checkout-prefill',
    'orders/payment',
    'catalog/price/installment-offer',
    'orders/payment-format',
    'orders/order',
    'checkout/placement/order-addresses',
    'orders/life/order-lifecycle',
    'orders/status/order-format',
    'orders/status/guest-order',
    'platform/shop-calendar',
    'orders/purchase-unit',
  ],
  session: [
    'identity/session/token-refresh-lock',
    'identity/sign-in/password',
    'identity/sign-in/new-password',
    'identity/sign-in/email-change',
    'platform/human-code',
  ],
}

/** Number of a module's mutants that a test detected, that no test detected, and that were not tested. */
export interface Score {
  killed: number
  survived: number
  /** Code that runs once when the module loads (decision 165). */
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
