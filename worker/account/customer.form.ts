/**
 * POST /customer/account/form/: every change that the pages of an account make, as plain forms. A browser is sent on with
 * 303 and finds the words there; asked for JSON, the door answers the envelope.
 */
import { type Context, Hono } from 'hono'
import {
  CUSTOMER_ACTIONS,
  CUSTOMER_FORM_MESSAGES,
  type CustomerAction,
  type CustomerFields,
  customerErrors,
} from '../../schema/account/customer-form.api.ts'
import { DEALER_MESSAGES } from '../../schema/account/dealer/dealer.ts'
import { ACCOUNT_MESSAGES } from '../../schema/identity/sign-in/account-form.api.ts'
import type { Customer } from '../../schema/identity/sign-in/customer.ts'
import { EMAIL_CHANGE_MESSAGES } from '../../schema/identity/sign-in/email-change.ts'
import { CANCEL_REFUSED, ORDER_ACTION_MESSAGES } from '../../schema/orders/life/order-lifecycle.ts'
import { orderHref, paths } from '../../schema/paths.ts'
import { type FieldErrors, hasErrors } from '../../schema/platform/forms/field.ts'
import { detachCart } from '../cart/customer-cart.ts'
import type { AppEnv } from '../env.ts'
import {
  type CustomerSession,
  clearCurrentCustomerCache,
  getCurrentCustomer,
} from '../identity/session/current-customer.ts'
import { endSessionsOf } from '../identity/session/session.sql.ts'
import { clearSessionCookies, setNameCookie } from '../identity/session/session-cookie.ts'
import { readCustomer } from '../identity/sign-in/customer.sql.ts'
import { clearExpiredNameCookie, NOT_AUTHORIZED } from '../identity/sign-in/customer-access.ts'
import { identityId, readIdentities, removeIdentity } from '../identity/social/identity.sql.ts'
import { cancelOrder } from '../orders/life/order-lifecycle.ts'
import { readOrderOfCustomer } from '../orders/order.sql.ts'
import { setFlashState } from '../platform/forms/flash-cookie.ts'
import { reply } from '../platform/http/reply.ts'
import { isSameOrigin } from '../platform/http/same-origin.ts'
import { isRateLimited, TOO_MANY } from '../platform/limits/rate-limit.ts'
import { forbiddenPage } from '../platform/page/forbidden.tsx'
import { deleteAddress, saveAddress, setDefaultAddress } from './address-book.ts'
import { deleteDealerDocument, submitDealerApplication } from './dealer/dealer-documents.ts'
import { limitUpload, readUpload, type Upload } from './dealer/upload.ts'
import { reorder } from './orders/reorder.ts'
import { deleteAccount } from './privacy/erase-customer.ts'
import { removeSavedCard } from './saved/saved-cards.ts'
import { renewCart } from './sign-in/passwords.ts'
import { updateProfile } from './update-profile.ts'

export const customerForm = new Hono<AppEnv>()

customerForm.use(limitUpload((c) => answer(c, 'dealer', {}, no(413, DEALER_MESSAGES.tooLarge))))

/** What came of a form: where it goes on, or why it does not. */
type Outcome =
  | { ok: true; to: string; message: string | null }
  | { ok: false; code: number; message: string; errors: FieldErrors }

interface Sent {
  who: CustomerSession
  customer: Customer
  fields: CustomerFields
  upload: Upload
}

const ACTS: Record<CustomerAction, (c: Context<AppEnv>, sent: Sent) => Promise<Outcome>> = {
  profile,
  address: async (c, { customer, fields }) =>
    done(
      await saveAddress(c.env.DB, customer, fields),
      paths.addressBook,
      CUSTOMER_FORM_MESSAGES.addressSaved,
    ),
  'address-remove': async (c, { customer, fields }) =>
    done(
      await deleteAddress(c.env.DB, customer.id, fields.id),
      paths.addressBook,
      CUSTOMER_FORM_MESSAGES.addressRemoved,
    ),
  'address-default': async (c, { customer, fields }) =>
    done(
      await setDefaultAddress(
        c.env.DB,
        customer,
        fields.id,
        fields.kind === 'billing' ? 'billing' : 'shipping',
      ),
      paths.addressBook,
      CUSTOMER_FORM_MESSAGES.addressDefault,
    ),
  reorder: orderAgain,
  'order-cancel': cancel,
  'card-remove': removeCard,
  'identity-remove': disconnect,
  'delete-account': leave,
  dealer: apply,
  'document-remove': removePaper,
}

/** Where each form stands. */
const PAGES: Record<CustomerAction, string> = {
  profile: paths.account,
  address: paths.addressBook,
  'address-remove': paths.addressBook,
  'address-default': paths.addressBook,
  reorder: paths.orders,
  'order-cancel': paths.orders,
  'card-remove': paths.storedPaymentMethods,
  'identity-remove': paths.account,
  'delete-account': paths.privacySettings,
  dealer: paths.dealer,
  'document-remove': paths.dealer,
}

