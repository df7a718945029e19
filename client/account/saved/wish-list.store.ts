/**
 * The wish list in this browser (spec §4 "Wishlist"): a guest's own, or the copy of a customer's. Saved with every
 * change, told to the shopper's other tabs, gone at the sign-out.
 */
import * as v from 'valibot'
import { WISH_MOST } from '../../../schema/account/saved/wish-list.ts'
import { SKU_MAX } from '../../../schema/catalog/product/product.ts'

const KEY = 'wish-list'
const SKU = v.pipe(v.string(), v.nonEmpty(), v.maxLength(SKU_MAX))
const WISHES = v.object({
  /** Whose list it is: a guest's is taken along at the sign-in, a customer's copy ends with the session. */
  of: v.picklist(['guest', 'customer']),
  skus: v.pipe(v.array(SKU), v.maxLength(WISH_MOST)),
})
export type Wishes = Readonly<v.InferOutput<typeof WISHES>>

export const NO_WISHES: Wishes = { of: 'guest', skus: [] }

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What is kept; an empty guest's list when nothing readable is. */
export function readWishes(storage: Kept | null): Wishes {
  try {
    const read = v.safeParse(WISHES, JSON.parse(storage?.getItem(KEY) ?? 'null'))
    return read.success ? read.output : NO_WISHES
  } catch {
    return NO_WISHES
  }
}

/** False when the browser keeps nothing. */
export function keepWishes(storage: Kept | null, wishes: Wishes): boolean {
  try {
    if (!storage) return false
    if (wishes.skus.length === 0 && wishes.of === 'guest') storage.removeItem(KEY)
    else storage.setItem(KEY, JSON.stringify(wishes))
    return true
  } catch {
    return false
  }
}

/** Hears of changes made in the shopper's other tabs. */
export function subscribeWishes(listener: () => void): void {
  addEventListener('storage', ({ key }) => {
    // Without a key everything was cleared.
    if (key === KEY || key === null) listener()
  })
}
