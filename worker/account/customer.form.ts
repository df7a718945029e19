/** POST /customer/account/form/: all forms of the account's pages. */
import type { Context } from 'hono'
import * as v from 'valibot'
import {
  CUSTOMER_ACTIONS,
  CUSTOMER_FORM_MESSAGES,
  type CustomerAction,
  customerErrors,
} from '../../schema/account/customer-form.api.ts'
import { DEALER_MESSAGES, UPLOAD_MAX } from '../../schema/account/dealer/dealer.ts'
import type { Customer } from '../../schema/identity/sign-in/customer.ts'
import { EMAIL_CHANGE_MESSAGES } from '../../schema/identity/sign-in/email-change.ts'
import { CANCEL_REFUSED_MESSAGE, ORDER_ACTION_MESSAGES } from '../../schema/orders/life/order-lifecycle.ts'
import { orderHref, paths } from '../../schema/paths.ts'
import { hasErrors } from '../../schema/platform/forms/field.ts'
import type { FormTexts } from '../../schema/platform/forms/form-texts.ts'
import { detachCart } from '../cart/customer-cart.ts'
import type { AppEnv } from '../env.ts'
import {
  type CustomerSession,
  clearCurrentCustomerCache,
  getCurrentCustomer,
} from '../identity/session/current-customer.ts'
import { endSessionsOf } from '../identity/session/session.sql.ts'
import { SESSION_TTL_MS } from '../identity/session/session.ts'
import { clearSessionCookies, setNameCookie } from '../identity/session/session-cookie.ts'
import { readCustomer } from '../identity/sign-in/customer.sql.ts'
import {
  clearExpiredNameCookie,
  NOT_AUTHORIZED,
  redirectToSignIn,
} from '../identity/sign-in/customer-access.ts'
import { identityId, readIdentities, removeIdentity } from '../identity/social/identity.sql.ts'
import { cancelOrder } from '../orders/life/order-lifecycle.ts'
import { readOrderOfCustomer } from '../orders/order.sql.ts'
import { type ActionOutcome, fail, succeed, toFormAnswer } from '../platform/forms/action-outcome.ts'
import { answerForm, type FormAnswer, formRoute } from '../platform/forms/form-route.ts'
import { limitUpload, readUpload, type Upload } from '../platform/forms/upload.ts'
import { reply } from '../platform/http/reply.ts'
import { wantsJson } from '../platform/http/wants-json.ts'
import { isRateLimited, TOO_MANY } from '../platform/limits/rate-limit.ts'
import { type AddressResult, deleteAddress, saveAddress, setDefaultAddress } from './address-book.ts'
import { deleteDealerDocument, submitDealerApplication } from './dealer/dealer-documents.ts'
import { nameGarageCar, removeGarageCar } from './garage/garage.sql.ts'
import { reorder } from './orders/reorder.ts'
import { deleteAccount } from './privacy/erase-customer.ts'
import { removeSavedCard } from './saved/saved-cards.ts'
import { renewCart } from './sign-in/passwords.ts'
import { updateProfile } from './update-profile.ts'

interface ActionInput {
  who: CustomerSession
  customer: Customer
  fields: FormTexts
  upload: Upload
}

const ACTIONS: Record<CustomerAction, (c: Context<AppEnv>, input: ActionInput) => Promise<ActionOutcome>> = {
  profile: changeProfile,
  address: async (c, { customer, fields }) =>
    addressOutcome(await saveAddress(c.env.DB, customer, fields), CUSTOMER_FORM_MESSAGES.addressSaved),
  'address-remove': async (c, { customer, fields }) =>
    addressOutcome(
      await deleteAddress(c.env.DB, customer.id, fields.id),
      CUSTOMER_FORM_MESSAGES.addressRemoved,
    ),
  'address-default': async (c, { customer, fields }) => {
    const kind = fields.kind === 'billing' ? 'billing' : 'shipping'
    const result = await setDefaultAddress(c.env.DB, customer, fields.id, kind)
    return addressOutcome(result, CUSTOMER_FORM_MESSAGES.addressDefault)
  },
  'car-name': nameCar,
  'car-remove': async (c, { customer, fields }) => {
    await removeGarageCar(c.env.DB, customer.id, carId(fields))
    return succeed(paths.garage, CUSTOMER_FORM_MESSAGES.carRemoved)
  },
  reorder: reorderProducts,
  'order-cancel': cancel,
  'card-remove': removeCard,
  'identity-remove': disconnectIdentity,
  'delete-account': eraseAccount,
  dealer: applyAsDealer,
  'document-remove': removeDocument,
}

