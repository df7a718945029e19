/** What staff do with the account of a customer (H14k): they look at it, sign it out, export its data, or erase it. */
import * as v from 'valibot'
import { CHANGE_KEY } from '../changes/change.api.ts'

const OF_CUSTOMER = {
  customer: v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/)),
  key: CHANGE_KEY,
}

export const STAFF_CUSTOMER_FORM = v.variant('action', [
  v.object({ action: v.literal('end-sessions'), ...OF_CUSTOMER }),
  v.object({ action: v.literal('export'), ...OF_CUSTOMER }),
  v.object({
    action: v.literal('view-account'),
    ...OF_CUSTOMER,
    why: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), ''),
  }),
  v.object({
    action: v.literal('erase'),
    ...OF_CUSTOMER,
    /** The email address of the account, typed again. */
    email: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.maxLength(254)),
  }),
])
export type StaffCustomerForm = v.InferOutput<typeof STAFF_CUSTOMER_FORM>

export const STAFF_CUSTOMER_MESSAGES = {
  signedOut: 'Signed out everywhere.',
  erased: 'Erased. Orders stay without name and address, as tax law requires.',
  notTheirs: 'That isn’t the email address of this account, so nothing was erased.',
  gone: 'This account was deleted.',
} as const
