/** A chosen option of a cart or order line. */
import * as v from 'valibot'

/** Labels, e.g. `Valve stems` and `Metal`. */
export const CHOICE = v.object({ label: v.string(), value: v.string() })
export type Choice = v.InferOutput<typeof CHOICE>