/** The page of each form. */
const PAGES: Record<CustomerAction, string> = {
  profile: paths.account,
  address: paths.addressBook,
  'address-remove': paths.addressBook,
  'address-default': paths.addressBook,
  'car-name': paths.garage,
  'car-remove': paths.garage,
  reorder: paths.orders,
  'order-cancel': paths.orders,
  'card-remove': paths.storedPaymentMethods,
  'identity-remove': paths.account,
  'delete-account': paths.privacySettings,
  dealer: paths.dealer,
  'document-remove': paths.dealer,
}

export const customerForm = formRoute({
  bodyLimit: limitUpload(UPLOAD_MAX, (c: Context<AppEnv>) =>
    answerForm(c, toAnswer('dealer', {}, fail(413, DEALER_MESSAGES.tooLarge))),
  ),
  read: readUpload,
  schema: v.custom<Upload>(() => true),
  run: async (c, upload) => {
    const { fields } = upload
    const action = CUSTOMER_ACTIONS.find((known) => known === fields.action)
    const who = await getCurrentCustomer(c)
    if (!who) return requireSignIn(c, action)
    if (!action) return toAnswer('profile', {}, fail(400, 'We couldn’t find this form.'))
    if (await isRateLimited(c, 'FORM_LIMIT', 'account', String(who.customerId))) {
      return toAnswer(action, fields, fail(429, TOO_MANY))
    }
    const customer = await readCustomer(c.env.DB, who.customerId)
    if (!customer) return requireSignIn(c, action)
    // Another customer was signed in when the form was typed: its fields are neither saved nor shown.
    if (fields.owner !== undefined && fields.owner !== String(customer.id)) {
      return toAnswer(action, {}, fail(409, CUSTOMER_FORM_MESSAGES.someoneElse))
    }
    return toAnswer(action, fields, await ACTIONS[action](c, { who, customer, fields, upload }))
  },
})

/** Saves the names, e-mail address and phone number. */
async function changeProfile(
  c: Context<AppEnv>,
  { who, customer, fields }: ActionInput,
): Promise<ActionOutcome> {
  const errors = customerErrors('profile', fields)
  if (hasErrors(errors)) return fail(400, CUSTOMER_FORM_MESSAGES.check, errors)
  const change = {
    firstname: fields.firstName ?? '',
    lastname: fields.lastName ?? '',
    email: fields.emailAddress ?? '',
    custom_attributes: [{ attribute_code: 'telephone', value: fields.phoneNumber ?? '' }],
  }
  const requester = { who, password: fields.currentPassword ?? '' }
  const saved = await updateProfile(c, customer, change, requester)
  if (!saved.ok) {
    const field = 'field' in saved ? saved.field : undefined
    return fail(saved.code, saved.message, field ? { [field]: saved.message } : {})
  }
  setNameCookie(c, change.firstname.trim(), NAME_SECONDS)
  return succeed(
    paths.account,
    saved.isEmailPending ? EMAIL_CHANGE_MESSAGES.asked : CUSTOMER_FORM_MESSAGES.profileSaved,
  )
}

/** Disconnects an identity and ends the other sessions, because each of them may have started with that identity. */
async function disconnectIdentity(
  c: Context<AppEnv>,
  { who, customer, fields }: ActionInput,
): Promise<ActionOutcome> {
  const { DB } = c.env
  const identities = await readIdentities(DB, customer.id)
  const identity = identities.find((connected) => identityId(connected) === fields.id)
  if (!identity) return fail(404, CUSTOMER_FORM_MESSAGES.noSuchIdentity)
  const [removed] = await DB.batch([
    removeIdentity(DB, { ...identity, customerId: customer.id }),
    endSessionsOf(DB, customer.id, who.sessionId),
  ])
  if (removed?.meta.changes !== 1) return fail(400, CUSTOMER_FORM_MESSAGES.lastIdentity)
  await renewCart(c, customer.id, Date.now())
  return succeed(paths.account, CUSTOMER_FORM_MESSAGES.identityRemoved)
}

/** The lifetime of the name cookie: that of a session. The name grants no access. */
const NAME_SECONDS = SESSION_TTL_MS / 1000

async function reorderProducts(
  c: Context<AppEnv>,
  { customer, fields }: ActionInput,
): Promise<ActionOutcome> {
  const order = await readOrderOfCustomer(c.env.DB, fields.orderId ?? '', customer.id)
  if (!order) return fail(404, CUSTOMER_FORM_MESSAGES.noSuchOrder)
  const { added, missing, message } = await reorder(c, order)
  // With missing products the page of the order shows their titles; otherwise the cart is shown.
  if (added > 0 && missing.length === 0) return succeed(paths.cart, message)
  return added > 0 ? succeed(orderHref(order.orderNumber), message) : fail(409, message)
}

