/** The forms that make a set, break it up, and put it together again (H14). Money is typed in dollars. */
import * as v from 'valibot'
import { SKU_MAX } from '../../catalog/product/product.ts'
import { parseDollars, plainNumber } from '../../platform/money.ts'
import { CHANGE_KEY } from '../changes/change.api.ts'
import { skuSpellings } from '../print/unit-link.ts'

/** Tires that an address may name; a set has four at most. */
const MAX_NAMED = 12
const SKU = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(SKU_MAX))
const WHY = v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(200))

export const SET_FORM = v.variant('action', [
  v.object({
    action: v.literal('make'),
    /** One field is a text, several are a list. */
    sku: v.pipe(
      v.union([v.string(), v.array(v.string())]),
      v.transform((skus) => [...new Set([skus].flat())]),
      v.array(SKU),
      v.maxLength(MAX_NAMED),
    ),
    price: v.pipe(v.string(), v.maxLength(20)),
    bin: v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(300)),
    why: WHY,
    key: CHANGE_KEY,
  }),
  v.object({ action: v.literal('break'), sku: SKU, why: WHY, key: CHANGE_KEY }),
  v.object({ action: v.picklist(['undo-make', 'undo-break']), sku: SKU, key: CHANGE_KEY }),
])
export type SetForm = v.InferOutput<typeof SET_FORM>

/** Returns typed dollars in cents; `null` for a text that is no price. */
export function parsePrice(typed: string): number | null {
  return parseDollars(plainNumber(typed))
}

/** Returns the skus that the parameters of an address name: `A B` of a link, or one parameter for each checkbox. */
export function readNamedSkus(named: readonly string[]): string[] {
  const skus = named.flatMap((text) => text.split(/[\s,]+/))
  return [...new Set(skus.map((sku) => skuSpellings(sku).at(-1) ?? '').filter(Boolean))].slice(0, MAX_NAMED)
}
