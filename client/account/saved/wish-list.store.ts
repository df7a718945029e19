/**
 * The wish list in this browser: a guest's own, or the copy of a customer's. Saved with every
 * change, told to the shopper's other tabs, gone at the sign-out.
 */
import * as v from 'valibot'
import { WISH_LIST_MAX } from '../../../schema/account/saved/wish-list.ts'
import { SKU_MAX } from '../../../schema/catalog/product/product.ts'

const KEY = 'wish-list'
const SKU = v.pipe(v.string(), v.nonEmpty(), v.maxLength(SKU_MAX))
const WISHES = v.object({
  /** Whose list it is: a guest's is taken along at the sign-in, a customer's copy ends with the session. */
  of: v.picklist(['guest', 'customer']),
  skus: v.pipe(v.array(SKU), v.maxLength(WISH_LIST_MAX)),
})
export type WishListState = Readonly<v.InferOutput<typeof WISHES>>

export const EMPTY_WISH_LIST: WishListState = { of: 'guest', skus: [] }

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What is stored; an empty guest's list when nothing readable is. */
export function readWishList(storage: TextStorage | null): WishListState {
  try {
    const read = v.safeParse(WISHES, JSON.parse(storage?.getItem(KEY) ?? 'null'))
    return read.success ? read.output : EMPTY_WISH_LIST
  } catch {
    return EMPTY_WISH_LIST
  }
}

/** False when the browser keeps nothing. */
export function saveWishList(storage: TextStorage | null, wishes: WishListState): boolean {
  try {
    if (!storage) return false
    if (wishes.skus.length === 0 && wishes.of === 'guest') storage.removeItem(KEY)
    else storage.setItem(KEY, JSON.stringify(wishes))
    return true
  } catch {
    return false
  }
}

/** Subscribes to changes made in the shopper's other tabs. */
export function subscribeWishList(listener: () => void): void {
  addEventListener('storage', ({ key }) => {
    // Without a key everything was cleared.
    if (key === KEY || key === null) listener()
  })
}
