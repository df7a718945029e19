/** A customer's card that the provider stores. */
import * as v from 'valibot'

export const SAVED_CARD = v.object({
  id: v.string(),
  brand: v.string(),
  last4: v.string(),
  /** `12/2027`. */
  expires: v.string(),
})
export type SavedCardView = v.InferOutput<typeof SAVED_CARD>
