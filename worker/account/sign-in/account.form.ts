/**
 * POST /account/form/: registering, signing in and out, and passwords as plain forms. A browser is sent on with 303 and
 * finds the words there; asked for JSON, the endpoint answers the envelope.
 */
import { type Context, Hono } from 'hono'
import { accountErrors } from '../../../schema/identity/sign-in/account-errors.api.ts'
import {
  ACCOUNT_ACTIONS,
  ACCOUNT_MESSAGES,
  type AccountAction,
  type AccountFields,
} from '../../../schema/identity/sign-in/account-form.api.ts'
import { EMAIL_CHANGE_MESSAGES } from '../../../schema/identity/sign-in/email-change.ts'
import { USER_MESSAGES } from '../../../schema/identity/sign-in/user.api.ts'
import { paths } from '../../../schema/paths.ts'
import { cleanPhone, type FieldErrors, hasErrors } from '../../../schema/platform/forms/field.ts'
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
import { readOrderForThankYou } from '../../orders/read-order.ts'
import { setFlashState } from '../../platform/forms/flash-cookie.ts'
import { formTexts, limitForm } from '../../platform/forms/form-body.ts'
import { reply } from '../../platform/http/reply.ts'
import { isSameOrigin, safeRedirectPath } from '../../platform/http/same-origin.ts'
import { clientNetwork } from '../../platform/limits/client-network.ts'
import { isMailboxOverLimit, isRateLimited, TOO_MANY } from '../../platform/limits/rate-limit.ts'
import { forbiddenPage } from '../../platform/page/forbidden.tsx'
import { signInBrowser, signOutBrowser } from './browser-sign-in.ts'
import { changePassword, createPassword, renewCart, requestPasswordReset } from './passwords.ts'

export const accountForm = new Hono<AppEnv>()

accountForm.use(limitForm())

/** What came of a form: where it goes on, or why it does not. */
type Outcome =
  | { ok: true; to: string; message: string | null }
  | { ok: false; code: number; message: string; errors: FieldErrors }

const ACTS: Record<AccountAction, (c: Context<AppEnv>, fields: AccountFields) => Promise<Outcome>> = {
  'sign-in': signIn,
  register: registerHere,
  'sign-out': signOut,
  forgot,
  reset,
  'change-password': change,
  'keep-order': keepOrder,
  'confirm-email': confirm,
}

/** Where each form stands, when it does not say. */
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

accountForm.post('/', async (c) => {
  if (!isSameOrigin(c.req.raw)) return forbiddenPage(c)
  const fields = await formTexts(c)
  const action = ACCOUNT_ACTIONS.find((known) => known === fields.action)
  if (!action) return answer(c, 'sign-in', {}, no(400, 'There is no such form.'))
  const errors = accountErrors(action, fields)
  const asksPerson = action === 'keep-order' && !hasErrors(errors)
  const asked = asksPerson ? await requireCaptcha(c, paths.accountForm, fields) : null
  if (asked) return asked
  const outcome = hasErrors(errors)
    ? { ok: false as const, code: 400, message: ACCOUNT_MESSAGES.check, errors }
    : await ACTS[action](c, fields)
  return answer(c, action, fields, outcome)
})

async function signIn(c: Context<AppEnv>, fields: AccountFields): Promise<Outcome> {
  if (await isRateLimited(c, 'SIGN_IN_LIMIT', 'sign-in')) return no(429, TOO_MANY)
  const customer = await checkCredentials(c, fields.emailAddress ?? '', fields.password ?? '')
  if (!customer) return no(401, USER_MESSAGES.signIn)
  await signInBrowser(c, customer)
  await linkPendingIdentity(c, customer)
  return yes(safeRedirectPath(fields.back) ?? paths.account)
}

async function registerHere(c: Context<AppEnv>, fields: AccountFields): Promise<Outcome> {
  if (await isRateLimited(c, 'FORM_LIMIT', 'register')) return no(429, TOO_MANY)
  if (!(await isPerson(c, fields))) return no(400, USER_MESSAGES.captcha)
  const text = (name: string) => (fields[name] ?? '').trim()
  const wanted = {
    email: text('emailAddress'),
    firstname: text('firstName'),
    lastname: text('lastName'),
    telephone: cleanPhone(text('phoneNumber')),
    password: fields.password ?? '',
  }
  const made = await register(c, wanted, Date.now())
  if (!made.ok) return no(400, made.message, made.field ? { [made.field]: made.message } : {})
  const { email, firstname } = wanted
  await signInBrowser(c, { id: made.customerId, email: email.toLowerCase(), firstname })
  return yes(safeRedirectPath(fields.back) ?? paths.account, ACCOUNT_MESSAGES.registered)
}

async function signOut(c: Context<AppEnv>, fields: AccountFields): Promise<Outcome> {
  await signOutBrowser(c)
  return yes(safeRedirectPath(fields.back) ?? paths.home, ACCOUNT_MESSAGES.loggedOut)
}

/** Sends a reset link. Says when nobody has the address, behind limits and captcha. */
async function forgot(c: Context<AppEnv>, fields: AccountFields): Promise<Outcome> {
  const email = (fields.emailAddress ?? '').trim()
  const tooOften =
    (await isRateLimited(c, 'MAIL_LIMIT', 'reset')) || (await isMailboxOverLimit(c, 'reset-to', email))
  if (tooOften) return no(429, TOO_MANY)
  if (!(await isPerson(c, fields))) return no(400, USER_MESSAGES.captcha)
  if (await requestPasswordReset(c, email)) return yes(paths.login, ACCOUNT_MESSAGES.linkSent)
  return no(404, ACCOUNT_MESSAGES.unknownEmail, { emailAddress: ACCOUNT_MESSAGES.unknownEmail })
}

