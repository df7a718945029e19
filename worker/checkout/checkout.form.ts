/**
 * POST /checkout/form/: the checkout's steps, validated by the rules of the page. Each step is stored with the cart, so
 * that no input is lost on a reload or without JavaScript. A JSON response has the current checkout; a request that
 * accepts JSON never places an order.
 */
import type { Context } from 'hono'
import { isAllVirtual } from '../../schema/cart/cart.ts'
import {
  type CheckoutDraft,
  type CheckoutStep,
  emptyDraft,
  firstInvalidStep,
  leaveStep,
  NO_ACCOUNT,
  openStep,
  stepsFor,
} from '../../schema/checkout/checkout.ts'
import type { ShippingDetails } from '../../schema/checkout/checkout-details.ts'
import {
  isStep,
  parseAccountFields,
  parsePaymentFields,
  parsePersonalFields,
  parseShippingFields,
} from '../../schema/checkout/checkout-form-fields.ts'
import { toAddressDetails } from '../../schema/checkout/checkout-prefill.ts'
import { ADDRESS_GONE, isSavedAddress } from '../../schema/checkout/saved-address.ts'
import { newPasswordMessage } from '../../schema/identity/sign-in/new-password.ts'
import { SESSION_OVER, signInHref } from '../../schema/identity/sign-in/sign-in.api.ts'
import { ORDER_MESSAGES } from '../../schema/orders/order.ts'
import { CARD_METHOD, paymentMethodsFor } from '../../schema/orders/payment.ts'
import { paths } from '../../schema/paths.ts'
import { type FieldErrors, hasErrors } from '../../schema/platform/forms/field.ts'
import type { FormTexts } from '../../schema/platform/forms/form-texts.ts'
import { ORDERS_TOO_FAST } from '../../schema/platform/limits/limits.ts'
import { readCartIdCookie } from '../cart/cart-cookie.ts'
import { updateCartSettings } from '../cart/update-cart.ts'
import { enabledMethods } from '../config.ts'
import type { AppEnv, Env } from '../env.ts'
import { allRegions } from '../identity/location/region.sql.ts'
import { getCurrentCustomer } from '../identity/session/current-customer.ts'
import { requireCaptcha } from '../identity/sign-in/captcha-guard.ts'
import { readCustomer } from '../identity/sign-in/customer.sql.ts'
import { isSessionExpired } from '../identity/sign-in/customer-access.ts'
import { setPendingPassword, takePendingPassword } from '../identity/sign-in/pending-password.ts'
import { setFlashState } from '../platform/forms/flash-cookie.ts'
import { FORM_TEXTS, formRoute } from '../platform/forms/form-route.ts'
import { reply } from '../platform/http/reply.ts'
import { wantsJson } from '../platform/http/wants-json.ts'
import { isRateLimited } from '../platform/limits/rate-limit.ts'
import { saveDraft } from './checkout-draft.ts'
import { applyRefusalToDraft, pendingHref, toOrderRequest } from './draft-request.ts'
import { submitOrder } from './placement/submit-order.ts'
import { readCheckoutView } from './read-checkout.ts'
import { type CheckoutContext, validateCheckout } from './validate-checkout.ts'

export const checkoutForm = formRoute({ schema: FORM_TEXTS, run: submitStep })

