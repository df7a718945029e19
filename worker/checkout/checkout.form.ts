/**
 * POST /checkout/form/: the checkout's steps as plain forms, validated by the rules that the page uses too. What was typed
 * is stored with the cart, so that neither a reload nor a browser without JavaScript loses anything. A browser is sent on
 * with 303; asked for JSON, the endpoint stores the step and answers the checkout as it is now, but never places an order.
 */
import { type Context, Hono } from 'hono'
import { isAllVirtual } from '../../schema/cart/cart.ts'
import {
  type CheckoutDraft,
  emptyDraft,
  firstInvalidStep,
  NO_ACCOUNT,
  nextStep,
  openStep,
  type Step,
  stepsFor,
} from '../../schema/checkout/checkout.ts'
import {
  accountFrom,
  type FormFields,
  isStep,
  paymentFrom,
  personalFrom,
  shippingFrom,
} from '../../schema/checkout/checkout-form-fields.ts'
import { newPasswordMessage } from '../../schema/identity/sign-in/new-password.ts'
import { SESSION_OVER, signInHref } from '../../schema/identity/sign-in/sign-in.api.ts'
import { ORDER_MESSAGES, TOO_MANY_ORDERS } from '../../schema/orders/order.ts'
import { CARD_METHOD, paymentMethodsFor } from '../../schema/orders/payment.ts'
import { paths } from '../../schema/paths.ts'
import { type FieldErrors, hasErrors } from '../../schema/platform/forms/field.ts'
import { readCartIdCookie } from '../cart/cart-cookie.ts'
import { updateCartSettings } from '../cart/update-cart.ts'
import { enabledMethods } from '../config.ts'
import type { AppEnv, Env } from '../env.ts'
import { allRegions } from '../identity/location/region.sql.ts'
import { getCurrentCustomer } from '../identity/session/current-customer.ts'
import { requireCaptcha } from '../identity/sign-in/captcha-guard.ts'
import { isSessionExpired } from '../identity/sign-in/customer-access.ts'
import { keepWantedPassword, takeWantedPassword } from '../identity/sign-in/wanted-password.ts'
import { setFlashState } from '../platform/forms/flash-cookie.ts'
import { formTexts, limitForm } from '../platform/forms/form-body.ts'
import { reply } from '../platform/http/reply.ts'
import { isSameOrigin } from '../platform/http/same-origin.ts'
import { isRateLimited } from '../platform/limits/rate-limit.ts'
import { forbiddenPage } from '../platform/page/forbidden.tsx'
import { saveDraft } from './checkout-draft.ts'
import { applyRefusalToDraft, pendingHref, toOrderRequest } from './draft-request.ts'
import { submitOrder } from './placement/submit-order.ts'
import { readCheckoutView } from './read-checkout.ts'
import { type CheckoutContext, validateCheckout } from './validate-checkout.ts'

export const checkoutForm = new Hono<AppEnv>()

checkoutForm.use(limitForm())

checkoutForm.post('/', async (c) => {
  if (!isSameOrigin(c.req.raw)) return forbiddenPage(c)
  const quoteId = readCartIdCookie(c)
  const stored = quoteId === null ? null : await c.env.CART.getByName(quoteId).readCheckout()
  const cart = stored?.cart ?? null
  if (quoteId === null || cart === null || cart.orderNumber !== null || cart.lines.length === 0) {
    if (wantsJson(c)) return reply(c, 404, 'Your cart is empty.')
    // The order was placed and its answer lost: the shopper is led to what was bought.
    return c.redirect(cart && cart.orderNumber !== null ? paths.thankYou : paths.cart, 303)
  }
  const fields = await formTexts(c)
  const { step } = fields
  const draft = stored?.draft ?? emptyDraft()
  if (!isStep(step)) return show(c, quoteId)
  if (fields.action === 'cancel-payment') {
    // Not free: it was paid meanwhile, or nobody can tell yet. The page says which.
    const isFree = await c.env.CART.getByName(quoteId).cancelPendingOrder()
    const notice = isFree ? ORDER_MESSAGES['payment-canceled'] : null
    await saveDraft(c.env, quoteId, { ...reopened(draft, 'payment'), notice }, Date.now())
    return show(c, quoteId)
  }
  if (fields.action === 'edit') {
    await saveDraft(c.env, quoteId, reopened(draft, step), Date.now())
    return show(c, quoteId)
  }
  const wantsAccount =
    step === 'personal' && accountFrom(fields).password !== '' && !(await getCurrentCustomer(c))
  const asked = wantsAccount ? await requireCaptcha(c, paths.checkoutForm, fields) : null
  if (asked) return asked
  const about = { allVirtual: isAllVirtual(cart), regions: await allRegions(c.env.DB) }
  const next = await takeStep(c, { quoteId, about, draft, step, fields })
  const complete = step === 'payment' && !hasErrors(next.errors)
  const isOver = await isSessionExpired(c)
  if (!complete || wantsJson(c) || isOver) {
    await saveDraft(c.env, quoteId, complete ? reopened(next, 'payment') : next, Date.now())
    return isOver ? askToSignIn(c) : show(c, quoteId)
  }
  if (await isRateLimited(c, 'ORDER_LIMIT', 'order')) {
    await saveDraft(c.env, quoteId, { ...reopened(next, 'payment'), notice: TOO_MANY_ORDERS }, Date.now())
    return show(c, quoteId)
  }
  const shownTotal = /^\d{1,9}$/.test(fields.shownTotal ?? '') ? Number(fields.shownTotal) : null
  const request = toOrderRequest(next, { ...about, shownTotal })
  const outcome = await submitOrder(c, { quoteId, request, isBrowserCart: true, savesCard: false })
  if (outcome.ok) return c.redirect(paths.thankYou, 303)
  await saveDraft(c.env, quoteId, applyRefusalToDraft(next, outcome), Date.now())
  const pending = pendingHref(outcome)
  return pending === null ? show(c, quoteId) : c.redirect(pending, 303)
})

