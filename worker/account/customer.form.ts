/** POST /customer/account/form/: every change that the pages of an account make. */
import type { Context } from 'hono'
import * as v from 'valibot'
import {
  CUSTOMER_ACTIONS,
  CUSTOMER_FORM_MESSAGES,
  type CustomerAction,
  type CustomerFields,
  customerErrors,
} from '../../schema/account/customer-form.api.ts'
import { DEALER_MESSAGES } from '../../schema/account/dealer/dealer.ts'
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
import { reply } from '../platform/http/reply.ts'
import { wantsJson } from '../platform/http/wants-json.ts'
import { isRateLimited, TOO_MANY } from '../platform/limits/rate-limit.ts'
import { deleteAddress, saveAddress, setDefaultAddress } from './address-book.ts'
import { deleteDealerDocument, submitDealerApplication } from './dealer/dealer-documents.ts'
import { limitUpload, readUpload, type Upload } from './dealer/upload.ts'
import { reorder } from './orders/reorder.ts'
import { deleteAccount } from './privacy/erase-customer.ts'
import { removeSavedCard } from './saved/saved-cards.ts'
import { renewCart } from './sign-in/passwords.ts'
import { updateProfile } from './update-profile.ts'

interface ActionInput {
  who: CustomerSession
  customer: Customer
  fields: CustomerFields
  upload: Upload
}

const ACTIONS: Record<CustomerAction, (c: Context<AppEnv>, sent: ActionInput) => Promise<ActionOutcome>> = {
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
  'document-remove': removeDocument,
}

/** The page of each form. */
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

export const customerForm = formRoute({
  bound: limitUpload((c: Context<AppEnv>) =>
    answerForm(c, answer('dealer', {}, fail(413, DEALER_MESSAGES.tooLarge))),
  ),
  read: readUpload,
  schema: v.custom<Upload>(() => true),
  run: async (c, upload) => {
    const { fields } = upload
    const action = CUSTOMER_ACTIONS.find((known) => known === fields.action)
    const who = await getCurrentCustomer(c)
    if (!who) return askToSignIn(c, action)
    if (!action) return answer('profile', {}, fail(400, 'There is no such form.'))
    if (await isRateLimited(c, 'FORM_LIMIT', 'account', String(who.customerId))) {
      return answer(action, fields, fail(429, TOO_MANY))
    }
    const customer = await readCustomer(c.env.DB, who.customerId)
    if (!customer) return askToSignIn(c, action)
    // Typed by another customer who was signed in before: neither saved nor shown.
    if (fields.owner !== undefined && fields.owner !== String(customer.id)) {
      return answer(action, {}, fail(409, CUSTOMER_FORM_MESSAGES.someoneElse))
    }
    return answer(action, fields, await ACTIONS[action](c, { who, customer, fields, upload }))
  },
})

/** Saves the fields of the form alone: names, e-mail, phone number. */
async function profile(c: Context<AppEnv>, { who, customer, fields }: ActionInput): Promise<ActionOutcome> {
  const errors = customerErrors('profile', fields)
  if (hasErrors(errors)) return fail(400, CUSTOMER_FORM_MESSAGES.check, errors)
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
    return fail(saved.code, saved.message, field ? { [field]: saved.message } : {})
  }
  setNameCookie(c, change.firstname.trim(), NAME_SECONDS)
  return succeed(
    paths.account,
    saved.asked ? EMAIL_CHANGE_MESSAGES.asked : CUSTOMER_FORM_MESSAGES.profileSaved,
  )
}

/** Removes a provider of sign-in. Other sessions end, because any of them may have started through that provider. */
async function disconnect(
  c: Context<AppEnv>,
  { who, customer, fields }: ActionInput,
): Promise<ActionOutcome> {
  const { DB } = c.env
  const known = await readIdentities(DB, customer.id)
  const identity = known.find((one) => identityId(one) === fields.id)
  if (!identity) return fail(404, CUSTOMER_FORM_MESSAGES.noSuchIdentity)
  const [removed] = await DB.batch([
    removeIdentity(DB, { ...identity, customerId: customer.id }),
    endSessionsOf(DB, customer.id, who.sessionId),
  ])
  if (removed?.meta.changes !== 1) return fail(400, CUSTOMER_FORM_MESSAGES.lastIdentity)
  await renewCart(c, customer.id, Date.now())
  return succeed(paths.account, CUSTOMER_FORM_MESSAGES.identityRemoved)
}