async function submitStep(c: Context<AppEnv>, fields: FormTexts): Promise<Response> {
  const quoteId = readCartIdCookie(c)
  const stored = quoteId === null ? null : await c.env.CART.getByName(quoteId).readCheckout()
  const cart = stored?.cart ?? null
  if (quoteId === null || cart === null || cart.orderNumber !== null || cart.lines.length === 0) {
    if (wantsJson(c)) return reply(c, 404, 'Your cart is empty.')
    // An ordered cart: the order was placed and the browser did not get the response.
    return c.redirect(cart?.orderNumber ? paths.thankYou : paths.cart, 303)
  }
  const { step } = fields
  const draft = stored?.draft ?? emptyDraft()
  if (!isStep(step)) return show(c, quoteId)
  if (fields.action === 'cancel-payment') {
    // If not canceled, the order was paid meanwhile or its provider has not answered yet; the page shows this state.
    const isCanceled = await c.env.CART.getByName(quoteId).cancelPendingOrder()
    const notice = isCanceled ? ORDER_MESSAGES['payment-canceled'] : null
    await saveDraft(c.env, quoteId, { ...reopenStep(draft, 'payment'), notice }, Date.now())
    return show(c, quoteId)
  }
  if (fields.action === 'edit') {
    await saveDraft(c.env, quoteId, reopenStep(draft, step), Date.now())
    return show(c, quoteId)
  }
  const wantsAccount =
    step === 'personal' && parseAccountFields(fields).password !== '' && !(await getCurrentCustomer(c))
  const captcha = wantsAccount ? await requireCaptcha(c, paths.checkoutForm, fields) : null
  if (captcha) return captcha
  const context = { allVirtual: isAllVirtual(cart), regions: await allRegions(c.env.DB) }
  const next = await applyStep(c, { quoteId, context, draft, step, fields })
  const isComplete = step === 'payment' && !hasErrors(next.errors)
  const isExpired = await isSessionExpired(c)
  if (!isComplete || wantsJson(c) || isExpired) {
    await saveDraft(c.env, quoteId, isComplete ? reopenStep(next, 'payment') : next, Date.now())
    return isExpired ? requestSignIn(c) : show(c, quoteId)
  }
  if (await isRateLimited(c, 'ORDER_LIMIT', 'order')) {
    await saveDraft(c.env, quoteId, { ...reopenStep(next, 'payment'), notice: ORDERS_TOO_FAST }, Date.now())
    return show(c, quoteId)
  }
  const shownTotal = /^\d{1,9}$/.test(fields.shownTotal ?? '') ? Number(fields.shownTotal) : null
  const request = toOrderRequest(next, { ...context, shownTotal })
  const outcome = await submitOrder(c, { quoteId, request, isBrowserCart: true, savesCard: false })
  if (outcome.ok) return c.redirect(paths.thankYou, 303)
  await saveDraft(c.env, quoteId, applyRefusalToDraft(next, outcome), Date.now())
  const pending = pendingHref(outcome)
  return pending === null ? show(c, quoteId) : c.redirect(pending, 303)
}

interface StepInput {
  quoteId: string
  context: CheckoutContext
  draft: CheckoutDraft
  step: CheckoutStep
  fields: FormTexts
}

/** Reads one step into the draft, validates it, and opens the next step when it is valid. */
async function applyStep(
  c: Context<AppEnv>,
  { quoteId, context, draft, step, fields }: StepInput,
): Promise<CheckoutDraft> {
  const { regions, allVirtual } = context
  const steps = stepsFor(allVirtual)
  const typed: CheckoutDraft = { ...draft, notice: null }
  if (step === 'personal') typed.personal = parsePersonalFields(fields)
  const account = step === 'personal' ? await applyAccountRequest(c, quoteId, typed, fields) : { errors: {} }
  const shipping = step === 'shipping' ? await readShipping(c, fields, regions) : null
  if (shipping) typed.shipping = shipping.details
  if (step === 'payment') typed.payment = parsePaymentFields(fields, regions)
  const validated = await validateCheckout(c.env.DB, typed, context)
  validated.errors.personal = { ...validated.errors.personal, ...account.errors }
  validated.errors.shipping = { ...validated.errors.shipping, ...shipping?.errors }
  if (step === 'payment' && !wantsJson(c) && typed.payment.paymentMethod === CARD_METHOD) {
    validated.errors.payment = {
      ...validated.errors.payment,
      paymentMethod: cardNeedsScript(c.env, allVirtual),
    }
  }
  // The tax of virtual products follows the billing address, which the last step asks for.
  if (validated.shipTo && step === (allVirtual ? 'payment' : 'shipping')) {
    const [carrierCode = '', methodCode = ''] = validated.draft.shipping.shippingMethod.split(':')
    const settings = {
      shipTo: validated.shipTo,
      shippingMethod: methodCode ? { carrierCode, methodCode } : null,
    }
    await updateCartSettings(c.env, quoteId, settings, Date.now())
  }
  // The last step validates all steps: an earlier step that is invalid or missing is opened instead.
  const current = step === 'payment' ? (firstInvalidStep(validated.errors, steps) ?? step) : step
  const errors = validated.errors[current] ?? {}
  const states = leaveStep(openStep(validated.draft.steps, current), errors, steps)
  return { ...validated.draft, errors, steps: states }
}