/** Reads one step into the draft, validates it, and opens the next one when it is right. */
async function takeStep(
  c: Context<AppEnv>,
  given: { quoteId: string; about: CheckoutContext; draft: CheckoutDraft; step: Step; fields: FormFields },
): Promise<CheckoutDraft> {
  const { about, step, fields, quoteId } = given
  const { regions, allVirtual } = about
  const steps = stepsFor(allVirtual)
  const typed: CheckoutDraft = { ...given.draft, notice: null }
  if (step === 'personal') typed.personal = personalFrom(fields)
  const account = step === 'personal' ? await takeAccount(c, quoteId, typed, fields) : { errors: {} }
  if (step === 'shipping') typed.shipping = shippingFrom(fields, regions)
  if (step === 'payment') typed.payment = paymentFrom(fields, regions)
  const validated = await validateCheckout(c.env.DB, typed, about)
  validated.errors.personal = { ...validated.errors.personal, ...account.errors }
  if (step === 'payment' && !wantsJson(c) && typed.payment.paymentMethod === CARD_METHOD) {
    validated.errors.payment = {
      ...validated.errors.payment,
      paymentMethod: cardNeedsScript(c.env, allVirtual),
    }
  }
  // Nothing virtual is sent; its tax follows the billing address, which the last step asks for.
  if (validated.shipTo && step === (allVirtual ? 'payment' : 'shipping')) {
    const [carrierCode = '', methodCode = ''] = validated.draft.shipping.shippingMethod.split(':')
    const settings = {
      shipTo: validated.shipTo,
      shippingMethod: methodCode ? { carrierCode, methodCode } : null,
    }
    await updateCartSettings(c.env, quoteId, settings, Date.now())
  }
  // The last form answers for all of them: an earlier step that is not good (or was never sent) is opened instead.
  const wrong = step === 'payment' ? (firstInvalidStep(validated.errors, steps) ?? step) : step
  const errors = validated.errors[wrong] ?? {}
  const states = nextStep(openStep(validated.draft.steps, wrong), errors, steps)
  return { ...validated.draft, errors, steps: states }
}

/**
 * The account that the shopper wants with the purchase: nothing is hashed and nobody learns who has an account before the
 * order stands. Left empty the password is the one that was given before; taken back, nothing of it stays.
 */
async function takeAccount(
  c: Context<AppEnv>,
  quoteId: string,
  typed: CheckoutDraft,
  fields: FormFields,
): Promise<{ errors: FieldErrors }> {
  const { createAccount, password } = accountFrom(fields)
  if (!createAccount || (await getCurrentCustomer(c))) {
    typed.account = NO_ACCOUNT
    await takeWantedPassword(c, quoteId)
    return { errors: {} }
  }
  const isKept = typed.account?.hasPassword === true
  const weak =
    password === '' && isKept ? null : newPasswordMessage(password, { email: typed.personal.emailAddress })
  const isTaken = password !== '' && weak === null
  if (isTaken) await keepWantedPassword(c, quoteId, password)
  typed.account = { createAccount, hasPassword: isKept || isTaken }
  return { errors: weak === null ? {} : { password: weak } }
}

/** The card's fields are its provider's script; a form that was sent without it says which ways need none. */
function cardNeedsScript(env: Env, allVirtual: boolean): string {
  const methods = paymentMethodsFor({ allVirtual, offered: enabledMethods(env), total: null })
  const others = methods
    .filter(({ code }) => code !== CARD_METHOD)
    .map(({ title }) => title.replace(/,.*/, ''))
  const list = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(others)
  const ways = list === '' ? '' : ` Choose another way to pay: ${list}.`
  return `The card fields need JavaScript and were not there yet.${ways}`
}

function reopened(draft: CheckoutDraft, step: Step): CheckoutDraft {
  return { ...draft, steps: openStep(draft.steps, step), errors: {}, notice: null }
}

async function show(c: Context<AppEnv>, quoteId: string): Promise<Response> {
  if (!wantsJson(c)) return c.redirect(paths.checkout, 303)
  const customer = await getCurrentCustomer(c)
  const view = await readCheckoutView(c.env, quoteId, Date.now(), customer?.customerId ?? null)
  return reply(c, 200, view)
}

/** Asks to sign in; the draft is stored, and the next page leads back to it. */
function askToSignIn(c: Context<AppEnv>): Response {
  if (wantsJson(c)) return reply(c, 401, SESSION_OVER)
  setFlashState(c, { form: 'checkout', ok: true, message: SESSION_OVER, errors: {}, fields: {} })
  return c.redirect(signInHref(paths.login, paths.checkout), 303)
}

function wantsJson(c: Context<AppEnv>): boolean {
  return c.req.header('Accept')?.includes('application/json') ?? false
}
