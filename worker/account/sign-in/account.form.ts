/** POST /account/form/: the forms to register, sign in, sign out and change passwords. */
import type { Context } from 'hono'
import { accountErrors } from '../../../schema/identity/sign-in/account-errors.api.ts'
import {
  ACCOUNT_ACTIONS,
  ACCOUNT_MESSAGES,
  type AccountAction,
} from '../../../schema/identity/sign-in/account-form.api.ts'
import { EMAIL_CHANGE_MESSAGES } from '../../../schema/identity/sign-in/email-change.ts'
import { USER_MESSAGES } from '../../../schema/identity/sign-in/user.api.ts'
import { paths } from '../../../schema/paths.ts'
import { hasErrors, normalizePhone } from '../../../schema/platform/forms/field.ts'
import type { FormTexts } from '../../../schema/platform/forms/form-texts.ts'
import { readCartIdCookie } from '../../cart/cart-cookie.ts'
import { createAccount } from '../../checkout/account-from-order.ts'
import type { AppEnv } from '../../env.ts'
import { checkCaptcha } from '../../identity/captcha/captcha.ts'
import { getCurrentCustomer } from '../../identity/session/current-customer.ts'
import { setTrustedDevice } from '../../identity/session/device-cookie.ts'
import { requireCaptcha } from '../../identity/sign-in/captcha-guard.ts'
import { confirmEmail } from '../../identity/sign-in/change-email.ts'
import { NOT_AUTHORIZED } from '../../identity/sign-in/customer-access.ts'
import { register } from '../../identity/sign-in/register.ts'
import { checkCredentials } from '../../identity/sign-in/sign-in.ts'
import { linkPendingIdentity } from '../../identity/social/social-sign-in.ts'
import { readOrderForThankYou } from '../../orders/status/read-thank-you.ts'
import { type ActionOutcome, fail, succeed, toFormAnswer } from '../../platform/forms/action-outcome.ts'
import { FORM_TEXTS, type FormAnswer, formRoute } from '../../platform/forms/form-route.ts'
import { safeRedirectPath } from '../../platform/http/same-origin.ts'
import { clientNetwork } from '../../platform/limits/client-network.ts'
import { isMailboxOverLimit, isRateLimited, TOO_MANY } from '../../platform/limits/rate-limit.ts'
import { signInBrowser, signOutBrowser } from './browser-sign-in.ts'
import { changePassword, createPassword, renewCart, requestPasswordReset } from './passwords.ts'

const ACTIONS: Record<AccountAction, (c: Context<AppEnv>, fields: FormTexts) => Promise<ActionOutcome>> = {
  'sign-in': signIn,
  register: registerCustomer,
  'sign-out': signOut,
  forgot,
  reset,
  'change-password': change,
  'keep-order': keepOrder,
  'confirm-email': confirm,
}

/** The page of each form that has no field `from`. */
const PAGES: Record<AccountAction, string> = {
  'sign-in': paths.login,
  register: paths.register,
  'sign-out': paths.home,
  forgot: paths.login,
  reset: paths.createPassword,
  'change-password': paths.account,
  'keep-order': paths.thankYou,
  'confirm-email': paths.login,
}

export const accountForm = formRoute({
  schema: FORM_TEXTS,
  run: async (c, fields) => {
    const action = ACCOUNT_ACTIONS.find((known) => known === fields.action)
    if (!action) return toAnswer('sign-in', {}, fail(400, 'We couldn’t find this form.'))
    const errors = accountErrors(action, fields)
    if (hasErrors(errors)) return toAnswer(action, fields, fail(400, ACCOUNT_MESSAGES.check, errors))
    const captcha = action === 'keep-order' ? await requireCaptcha(c, paths.accountForm, fields) : null
    return captcha ?? toAnswer(action, fields, await ACTIONS[action](c, fields))
  },
})

async function signIn(c: Context<AppEnv>, fields: FormTexts): Promise<ActionOutcome> {
  if (await isRateLimited(c, 'SIGN_IN_LIMIT', 'sign-in')) return fail(429, TOO_MANY)
  const customer = await checkCredentials(c, fields.emailAddress ?? '', fields.password ?? '')
  if (!customer) return fail(401, USER_MESSAGES.signIn)
  await signInBrowser(c, customer)
  await linkPendingIdentity(c, customer)
  return succeed(safeRedirectPath(fields.back) ?? paths.account)
}

async function registerCustomer(c: Context<AppEnv>, fields: FormTexts): Promise<ActionOutcome> {
  if (await isRateLimited(c, 'FORM_LIMIT', 'register')) return fail(429, TOO_MANY)
  if (!(await isPerson(c, fields))) return fail(400, USER_MESSAGES.captcha)
  const text = (name: string) => (fields[name] ?? '').trim()
  const registration = {
    email: text('emailAddress'),
    firstname: text('firstName'),
    lastname: text('lastName'),
    telephone: normalizePhone(text('phoneNumber')),
    password: fields.password ?? '',
  }
  const created = await register(c, registration, Date.now())
  if (!created.ok)
    return fail(400, created.message, created.field ? { [created.field]: created.message } : {})
  const { email, firstname } = registration
  await signInBrowser(c, { id: created.customerId, email: email.toLowerCase(), firstname })
  return succeed(safeRedirectPath(fields.back) ?? paths.account, ACCOUNT_MESSAGES.registered)
}

async function signOut(c: Context<AppEnv>, fields: FormTexts): Promise<ActionOutcome> {
  await signOutBrowser(c)
  return succeed(safeRedirectPath(fields.back) ?? paths.home, ACCOUNT_MESSAGES.loggedOut)
}