/** Returns the typed address, or the chosen one of the customer's own address book; an error when the book has it no longer. */
async function readShipping(
  c: Context<AppEnv>,
  fields: FormTexts,
  regions: CheckoutContext['regions'],
): Promise<{ details: ShippingDetails; errors: FieldErrors }> {
  const typed = parseShippingFields(fields, regions)
  if (!isSavedAddress(fields.savedAddress)) return { details: typed, errors: {} }
  const session = await getCurrentCustomer(c)
  const customer = session && (await readCustomer(c.env.DB, session.customerId))
  const chosen = customer?.addresses.find(({ id }) => String(id) === fields.savedAddress)
  return chosen
    ? { details: { ...typed, ...toAddressDetails(chosen, regions) }, errors: {} }
    : { details: typed, errors: { streetAddress: ADDRESS_GONE } }
}

/**
 * Stores the request for an account until the order is placed. Before the order no password is hashed, and no response
 * reveals which e-mail addresses have an account. An empty password field leaves the stored password; an unticked
 * checkbox deletes it.
 */
async function applyAccountRequest(
  c: Context<AppEnv>,
  quoteId: string,
  typed: CheckoutDraft,
  fields: FormTexts,
): Promise<{ errors: FieldErrors }> {
  const { createAccount, password } = parseAccountFields(fields)
  if (!createAccount || (await getCurrentCustomer(c))) {
    typed.account = NO_ACCOUNT
    await takePendingPassword(c, quoteId)
    return { errors: {} }
  }
  const hasPassword = typed.account?.hasPassword === true
  const weak =
    password === '' && hasPassword
      ? null
      : newPasswordMessage(password, { email: typed.personal.emailAddress })
  const isAccepted = password !== '' && weak === null
  if (isAccepted) await setPendingPassword(c, quoteId, password)
  typed.account = { createAccount, hasPassword: hasPassword || isAccepted }
  return { errors: weak === null ? {} : { password: weak } }
}

/** Returns the error of a card payment without JavaScript; it names the payment methods that need no JavaScript. */
function cardNeedsScript(env: Env, allVirtual: boolean): string {
  const others = paymentMethodsFor({ allVirtual, offered: enabledMethods(env), total: null })
    .filter(({ code }) => code !== CARD_METHOD)
    .map(({ title }) => title.replace(/,.*/, ''))
  const list = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(others)
  const advice = list === '' ? '' : ` Choose another way to pay: ${list}.`
  return `The card fields need JavaScript and hadn’t loaded yet.${advice}`
}

function reopenStep(draft: CheckoutDraft, step: CheckoutStep): CheckoutDraft {
  return { ...draft, steps: openStep(draft.steps, step), errors: {}, notice: null }
}

async function show(c: Context<AppEnv>, quoteId: string): Promise<Response> {
  if (!wantsJson(c)) return c.redirect(paths.checkout, 303)
  const customer = await getCurrentCustomer(c)
  const view = await readCheckoutView(c.env, quoteId, Date.now(), customer?.customerId ?? null)
  return reply(c, 200, view)
}

/** Asks the shopper to sign in; the draft is stored, and the sign-in page leads back to the checkout. */
function requestSignIn(c: Context<AppEnv>): Response {
  if (wantsJson(c)) return reply(c, 401, SESSION_OVER)
  setFlashState(c, { form: 'checkout', ok: true, message: SESSION_OVER, errors: {}, fields: {} })
  return c.redirect(signInHref(paths.login, paths.checkout), 303)
}
