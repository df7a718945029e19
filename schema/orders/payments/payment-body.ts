/** Fields that the bodies of several payment calls have. */
import * as v from 'valibot'

/** A text of at most 300 characters; empty for another value. */
export const TEXT_FIELD = v.fallback(v.pipe(v.string(), v.trim(), v.maxLength(300)), '')

/** The id of a cart as the API's clients send it; empty for another value. */
export const CART_ID_FIELD = v.fallback(
  v.pipe(
    v.union([v.string(), v.number()]),
    v.transform((id) => String(id).trim()),
    v.maxLength(64),
  ),
  '',
)
