/** POST /cart/form/: every change of a cart as a plain form. Asked for JSON, it answers what stands here. */
import type { CartNotice } from '../domain/cart-notice.ts'
import type { CartView } from './cart.ts'

export const CART_ACTIONS = ['add', 'set', 'remove', 'coupon', 'coupon-remove', 'zip'] as const
export type CartAction = (typeof CART_ACTIONS)[number]

/** The fields of the form by action; all are text. */
export type CartFormFields =
  | { action: 'add'; sku: string; qty?: string; return?: string }
  | { action: 'set'; item_id: string; qty: string }
  | { action: 'remove'; item_id: string }
  | { action: 'coupon'; coupon: string }
  | { action: 'coupon-remove' }
  | { action: 'zip'; zip: string }

export interface CartFormResult {
  /** Tires in the cart. */
  count: number
  /** The words for the shopper. */
  message: string
  notice: CartNotice
  view: CartView
}
