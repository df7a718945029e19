import { type Address, addressOf } from './address.ts'
import type { FormRecord } from './form.ts'
import { recordOf, textOf } from './params.ts'

/** Name, phone and address of a delivery in Stripe's form, on intents, charges and tokens. */
export interface Shipping {
  address: Address
  name: string
  phone: string | null
}

/** Returns the `shipping` parameter, or null when absent. */
export function shippingOf(params: FormRecord): Shipping | null {
  const fields = recordOf(params, 'shipping')
  if (Object.keys(fields).length === 0) return null
  return {
    address: addressOf(fields),
    name: textOf(fields, 'name') ?? '',
    phone: textOf(fields, 'phone') ?? null,
  }
}
