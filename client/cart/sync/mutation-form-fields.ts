/** A mutation as the fields of the cart's form endpoint (schema/cart/cart-form.api.ts), under its name and that of its cart. */
import type { CartFormFields } from '../../../schema/cart/cart-form.api.ts'
import type { PendingMutation } from './cart-storage.ts'

export function toFormFields({ id, cart, wish }: PendingMutation): CartFormFields {
  const named = { mutation: id, cart }
  switch (wish.kind) {
    case 'add':
      return { ...wish.fields, ...named, action: 'add', sku: wish.fields.sku ?? '' }
    case 'qty':
      return { ...named, action: 'set', item_id: String(wish.itemId), qty: String(wish.qty) }
    case 'remove':
      return { ...named, action: 'remove', item_id: String(wish.itemId) }
    case 'coupon':
      return { ...named, action: 'coupon', coupon: wish.code }
    case 'coupon-off':
      return { ...named, action: 'coupon-remove' }
    case 'zip':
      return { ...named, action: 'zip', zip: wish.zip }
  }
}
