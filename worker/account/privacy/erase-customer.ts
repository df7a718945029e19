/** A customer's privacy rights: the file with all data, and the deletion of the account. */
import type { Context } from 'hono'
import { CUSTOMER_FORM_MESSAGES } from '../../../schema/account/customer-form.api.ts'
import type { FieldErrors } from '../../../schema/platform/forms/field.ts'
import { findCustomerCart } from '../../cart/customer-cart.sql.ts'
import type { AppEnv } from '../../env.ts'
import { type CustomerSecret, findCustomerSecret } from '../../identity/sign-in/customer.sql.ts'
import { verifyCurrentPassword } from '../../identity/sign-in/sign-in.ts'
import { deleteStripeCustomer } from '../../orders/payments/stripe/saved-card.ts'
import { cardClient } from '../../orders/payments/stripe/stripe-client.ts'
import { findStripeCustomer } from '../../orders/payments/stripe/stripe-customer.sql.ts'
import { deletePrivateFiles } from '../../orders/status/private-file.ts'
import { TOO_MANY } from '../../platform/limits/rate-limit.ts'
import { addOutbox, enqueueOutbox } from '../../platform/mail/outbox.sql.ts'
import { documentKeys } from '../dealer/dealer.sql.ts'
import { eraseCustomer, readCustomerData, reviewPhotoKeys } from './customer-data.sql.ts'

/** Returns all data of the customer as JSON: times in milliseconds, amounts in cents. */
export async function customerData(
  c: Context<AppEnv>,
  customerId: number,
  now: number,
): Promise<object | null> {
  const data = await readCustomerData(c.env.DB, customerId)
  if (!data) return null
  const own = await findCustomerCart(c.env.DB, customerId)
  const cart = own && (await c.env.CART.getByName(own.quoteId).read())
  return {
    made: new Date(now).toISOString(),
    units: { times: 'milliseconds since 1970, UTC', amounts: 'cents' },
    customer: data.record,
    cart: (cart?.lines ?? []).map(({ sku, name, qty, unitPrice }) => ({ sku, name, qty, unitPrice })),
    ...data.tables,
  }
}

type DeletionResult =
  | { ok: true }
  | { ok: false; code: 400 | 401 | 429 | 503; message: string; errors: FieldErrors }

/** Deletes the account if the password is right; each call counts as an attempt to sign in. */
export async function deleteAccount(
  c: Context<AppEnv>,
  customerId: number,
  password: string,
): Promise<DeletionResult> {
  const customer = await findCustomerSecret(c.env.DB, customerId)
  if (!customer) return refused(401, CUSTOMER_FORM_MESSAGES.wrongPassword)
  if (customer.passwordHash === null) return refused(400, CUSTOMER_FORM_MESSAGES.noPassword)
  const check = await verifyCurrentPassword(c, customer, password)
  if (check === 'too-many') return refused(429, TOO_MANY)
  if (check === 'wrong') return refused(401, CUSTOMER_FORM_MESSAGES.wrongPassword, 'password')
  return eraseAccount(c, customer)
}

/** Deletes an account; `recorded` are statements for the same batch. Whether the caller may do it was checked before. */
export async function eraseAccount(
  c: Context<AppEnv>,
  { id: customerId, email, firstname }: Pick<CustomerSecret, 'id' | 'email' | 'firstname'>,
  recorded: readonly D1PreparedStatement[] = [],
): Promise<DeletionResult> {
  const { DB, CART, PICTURES, OUTBOX } = c.env
  const [ref, documents, photos, cart] = await Promise.all([
    findStripeCustomer(DB, customerId),
    documentKeys(DB, customerId),
    reviewPhotoKeys(DB, customerId),
    findCustomerCart(DB, customerId),
  ])
  if (cart && !(await CART.getByName(cart.quoteId).forget())) {
    return refused(503, CUSTOMER_FORM_MESSAGES.orderRuns)
  }
  const { card } = c.get('config')
  // External deletions, which may fail, come first: as long as the account exists, they can be repeated.
  if (ref !== null && card !== null && !(await deleteStripeCustomer(cardClient(card), ref))) {
    return refused(503, CUSTOMER_FORM_MESSAGES.cardsAway)
  }
  await deletePrivateFiles(PICTURES, [...documents, ...photos])
  const now = Date.now()
  const results = await DB.batch([
    ...recorded,
    ...eraseCustomer(DB, customerId, now),
    addOutbox(DB, { kind: 'account-deleted', payload: { email, firstname }, now }),
  ])
  await enqueueOutbox(OUTBOX, results.slice(-1))
  return { ok: true }
}

function refused(
  code: Exclude<DeletionResult, { ok: true }>['code'],
  message: string,
  field?: 'password',
): DeletionResult {
  return { ok: false, code, message, errors: field ? { [field]: message } : {} }
}
