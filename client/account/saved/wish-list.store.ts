/**
 * The wish list in this browser: that of a guest, or a copy of the customer's. Saved with every change, reloaded by the
 * shopper's other tabs, cleared at the sign-out.
 */
import * as v from 'valibot'
import { WISH_LIST_MAX } from '../../../schema/account/saved/wish-list.ts'
import { SKU_MAX } from '../../../schema/catalog/product/product.ts'
import { storedValue } from '../../platform/storage/stored-value.store.ts'

export const WISH_LIST_KEY = 'wish-list'
const SKU = v.pipe(v.string(), v.nonEmpty(), v.maxLength(SKU_MAX))
const WISH_LIST_STATE = v.object({
  /** The owner: a guest's list is merged at the sign-in, the copy of a customer's is deleted with the session. */
  of: v.picklist(['guest', 'customer']),
  skus: v.pipe(v.array(SKU), v.maxLength(WISH_LIST_MAX)),
})
export type WishListState = Readonly<v.InferOutput<typeof WISH_LIST_STATE>>

export const EMPTY_WISH_LIST: WishListState = { of: 'guest', skus: [] }

const stored = storedValue(WISH_LIST_KEY, v.parser(v.fallback(WISH_LIST_STATE, EMPTY_WISH_LIST)))

/** Returns the stored list; an empty guest's list when nothing valid is stored. */
export const readWishList = stored.read

/** Saves the list and returns whether the browser has stored it. */
export function saveWishList(list: WishListState): boolean {
  return list.skus.length === 0 && list.of === 'guest' ? stored.clear() : stored.save(list)
}
