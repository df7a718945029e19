/**
 * The wish list in this browser: a guest's own, or the copy of a customer's. Saved with every change, read anew by the
 * shopper's other tabs, cleared at the sign-out.
 */
import * as v from 'valibot'
import { WISH_LIST_MAX } from '../../../schema/account/saved/wish-list.ts'
import { SKU_MAX } from '../../../schema/catalog/product/product.ts'
import { storedValue } from '../../platform/storage/stored-value.store.ts'

export const WISH_LIST_KEY = 'wish-list'
const SKU = v.pipe(v.string(), v.nonEmpty(), v.maxLength(SKU_MAX))
const WISHES = v.object({
  /** Whose list it is: a guest's is taken along at the sign-in, a customer's copy ends with the session. */
  of: v.picklist(['guest', 'customer']),
  skus: v.pipe(v.array(SKU), v.maxLength(WISH_LIST_MAX)),
})
export type WishListState = Readonly<v.InferOutput<typeof WISHES>>

export const EMPTY_WISH_LIST: WishListState = { of: 'guest', skus: [] }

const stored = storedValue(WISH_LIST_KEY, v.parser(v.fallback(WISHES, EMPTY_WISH_LIST)))

/** Returns what is stored; an empty guest's list when nothing readable is. */
export const readWishList = stored.read

/** Returns whether the browser has stored the list. */
export function saveWishList(wishes: WishListState): boolean {
  return wishes.skus.length === 0 && wishes.of === 'guest' ? stored.clear() : stored.save(wishes)
}
