import type { FormRecord } from './form.ts'
import { recordOf, textOf } from './params.ts'

/** An address in Stripe's form: every key exists, null without a value. */
export interface Address {
  city: string | null
  country: string | null
  line1: string | null
  line2: string | null
  postal_code: string | null
  state: string | null
}

/** Returns the `address` of a delivery or of a card's owner. */
export function addressOf(fields: FormRecord): Address {
  const address = recordOf(fields, 'address')
  return {
    city: textOf(address, 'city') ?? null,
    country: textOf(address, 'country') ?? null,
    line1: textOf(address, 'line1') ?? null,
    line2: textOf(address, 'line2') ?? null,
    postal_code: textOf(address, 'postal_code') ?? null,
    state: textOf(address, 'state') ?? null,
  }
}
