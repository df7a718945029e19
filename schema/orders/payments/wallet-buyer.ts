/**
 * The buyer of an express payment (H13h), as a wallet names them. The rules of the checkout's fields validate the values.
 */
import * as v from 'valibot'
import { TEXT_FIELD } from './payment-body.ts'

/** The destination that a wallet shows before the buyer approves: without name and street. */
export const WALLET_DESTINATION = v.object({
  city: TEXT_FIELD,
  /** Code or name of the state. */
  state: TEXT_FIELD,
  postalCode: TEXT_FIELD,
  country: TEXT_FIELD,
})
export type WalletDestination = v.InferOutput<typeof WALLET_DESTINATION>

export const WALLET_BUYER = v.object({
  /** First and last name in one text. */
  name: TEXT_FIELD,
  email: TEXT_FIELD,
  phone: TEXT_FIELD,
  address: v.object({ ...WALLET_DESTINATION.entries, line1: TEXT_FIELD, line2: TEXT_FIELD }),
})
export type WalletBuyer = v.InferOutput<typeof WALLET_BUYER>