/** As long as a session lasts; the name grants nothing. */
const NAME_SECONDS = 30 * 86_400

async function orderAgain(c: Context<AppEnv>, { customer, fields }: ActionInput): Promise<ActionOutcome> {
  const order = await readOrderOfCustomer(c.env.DB, fields.orderId ?? '', customer.id)
  if (!order) return fail(404, CUSTOMER_FORM_MESSAGES.noSuchOrder)
  const { added, missing, message } = await reorder(c, order)
  // The page of the order says what is missing; a complete order is shown by the cart.
  if (added > 0 && missing.length === 0) return succeed(paths.cart, message)
  return added > 0 ? succeed(orderHref(order.orderNumber), message) : fail(409, message)
}

/** Cancels an order; the order of another customer is refused like an order that has shipped. */
async function cancel(c: Context<AppEnv>, { customer, fields }: ActionInput): Promise<ActionOutcome> {
  const order = await readOrderOfCustomer(c.env.DB, fields.orderId ?? '', customer.id)
  if (!order) return fail(400, CANCEL_REFUSED)
  const outcome = await cancelOrder(c.env, order.orderNumber, {
    by: `customer:${customer.id}`,
    reason: 'asked',
    now: Date.now(),
  })
  return outcome === 'refused'
    ? fail(400, CANCEL_REFUSED)
    : succeed(
        orderHref(order.orderNumber),
        ORDER_ACTION_MESSAGES[outcome === 'done' ? 'canceled' : 'canceling'],
      )
}

async function removeCard(c: Context<AppEnv>, { customer, fields }: ActionInput): Promise<ActionOutcome> {
  const removed = await removeSavedCard(c, customer.id, fields.id ?? '')
  if (removed === null) return fail(503, CUSTOMER_FORM_MESSAGES.cardsAway)
  if (!removed) return fail(404, CUSTOMER_FORM_MESSAGES.noSuchCard)
  return succeed(paths.storedPaymentMethods, CUSTOMER_FORM_MESSAGES.cardRemoved)
}

async function leave(c: Context<AppEnv>, { customer, fields }: ActionInput): Promise<ActionOutcome> {
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

async function apply(c: Context<AppEnv>, { customer, fields, upload }: ActionInput): Promise<ActionOutcome> {
  const text = (name: string) => (fields[name] ?? '').trim()
  const application = {
    company: { companyName: text('companyName'), companyEmail: text('companyEmail'), ein: text('ein') },
    files: upload.files,
    certificateNotRequired: fields.certificateNotRequired !== undefined,
  }
  const applied = await submitDealerApplication(c.env, customer.id, application, Date.now())
  return applied.ok ? succeed(paths.dealer, DEALER_MESSAGES.saved) : { ...applied, code: 400 }
}

async function removeDocument(c: Context<AppEnv>, { customer, fields }: ActionInput): Promise<ActionOutcome> {
  const id = /^\d{1,15}$/.test(fields.id ?? '') ? Number(fields.id) : 0
  const removed = await deleteDealerDocument(c.env, customer.id, id)
  return removed ? succeed(paths.dealer, DEALER_MESSAGES.removed) : fail(404, DEALER_MESSAGES.noSuchDocument)
}

function done(
  result: { ok: true } | { ok: false; code: number; message: string; errors: FieldErrors },
  to: string,
  message: string,
): ActionOutcome {
  return result.ok ? succeed(to, message) : result
}

/** Refuses a guest; what was typed is dropped, the way back is not. */
function askToSignIn(c: Context<AppEnv>, action: CustomerAction | undefined): Response {
  if (!wantsJson(c)) return redirectToSignIn(c, PAGES[action ?? 'profile'])
  clearExpiredNameCookie(c)
  return reply(c, 401, NOT_AUTHORIZED)
}

function answer(form: CustomerAction, texts: CustomerFields, outcome: ActionOutcome): FormAnswer {
  const page = pageOf(form, texts)
  return toFormAnswer(outcome, { form, page, texts, shownAgain: SHOWN_AGAIN, nextPage: 'to' })
}

/** Returns the page of the form. */
function pageOf(action: CustomerAction, fields: CustomerFields): string {
  if (action === 'address') return `${paths.addressBook}?edit=${encodeURIComponent(fields.id || 'new')}`
  if ((action === 'reorder' || action === 'order-cancel') && fields.orderId) return orderHref(fields.orderId)
  return PAGES[action]
}

const SHOWN_AGAIN = [
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