/** Cancels an order; the order of another customer is refused like an order that has shipped. */
async function cancel(c: Context<AppEnv>, { customer, fields }: ActionInput): Promise<ActionOutcome> {
  const order = await readOrderOfCustomer(c.env.DB, fields.orderId ?? '', customer.id)
  if (!order) return fail(400, CANCEL_REFUSED_MESSAGE)
  const outcome = await cancelOrder(c.env, order.orderNumber, {
    by: `customer:${customer.id}`,
    reason: 'asked',
    now: Date.now(),
  })
  return outcome === 'refused'
    ? fail(400, CANCEL_REFUSED_MESSAGE)
    : succeed(
        orderHref(order.orderNumber),
        ORDER_ACTION_MESSAGES[outcome === 'done' ? 'canceled' : 'canceling'],
      )
}

function carId({ id = '' }: FormTexts): number {
  return /^\d{1,15}$/.test(id) ? Number(id) : 0
}

async function nameCar(c: Context<AppEnv>, { customer, fields }: ActionInput): Promise<ActionOutcome> {
  const errors = customerErrors('car-name', fields)
  if (hasErrors(errors)) return fail(400, CUSTOMER_FORM_MESSAGES.check, errors)
  const isNamed = await nameGarageCar(c.env.DB, customer.id, carId(fields), (fields.carName ?? '').trim())
  return isNamed
    ? succeed(paths.garage, CUSTOMER_FORM_MESSAGES.carNamed)
    : fail(404, CUSTOMER_FORM_MESSAGES.noSuchCar)
}

async function removeCard(c: Context<AppEnv>, { customer, fields }: ActionInput): Promise<ActionOutcome> {
  const removed = await removeSavedCard(c, customer.id, fields.id ?? '')
  if (removed === null) return fail(503, CUSTOMER_FORM_MESSAGES.cardsAway)
  if (!removed) return fail(404, CUSTOMER_FORM_MESSAGES.noSuchCard)
  return succeed(paths.storedPaymentMethods, CUSTOMER_FORM_MESSAGES.cardRemoved)
}

async function eraseAccount(c: Context<AppEnv>, { customer, fields }: ActionInput): Promise<ActionOutcome> {
  const errors = customerErrors('delete-account', fields)
  if (hasErrors(errors)) return fail(400, CUSTOMER_FORM_MESSAGES.check, errors)
  if (await isRateLimited(c, 'SIGN_IN_LIMIT', 'sign-in')) return fail(429, TOO_MANY)
  const erased = await deleteAccount(c, customer.id, fields.password ?? '')
  if (!erased.ok) return erased
  clearSessionCookies(c)
  detachCart(c)
  clearCurrentCustomerCache(c)
  return succeed(paths.login, CUSTOMER_FORM_MESSAGES.accountDeleted)
}

async function applyAsDealer(c: Context<AppEnv>, { customer, upload }: ActionInput): Promise<ActionOutcome> {
  const applied = await submitDealerApplication(c.env, customer.id, upload, Date.now())
  return applied.ok ? succeed(paths.dealer, DEALER_MESSAGES.saved) : { ...applied, code: 400 }
}

async function removeDocument(c: Context<AppEnv>, { customer, fields }: ActionInput): Promise<ActionOutcome> {
  const id = /^\d{1,15}$/.test(fields.id ?? '') ? Number(fields.id) : 0
  const removed = await deleteDealerDocument(c.env, customer.id, id)
  return removed ? succeed(paths.dealer, DEALER_MESSAGES.removed) : fail(404, DEALER_MESSAGES.noSuchDocument)
}

function addressOutcome(result: AddressResult, message: string): ActionOutcome {
  return result.ok ? succeed(paths.addressBook, message) : result
}

/** Refuses a guest. The typed fields are lost; the sign-in leads back to the page of the form. */
function requireSignIn(c: Context<AppEnv>, action: CustomerAction | undefined): Response {
  if (!wantsJson(c)) return redirectToSignIn(c, PAGES[action ?? 'profile'])
  clearExpiredNameCookie(c)
  return reply(c, 401, NOT_AUTHORIZED)
}

function toAnswer(form: CustomerAction, texts: FormTexts, outcome: ActionOutcome): FormAnswer {
  const page = formPage(form, texts)
  return toFormAnswer(outcome, { form, page, texts, restoredFields: REPEATED_FIELDS, nextPage: 'to' })
}

/** Returns the page of a form. */
function formPage(action: CustomerAction, fields: FormTexts): string {
  if (action === 'address') return `${paths.addressBook}?edit=${encodeURIComponent(fields.id || 'new')}`
  if ((action === 'reorder' || action === 'order-cancel') && fields.orderId) return orderHref(fields.orderId)
  return PAGES[action]
}

const REPEATED_FIELDS = [
  'firstName',
  'lastName',
  'emailAddress',
  'phoneNumber',
  'companyName',
  'taxId',
  'companyEmail',
  'ein',
  'streetAddress',
  'apartmentNumber',
  'zipCode',
  'city',
  'state',
  'certificateNotRequired',
]
