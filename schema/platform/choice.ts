/** What a shopper chose beside the product itself. */
import * as v from 'valibot'

/** In words, e.g. `Valve stems` and `Metal`. */
export const CHOICE = v.object({ label: v.string(), value: v.string() })
export type Choice = v.InferOutput<typeof CHOICE>
