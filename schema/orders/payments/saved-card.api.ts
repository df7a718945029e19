/** A customer's card that the provider stores. */
import * as v from 'valibot'

export const STORED_CARD = v.object({
  id: v.string(),
  brand: v.string(),
  last4: v.string(),
  /** `12/2027`. */
  expires: v.string(),
})
export type StoredCard = v.InferOutput<typeof STORED_CARD>
