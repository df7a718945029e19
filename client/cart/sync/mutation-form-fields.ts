/** Converts a mutation to the fields of the cart's form endpoint (schema/cart/cart-form.api.ts). */
import type { CartFormFields } from '../../../schema/cart/cart-form.api.ts'
import type { PendingMutation } from './cart-storage.ts'

/** Returns the fields with the id of the mutation and the token of its cart. */
export function toFormFields({ id, cart, wish }: PendingMutation): CartFormFields {
  const ids = { mutation: id, cart }
  switch (wish.kind) {
    case 'add':
      return { ...wish.fields, ...ids, action: 'add', sku: wish.fields.sku ?? '' }
    case 'qty':
      return { ...ids, action: 'set', item_id: String(wish.itemId), qty: String(wish.qty) }
    case 'remove':
      return { ...ids, action: 'remove', item_id: String(wish.itemId) }
    case 'coupon':
      return { ...ids, action: 'coupon', coupon: wish.code }
    case 'coupon-off':
      return { ...ids, action: 'coupon-remove' }
    case 'zip':
      return { ...ids, action: 'zip', zip: wish.zip }
    case 'form':
      return { ...wish.fields, ...ids }
  }
}
