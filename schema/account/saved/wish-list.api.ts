/** A customer's wish list, newest first. */
import * as v from 'valibot'
import { SKU_MAX } from '../../catalog/product/product.ts'
import { boundedList } from '../../platform/list.ts'
import { WISH_LIST_MAX } from './wish-list.ts'

const sku = v.pipe(v.string(), v.nonEmpty(), v.maxLength(SKU_MAX))
const skus = boundedList(sku, WISH_LIST_MAX)

/** POST /api/ext/wish-list: the skus to add, newest first, and the skus to remove. */
export const WISH_LIST_CHANGE = v.object({ add: v.optional(skus, []), remove: v.optional(skus, []) })
export type WishListChange = v.InferInput<typeof WISH_LIST_CHANGE>

/** The result of GET and POST. */
export const WISH_LIST = v.object({ items: v.array(v.object({ sku: v.string(), qty: v.literal(1) })) })
export type WishList = v.InferOutput<typeof WISH_LIST>