/** Sends a link to choose a password. Reports an unknown address, as the requirements demand, behind rate limits and a captcha. */
async function forgot(c: Context<AppEnv>, fields: FormTexts): Promise<ActionOutcome> {
  const email = (fields.emailAddress ?? '').trim()
  const tooOften =
    (await isRateLimited(c, 'MAIL_LIMIT', 'reset')) || (await isMailboxOverLimit(c, 'reset-to', email))
  if (tooOften) return fail(429, TOO_MANY)
  if (!(await isPerson(c, fields))) return fail(400, USER_MESSAGES.captcha)
  if (await requestPasswordReset(c, email)) return succeed(paths.login, ACCOUNT_MESSAGES.linkSent)
  return fail(404, ACCOUNT_MESSAGES.unknownEmail, { emailAddress: ACCOUNT_MESSAGES.unknownEmail })
}

/** Sets a password by a link from a mail. The link shows that the shopper owns the address, so this browser is trusted. */
async function reset(c: Context<AppEnv>, fields: FormTexts): Promise<ActionOutcome> {
  if (await isRateLimited(c, 'SIGN_IN_LIMIT', 'sign-in')) return fail(429, TOO_MANY)
  const changed = await createPassword(c, {
    token: fields.token ?? '',
    email: null,
    next: fields.password ?? '',
  })
  if (!changed.ok) {
    return changed.field
      ? fail(400, ACCOUNT_MESSAGES.check, { [changed.field]: changed.message })
      : fail(400, ACCOUNT_MESSAGES.linkOver)
  }
  setTrustedDevice(c, changed.customer.email)
  return succeed(paths.login, ACCOUNT_MESSAGES.passwordChanged)
}

/** Confirms an e-mail address by the link sent to it. A changed address ends every session of the customer, also this one. */
async function confirm(c: Context<AppEnv>, fields: FormTexts): Promise<ActionOutcome> {
  if (await isRateLimited(c, 'SIGN_IN_LIMIT', 'sign-in')) return fail(429, TOO_MANY)
  const who = await getCurrentCustomer(c)
  const confirmed = await confirmEmail(c.env, fields.token ?? '', Date.now())
  if (!confirmed.ok) return fail(400, confirmed.message)
  const { customerId, email, moved, hasPassword } = confirmed
  setTrustedDevice(c, email)
  const isOwn = who?.customerId === customerId
  if (!moved) return succeed(isOwn ? paths.account : paths.login, EMAIL_CHANGE_MESSAGES.confirmed)
  if (isOwn) await signOutBrowser(c)
  await renewCart(c, customerId, Date.now())
  return hasPassword
    ? succeed(paths.login, EMAIL_CHANGE_MESSAGES.changed)
    : succeed(paths.createPassword, EMAIL_CHANGE_MESSAGES.changedNoPassword)
}

/** Changes the password: every session ends, and this browser gets a new one. */
async function change(c: Context<AppEnv>, fields: FormTexts): Promise<ActionOutcome> {
  const customer = await getCurrentCustomer(c)
  if (!customer) return fail(401, NOT_AUTHORIZED)
  if (await isRateLimited(c, 'SIGN_IN_LIMIT', 'sign-in')) return fail(429, TOO_MANY)
  const changed = await changePassword(c, {
    customerId: customer.customerId,
    current: fields.oldPassword ?? '',
    next: fields.password ?? '',
  })
  if (!changed.ok) {
    const errors = changed.field ? { [changed.field]: changed.message } : {}
    return fail(changed.code === 429 ? 429 : 400, changed.message, errors)
  }
  await signInBrowser(c, changed.customer)
  return succeed(safeRedirectPath(fields.back) ?? paths.account, ACCOUNT_MESSAGES.passwordChanged)
}

/** Creates an account from the order that this browser has just placed, which the cookie of its cart identifies. */
async function keepOrder(c: Context<AppEnv>, fields: FormTexts): Promise<ActionOutcome> {
  if (await isRateLimited(c, 'FORM_LIMIT', 'register')) return fail(429, TOO_MANY)
  const quoteId = readCartIdCookie(c)
  const order = quoteId === null ? null : await readOrderForThankYou(c.env, quoteId)
  if (!order || order.customerId !== null || (await getCurrentCustomer(c)))
    return fail(404, ACCOUNT_MESSAGES.orderGone)
  const weak = accountErrors('keep-order', { ...fields, emailAddress: order.email })
  if (hasErrors(weak)) return fail(400, ACCOUNT_MESSAGES.check, weak)
  const message = await createAccount(c, order, fields.password ?? '')
  return message === null ? succeed(paths.thankYou, ACCOUNT_MESSAGES.registered) : fail(400, message)
}

function isPerson(c: Context<AppEnv>, fields: FormTexts): Promise<boolean> {
  const response = fields.captcha ?? fields['cf-turnstile-response']
  return checkCaptcha(c.get('config'), response, clientNetwork(c))
}

function toAnswer(form: AccountAction, texts: FormTexts, outcome: ActionOutcome): FormAnswer {
  const page = formPage(form, texts)
  return toFormAnswer(outcome, { form, page, texts, restoredFields: REPEATED_FIELDS, nextPage: 'back' })
}

/** Returns the page of a form. */
function formPage(action: AccountAction, fields: FormTexts): string {
  const from = safeRedirectPath(fields.from)
  if (from !== null) return from
  const back = safeRedirectPath(fields.back)
  if (action === 'reset') return `${paths.createPassword}?token=${encodeURIComponent(fields.token ?? '')}`
  return back === null ? PAGES[action] : `${PAGES[action]}?back=${encodeURIComponent(back)}`
}

const REPEATED_FIELDS = ['emailAddress', 'firstName', 'lastName', 'phoneNumber'] as const
