/** Changes of a customer's record by API clients and by the profile form: six fields and nothing else. */
import type { Context } from 'hono'
import * as v from 'valibot'
import { findRegion, parseApiAddress } from '../../schema/identity/location/address.ts'
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
import { normalizePhone } from '../../schema/platform/forms/field.ts'
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
  /** `isEmailPending`: the new e-mail address waits for its confirmation. */
  | { ok: true; isEmailPending: boolean }
  | EmailRefusal
  /** 403: an address of another customer was named. 400: a field is invalid. */
  | { ok: false; code: 400 | 403; message: string }

/** Returns the fields of a body that clients may change. */
export function profileChange(body: UserChanges): Omit<ProfileChange, 'addresses'> {
  const { firstname, lastname, email } = body
  const telephone = body.custom_attributes?.find(({ attribute_code: code }) => code === 'telephone')?.value
  const isFirstLogin = body.extension_attributes?.is_first_login
  return {
    ...(typeof firstname === 'string' ? { firstname: firstname.trim() } : {}),
    ...(typeof lastname === 'string' ? { lastname: lastname.trim() } : {}),
    ...(typeof email === 'string' ? { email: email.trim().toLowerCase() } : {}),
    ...(typeof telephone === 'string' || typeof telephone === 'number'
      ? { telephone: normalizePhone(String(telephone)) }
      : {}),
    ...(isFirstLogin === undefined || isFirstLogin === null ? {} : { isFirstLogin: isTrue(isFirstLogin) }),
  }
}

/** Validates and writes a change. A new e-mail address waits for its confirmation; the other fields are written at once. */
export async function updateProfile(
  c: Context<AppEnv>,
  customer: Customer,
  body: UserChanges,
  requester: EmailChangeRequester,
): Promise<ProfileResult> {
  const { DB, OUTBOX } = c.env
  const now = Date.now()
  const { email = customer.email, ...change } = profileChange(body)
  const message =
    unknownAttributeMessage(body.custom_attributes ?? []) ?? profileMessage({ ...change, email })
  if (message !== null) return { ok: false, code: 400, message }
  const book = body.addresses ? await readAddresses(DB, body.addresses, customer) : null
  if (book && !book.ok) return book
  const isEmailPending = email !== customer.email
  const refusal = isEmailPending ? await refuseEmail(c, customer, { ...requester, email }, now) : null
  if (refusal) return refusal
  const emailStatements = isEmailPending ? requestEmailConfirmation(c, customer, email, now) : []
  const results = await DB.batch([
    ...emailStatements,
    updateCustomer(DB, customer.id, change, now),
    ...(book ? replaceAddresses(DB, customer.id, book.addresses) : []),
  ])
  await enqueueOutbox(OUTBOX, results.slice(0, emailStatements.length))
  return { ok: true, isEmailPending }
}

/** Parses and validates a list of addresses; `customer` is `null` during a registration. */
export async function readAddresses(
  db: D1Database,
  bodies: readonly Record<string, unknown>[],
  customer: Customer | null,
): Promise<{ ok: true; addresses: AddressChange[] } | (ProfileResult & { ok: false })> {
  const regions = await allRegions(db)
  const addresses: AddressChange[] = []
  for (const body of bodies) {
    const id = parseId(body.id)
    const owner = parseId(body.customer_id)
    const isOwn =
      (id === null || customer?.addresses.some((address) => address.id === id)) &&
      (owner === null || owner === customer?.id)
    const apiAddress = parseApiAddress(body)
    if (!isOwn || !apiAddress) return { ok: false, code: 403, message: CUSTOMER_MESSAGES.addressUnknown }
    const region = findRegion(regions, apiAddress)
    const { check: zip } = await resolveZip(db, {
      postcode: apiAddress.postcode,
      regionCode: region?.code ?? null,
    })
    const about = {
      id,
      defaultShipping: isTrue(body.default_shipping),
      defaultBilling: isTrue(body.default_billing),
    }
    const parsed = parseCustomerAddress(apiAddress, about, { regions, zip })
    if (!parsed.ok) return { ok: false, code: 400, message: parsed.message }
    addresses.push(parsed.address)
  }
  return { ok: true, addresses: normalizeDefaults(addresses) }
}

const ID = v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.safeInteger())

/** Returns the id in a value: `null` for an absent one, -1 for a text that is no id. */
function parseId(value: unknown): number | null {
  if (value === undefined || value === null || value === '') return null
  const parsed = v.safeParse(ID, value)
  return parsed.success ? parsed.output : -1
}

function isTrue(value: unknown): boolean {
  return value === true || value === 1 || value === '1' || value === 'true'
}
