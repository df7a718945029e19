/** The lines of a postal address, as orders, invoices, labels and mails show them. */
import type { ApiAddress } from '../../schema/identity/location/address.ts'
import { extraLines } from '../../schema/identity/location/extra-fields.ts'

/** Returns the lines of an address in the United States; the state has its two letters, as carriers ask for. */
export function addressLines(address: ApiAddress): string[] {
  const { firstname, lastname, street, city, regionCode, region, postcode } = address
  const extras = extraLines(address)
  return [
    `${firstname} ${lastname}`,
    ...extras.below,
    ...street,
    `${city}, ${regionCode || region} ${postcode}`,
    ...extras.end,
  ].filter((line) => line.trim() !== '')
}