/** By the link of a mail. Its holder owns the address, so this browser is trusted with the account from now on. */
async function reset(c: Context<AppEnv>, fields: AccountFields): Promise<Outcome> {
  if (await isRateLimited(c, 'SIGN_IN_LIMIT', 'sign-in')) return no(429, TOO_MANY)
  const wanted = { token: fields.token ?? '', email: null, next: fields.password ?? '' }
  const changed = await createPassword(c, wanted)
  if (!changed.ok) {
    return changed.field
      ? no(400, ACCOUNT_MESSAGES.check, { [changed.field]: changed.message })
      : no(400, ACCOUNT_MESSAGES.linkOver)
  }
  setTrustedDevice(c, changed.customer.email)
  return yes(paths.login, ACCOUNT_MESSAGES.passwordChanged)
}

/** By the link of a mail to the address. A new one ends every session, this browser's too if it was one of them. */
async function confirm(c: Context<AppEnv>, fields: AccountFields): Promise<Outcome> {
  if (await isRateLimited(c, 'SIGN_IN_LIMIT', 'sign-in')) return no(429, TOO_MANY)
  const who = await getCurrentCustomer(c)
  const confirmed = await confirmEmail(c.env, fields.token ?? '', Date.now())
  if (!confirmed.ok) return no(400, confirmed.message)
  const { customerId, email, moved, hasPassword } = confirmed
  setTrustedDevice(c, email)
  const isOwn = who?.customerId === customerId
  if (!moved) return yes(isOwn ? paths.account : paths.login, EMAIL_CHANGE_MESSAGES.confirmed)
  if (isOwn) await signOutBrowser(c)
  await renewCart(c, customerId, Date.now())
  return hasPassword
    ? yes(paths.login, EMAIL_CHANGE_MESSAGES.changed)
    : yes(paths.createPassword, EMAIL_CHANGE_MESSAGES.changedNoPassword)
}

/** Changes the password: every session ends, and this browser gets a new one. */
async function change(c: Context<AppEnv>, fields: AccountFields): Promise<Outcome> {
  const customer = await getCurrentCustomer(c)
  if (!customer) return no(401, NOT_AUTHORIZED)
  if (await isRateLimited(c, 'SIGN_IN_LIMIT', 'sign-in')) return no(429, TOO_MANY)
  const changed = await changePassword(c, {
    customerId: customer.customerId,
    current: fields.oldPassword ?? '',
    next: fields.password ?? '',
  })
  if (!changed.ok) {
    const errors = changed.field ? { [changed.field]: changed.message } : {}
    return no(changed.code === 429 ? 429 : 400, changed.message, errors)
  }
  await signInBrowser(c, changed.customer)
  return yes(safeRedirectPath(fields.back) ?? paths.account, ACCOUNT_MESSAGES.passwordChanged)
}

/** An account out of the order that this browser has just placed; its cart's cookie is the proof that it did. */
async function keepOrder(c: Context<AppEnv>, fields: AccountFields): Promise<Outcome> {
  if (await isRateLimited(c, 'FORM_LIMIT', 'register')) return no(429, TOO_MANY)
  const quoteId = readCartIdCookie(c)
  const order = quoteId === null ? null : await readOrderForThankYou(c.env, quoteId)
  if (!order || order.customerId !== null || (await getCurrentCustomer(c)))
    return no(404, ACCOUNT_MESSAGES.orderGone)
  const weak = accountErrors('keep-order', { ...fields, emailAddress: order.email })
  if (hasErrors(weak)) return no(400, ACCOUNT_MESSAGES.check, weak)
  const message = await createAccount(c, order, fields.password ?? '')
  return message === null ? yes(paths.thankYou, ACCOUNT_MESSAGES.registered) : no(400, message)
}

function yes(to: string, message: string | null = null): Outcome {
  return { ok: true, to, message }
}

function no(code: number, message: string, errors: FieldErrors = {}): Outcome {
  return { ok: false, code, message, errors }
}

function isPerson(c: Context<AppEnv>, fields: AccountFields): Promise<boolean> {
  const response = fields.captcha ?? fields['cf-turnstile-response']
  return checkCaptcha(c.get('config'), response, clientNetwork(c))
}

function answer(
  c: Context<AppEnv>,
  action: AccountAction,
  fields: AccountFields,
  outcome: Outcome,
): Response {
  const { ok, message } = outcome
  if (c.req.header('Accept')?.includes('application/json')) {
    return ok
      ? reply(c, 200, { back: outcome.to, message })
      : reply(c, outcome.code, { message, errors: outcome.errors })
  }
  if (message !== null) {
    const errors = ok ? {} : outcome.errors
    setFlashState(c, { form: action, ok, message, errors, fields: ok ? {} : typedIn(fields) })
  }
  return c.redirect(ok ? outcome.to : pageOf(action, fields), 303)
}

/** The form's own page again. */
function pageOf(action: AccountAction, fields: AccountFields): string {
  const from = safeRedirectPath(fields.from)
  if (from !== null) return from
  const back = safeRedirectPath(fields.back)
  if (action === 'reset') return `${paths.createPassword}?token=${encodeURIComponent(fields.token ?? '')}`
  return back === null ? PAGES[action] : `${PAGES[action]}?back=${encodeURIComponent(back)}`
}

const TYPED_AGAIN = ['emailAddress', 'firstName', 'lastName', 'phoneNumber'] as const

/** What may be shown again; no password, no token. */
function typedIn(fields: AccountFields): Record<string, string> {
  return Object.fromEntries(
    TYPED_AGAIN.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name] ?? '']])),
  )
}
