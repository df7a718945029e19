/** The forms of registrations (H14t). */
import * as v from 'valibot'
import { isOrderNumber } from '../../orders/order.ts'
import { numberText } from '../../platform/forms/number-text.ts'
import { CHANGE_KEY } from '../changes/change.api.ts'
import { REGISTRATION_ID } from './registration-record.ts'

const ORDER = v.pipe(v.string(), v.check(isOrderNumber))
/** The page of the order's TINs, or the packing table or sale that the form is on. */
const RETURN = v.optional(v.pipe(v.string(), v.regex(/^\/staff\/[\w\-/?=]*$/)))
const COUNT = numberText(4)
/** Most registrations of one file. */
const IDS_MAX = 2_000

export const REGISTRATION_FORM = v.variant('action', [
  v.object({
    ...{ action: v.literal('tin'), id: REGISTRATION_ID, order: ORDER, key: CHANGE_KEY, return: RETURN },
    ...{ tin: v.pipe(v.string(), v.maxLength(40)), tires: COUNT },
  }),
  /** The form with the TINs is in the parcel, or in the buyer's hand. */
  v.object({ action: v.literal('form'), order: ORDER, key: CHANGE_KEY, return: RETURN }),
  v.object({
    action: v.literal('file'),
    ids: v.pipe(
      v.string(),
      v.transform((text) => text.split(',')),
      v.array(REGISTRATION_ID),
      v.maxLength(IDS_MAX),
    ),
    key: CHANGE_KEY,
  }),
])
export type RegistrationForm = v.InferOutput<typeof REGISTRATION_FORM>

export const REGISTRATION_MESSAGES = {
  tin: 'A TIN has 7 to 13 letters and digits. It ends with the week and year the tire was made, such as 2325.',
  added: 'TIN saved.',
  removed: 'TIN removed.',
  given: 'Saved: the form goes with the tires. We’ll email the buyer a copy.',
  nothing: 'There’s nothing to register.',
} as const