customerForm.post('/', async (c) => {
  if (!isSameOrigin(c.req.raw)) return forbiddenPage(c)
  const who = await getCurrentCustomer(c)
  const upload = await readUpload(c)
  const { fields } = upload
  const action = CUSTOMER_ACTIONS.find((known) => known === fields.action)
  if (!who) return turnAway(c, action)
  if (!action) return answer(c, 'profile', {}, no(400, 'There is no such form.'))
  if (await isRateLimited(c, 'FORM_LIMIT', 'account', String(who.customerId))) {
    return answer(c, action, fields, no(429, TOO_MANY))
  }
  const customer = await readCustomer(c.env.DB, who.customerId)
  if (!customer) return turnAway(c, action)
  // Typed by somebody else, who was signed in here before: saved by nobody, and shown to nobody.
  if (fields.owner !== undefined && fields.owner !== String(customer.id)) {
    return answer(c, action, {}, no(409, CUSTOMER_FORM_MESSAGES.someoneElse))
  }
  return answer(c, action, fields, await ACTS[action](c, { who, customer, fields, upload }))
})

/** Only what the form has is read: names, mail, phone. */
async function profile(c: Context<AppEnv>, { who, customer, fields }: Sent): Promise<Outcome> {
  const errors = customerErrors('profile', fields)
  if (hasErrors(errors)) return no(400, CUSTOMER_FORM_MESSAGES.check, errors)
  const change = {
    firstname: fields.firstName ?? '',
    lastname: fields.lastName ?? '',
    email: fields.emailAddress ?? '',
    custom_attributes: [{ attribute_code: 'telephone', value: fields.phoneNumber ?? '' }],
  }
  const asker = { who, password: fields.currentPassword ?? '' }
  const saved = await updateProfile(c, customer, change, asker)
  if (!saved.ok) {
    const field = 'field' in saved ? saved.field : undefined
    return no(saved.code, saved.message, field ? { [field]: saved.message } : {})
  }
  setNameCookie(c, change.firstname.trim(), NAME_SECONDS)
  return yes(paths.account, saved.asked ? EMAIL_CHANGE_MESSAGES.asked : CUSTOMER_FORM_MESSAGES.profileSaved)
}

/** A sign-in elsewhere opens the account no longer; somebody who used it may still be signed in, so other sessions end. */
async function disconnect(c: Context<AppEnv>, { who, customer, fields }: Sent): Promise<Outcome> {
  const { DB } = c.env
  const known = await readIdentities(DB, customer.id)
  const identity = known.find((one) => identityId(one) === fields.id)
  if (!identity) return no(404, CUSTOMER_FORM_MESSAGES.noSuchIdentity)
  const [removed] = await DB.batch([
    removeIdentity(DB, { ...identity, customerId: customer.id }),
    endSessionsOf(DB, customer.id, who.sessionId),
  ])
  if (removed?.meta.changes !== 1) return no(400, CUSTOMER_FORM_MESSAGES.lastIdentity)
  await renewCart(c, customer.id, Date.now())
  return yes(paths.account, CUSTOMER_FORM_MESSAGES.identityRemoved)
}

/** As long as a session lives; the name decides nothing. */
const NAME_SECONDS = 30 * 86_400

async function orderAgain(c: Context<AppEnv>, { customer, fields }: Sent): Promise<Outcome> {
  const order = await readOrderOfCustomer(c.env.DB, fields.orderId ?? '', customer.id)
  if (!order) return no(404, CUSTOMER_FORM_MESSAGES.noSuchOrder)
  const { added, missing, message } = await reorder(c, order)
  // What is missing is said where it was ordered; when all is there, the cart shows it.
  if (added > 0 && missing.length === 0) return yes(paths.cart, message)
  return added > 0 ? yes(orderHref(order.orderNumber), message) : no(409, message)
}

/** What is somebody else's is as little to be canceled as what has left. */
async function cancel(c: Context<AppEnv>, { customer, fields }: Sent): Promise<Outcome> {
  const order = await readOrderOfCustomer(c.env.DB, fields.orderId ?? '', customer.id)
  if (!order) return no(400, CANCEL_REFUSED)
  const outcome = await cancelOrder(c.env, order.orderNumber, {
    ...{ by: `customer:${customer.id}`, reason: 'asked', now: Date.now() },
  })
  return outcome === 'refused'
    ? no(400, CANCEL_REFUSED)
    : yes(orderHref(order.orderNumber), ORDER_ACTION_MESSAGES[outcome === 'done' ? 'canceled' : 'canceling'])
}

