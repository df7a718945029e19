/** A customer's own record as clients of the API change it: six fields and nothing else. */
import type { Context } from 'hono'
import * as v from 'valibot'
import { findRegion, parseWireAddress } from '../../schema/identity/location/address.ts'
import {
  type AddressChange,
  CUSTOMER_MESSAGES,
  type Customer,
  normalizeDefaults,
  type ProfileChange,
  parseCustomerAddress,
  profileMessage,
  unknownAttributeMessage,
} from '../../schema/identity/sign-in/customer.ts'
import type { UserChanges } from '../../schema/identity/sign-in/user.api.ts'
import { cleanPhone } from '../../schema/platform/forms/field.ts'
import type { AppEnv } from '../env.ts'
import { allRegions } from '../identity/location/region.sql.ts'
import { resolveZip } from '../identity/location/resolve-zip.ts'
import {
  type EmailChangeRequester,
  type EmailRefusal,
  refuseEmail,
  requestEmailConfirmation,
} from '../identity/sign-in/change-email.ts'
import { replaceAddresses, updateCustomer } from '../identity/sign-in/customer.sql.ts'
import { enqueueOutbox } from '../platform/mail/outbox.sql.ts'

export type ProfileResult =
  /** `asked`: a new address waits for its mailbox. */
  | { ok: true; asked: boolean }
  | EmailRefusal
  /** 403: an address of somebody else was named. 400: a rule was broken. */
  | { ok: false; code: 400 | 403; message: string }

/** What clients may change, out of a body; whatever else stands there is not read. */
export function profileChange(given: UserChanges): Omit<ProfileChange, 'addresses'> {
  const { firstname, lastname, email } = given
  const telephone = given.custom_attributes?.find(({ attribute_code: code }) => code === 'telephone')?.value
  const isFirstLogin = given.extension_attributes?.is_first_login
  return {
    ...(typeof firstname === 'string' ? { firstname: firstname.trim() } : {}),
    ...(typeof lastname === 'string' ? { lastname: lastname.trim() } : {}),
    ...(typeof email === 'string' ? { email: email.trim().toLowerCase() } : {}),
    ...(typeof telephone === 'string' || typeof telephone === 'number'
      ? { telephone: cleanPhone(String(telephone)) }
      : {}),
    ...(isFirstLogin === undefined || isFirstLogin === null ? {} : { isFirstLogin: isYes(isFirstLogin) }),
  }
}

/** Validates and writes a change. A new e-mail waits for its confirmation; the rest is written at once. */
export async function updateProfile(
  c: Context<AppEnv>,
  customer: Customer,
  given: UserChanges,
  asker: EmailChangeRequester,
): Promise<ProfileResult> {
  const { DB, OUTBOX } = c.env
  const now = Date.now()
  const { email = customer.email, ...change } = profileChange(given)
  const message =
    unknownAttributeMessage(given.custom_attributes ?? []) ?? profileMessage({ ...change, email })
  if (message !== null) return { ok: false, code: 400, message }
  const book = given.addresses ? await readAddresses(DB, given.addresses, customer) : null
  if (book && !book.ok) return book
  const asked = email !== customer.email
  const refusal = asked ? await refuseEmail(c, customer, { ...asker, email }, now) : null
  if (refusal) return refusal
  const asking = asked ? requestEmailConfirmation(c, customer, email, now) : []
  const results = await DB.batch([
    ...asking,
    updateCustomer(DB, customer.id, change, now),
    ...(book ? replaceAddresses(DB, customer.id, book.addresses) : []),
  ])
  await enqueueOutbox(OUTBOX, results.slice(0, asking.length))
  return { ok: true, asked }
}

/** Reads a list of addresses; `customer` is `null` for one who is only just registering. */
export async function readAddresses(
  db: D1Database,
  given: readonly Record<string, unknown>[],
  customer: Customer | null,
): Promise<{ ok: true; addresses: AddressChange[] } | (ProfileResult & { ok: false })> {
  const regions = await allRegions(db)
  const addresses: AddressChange[] = []
  for (const one of given) {
    const id = idOf(one.id)
    const owner = idOf(one.customer_id)
    const isTheirs =
      (id === null || customer?.addresses.some((address) => address.id === id)) &&
      (owner === null || owner === customer?.id)
    const wire = parseWireAddress(one)
    if (!isTheirs || !wire) return { ok: false, code: 403, message: CUSTOMER_MESSAGES.addressUnknown }
    const region = findRegion(regions, wire)
    const { check: zip } = await resolveZip(db, {
      postcode: wire.postcode,
      regionCode: region?.code ?? null,
    })
    const about = {
      id,
      defaultShipping: isYes(one.default_shipping),
      defaultBilling: isYes(one.default_billing),
    }
    const read = parseCustomerAddress(wire, about, { regions, zip })
    if (!read.ok) return { ok: false, code: 400, message: read.message }
    addresses.push(read.address)
  }
  return { ok: true, addresses: normalizeDefaults(addresses) }
}

const ID = v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.safeInteger())

/** `null` for none; a text that is no number is nobody's id. */
function idOf(value: unknown): number | null {
  if (value === undefined || value === null || value === '') return null
  const parsed = v.safeParse(ID, value)
  return parsed.success ? parsed.output : -1
}

function isYes(value: unknown): boolean {
  return value === true || value === 1 || value === '1' || value === 'true'
}