async function removeCard(c: Context<AppEnv>, { customer, fields }: Sent): Promise<Outcome> {
  const removed = await removeSavedCard(c, customer.id, fields.id ?? '')
  if (removed === null) return no(503, CUSTOMER_FORM_MESSAGES.cardsAway)
  if (!removed) return no(404, CUSTOMER_FORM_MESSAGES.noSuchCard)
  return yes(paths.storedPaymentMethods, CUSTOMER_FORM_MESSAGES.cardRemoved)
}

async function leave(c: Context<AppEnv>, { customer, fields }: Sent): Promise<Outcome> {
  const errors = customerErrors('delete-account', fields)
  if (hasErrors(errors)) return no(400, CUSTOMER_FORM_MESSAGES.check, errors)
  if (await isRateLimited(c, 'SIGN_IN_LIMIT', 'sign-in')) return no(429, TOO_MANY)
  const erased = await deleteAccount(c, customer.id, fields.password ?? '')
  if (!erased.ok) return erased
  clearSessionCookies(c)
  detachCart(c)
  clearCurrentCustomerCache(c)
  return yes(paths.login, CUSTOMER_FORM_MESSAGES.accountDeleted)
}

async function apply(c: Context<AppEnv>, { customer, fields, upload }: Sent): Promise<Outcome> {
  const text = (name: string) => (fields[name] ?? '').trim()
  const application = {
    company: { companyName: text('companyName'), companyEmail: text('companyEmail'), ein: text('ein') },
    files: upload.files,
    certificateNotRequired: fields.certificateNotRequired !== undefined,
  }
  const applied = await submitDealerApplication(c.env, customer.id, application, Date.now())
  return applied.ok ? yes(paths.dealer, DEALER_MESSAGES.saved) : { ...applied, code: 400 }
}

async function removePaper(c: Context<AppEnv>, { customer, fields }: Sent): Promise<Outcome> {
  const id = /^\d{1,15}$/.test(fields.id ?? '') ? Number(fields.id) : 0
  const removed = await deleteDealerDocument(c.env, customer.id, id)
  return removed ? yes(paths.dealer, DEALER_MESSAGES.removed) : no(404, DEALER_MESSAGES.noSuchDocument)
}

function done(
  result: { ok: true } | { ok: false; code: number; message: string; errors: FieldErrors },
  to: string,
  message: string,
): Outcome {
  return result.ok ? yes(to, message) : result
}

function yes(to: string, message: string | null = null): Outcome {
  return { ok: true, to, message }
}

function no(code: number, message: string, errors: FieldErrors = {}): Outcome {
  return { ok: false, code, message, errors }
}

/** Nobody is signed in (any more): what was typed is not stored, the way back is. */
function turnAway(c: Context<AppEnv>, action: CustomerAction | undefined): Response {
  clearExpiredNameCookie(c)
  if (c.req.header('Accept')?.includes('application/json')) return reply(c, 401, NOT_AUTHORIZED)
  setFlashState(c, {
    form: 'sign-in',
    ok: false,
    message: ACCOUNT_MESSAGES.loginNeeded,
    errors: {},
    fields: {},
  })
  return c.redirect(`${paths.login}?back=${encodeURIComponent(PAGES[action ?? 'profile'])}`, 303)
}

function answer(
  c: Context<AppEnv>,
  action: CustomerAction,
  fields: CustomerFields,
  outcome: Outcome,
): Response {
  const { ok, message } = outcome
  if (c.req.header('Accept')?.includes('application/json')) {
    return ok
      ? reply(c, 200, { to: outcome.to, message })
      : reply(c, outcome.code, { message, errors: outcome.errors })
  }
  if (message !== null) {
    const errors = ok ? {} : outcome.errors
    setFlashState(c, { form: action, ok, message, errors, fields: ok ? {} : typedIn(fields) })
  }
  return c.redirect(ok ? outcome.to : pageOf(action, fields), 303)
}

/** The form's own page again. */
function pageOf(action: CustomerAction, fields: CustomerFields): string {
  if (action === 'address') return `${paths.addressBook}?edit=${encodeURIComponent(fields.id || 'new')}`
  if ((action === 'reorder' || action === 'order-cancel') && fields.orderId) return orderHref(fields.orderId)
  return PAGES[action]
}

const TYPED_AGAIN = [
  ...['firstName', 'lastName', 'emailAddress', 'phoneNumber', 'companyName', 'taxId', 'companyEmail', 'ein'],
  ...['streetAddress', 'apartmentNumber', 'zipCode', 'city', 'state', 'certificateNotRequired'],
]

/** What may be shown again; no password. */
function typedIn(fields: CustomerFields): Record<string, string> {
  return Object.fromEntries(
    TYPED_AGAIN.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name] ?? '']])),
  )
}
