/** The /api/user calls (F1), each with the error format that clients expect from it. */
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { toUserDocument, type UserDocument } from '../../schema/compat/catalog/user-document.api.ts'
import { toOrderHistory } from '../../schema/compat/order-history.api.ts'
import { unknownAttributeMessage } from '../../schema/identity/sign-in/customer.ts'
import {
  ORDER_HISTORY_QUERY,
  USER_CHANGE_PASSWORD,
  USER_CREATE,
  USER_CREATE_PASSWORD,
  USER_LOGIN,
  USER_MESSAGES,
  USER_REFRESH,
  USER_RESET_PASSWORD,
  USER_UPDATE,
  unknownEmailMessage,
} from '../../schema/identity/sign-in/user.api.ts'
import { validateField } from '../../schema/platform/forms/field.ts'
import { readBody } from '../../schema/platform/http/schema-error.api.ts'
import { changePassword, createPassword, requestPasswordReset } from '../account/sign-in/passwords.ts'
import { profileChange, readAddresses, updateProfile } from '../account/update-profile.ts'
import type { AppEnv } from '../env.ts'
import { checkCaptcha } from '../identity/captcha/captcha.ts'
import { allRegions } from '../identity/location/region.sql.ts'
import { issueGroupToken } from '../identity/session/access-token.ts'
import { readCustomer } from '../identity/sign-in/customer.sql.ts'
import { NOT_AUTHORIZED, withCustomer } from '../identity/sign-in/customer-access.ts'
import { register } from '../identity/sign-in/register.ts'
import { checkCredentials, refreshAccessToken, signInApiClient } from '../identity/sign-in/sign-in.ts'
import { readOrdersOfCustomer } from '../orders/order.sql.ts'
import { jsonBody, limitBody, NOT_JSON_MESSAGE } from '../platform/http/json-body.ts'
import { reply } from '../platform/http/reply.ts'
import { clientNetwork } from '../platform/limits/client-network.ts'
import { isMailboxOverLimit, isRateLimited, TOO_MANY } from '../platform/limits/rate-limit.ts'

export const userApi = new Hono<AppEnv>()

userApi.use(limitBody(262_144))

userApi.post('/create', async (c) => {
  const json = await jsonBody(c)
  if (!json) return reply(c, 400, NOT_JSON_MESSAGE)
  const read = readBody(USER_CREATE, json)
  if (!read.ok) return reply(c, 400, read.errors)
  if (await isRateLimited(c, 'FORM_LIMIT', 'register')) return reply(c, 429, TOO_MANY)
  if (!(await checkCaptcha(c.get('config'), c.req.header('x-recaptcha'), clientNetwork(c)))) {
    return reply(c, 400, USER_MESSAGES.captcha)
  }
  const { customer, password } = read.body
  const attributeError = unknownAttributeMessage(customer.custom_attributes ?? [])
  if (attributeError !== null) return reply(c, 400, attributeError)
  const book = customer.addresses ? await readAddresses(c.env.DB, customer.addresses, null) : null
  if (book && !book.ok) return reply(c, book.code, book.message)
  const { telephone = '' } = profileChange(customer)
  const { email, firstname, lastname } = customer
  const profile = { email: email.trim(), firstname: firstname.trim(), lastname: lastname.trim(), telephone }
  const account = await register(c, { ...profile, password, addresses: book?.addresses ?? [] }, Date.now())
  if (!account.ok) return reply(c, 400, account.message)
  return reply(c, 200, await readDocument(c, account.customerId))
})

userApi.post('/login', async (c) => {
  const json = await jsonBody(c)
  if (!json) return reply(c, 400, NOT_JSON_MESSAGE)
  const read = v.safeParse(USER_LOGIN, json)
  if (!read.success) return reply(c, 401, USER_MESSAGES.signIn)
  if (await isRateLimited(c, 'SIGN_IN_LIMIT', 'sign-in')) return reply(c, 429, TOO_MANY)
  const customer = await checkCredentials(c, read.output.username, read.output.password)
  if (!customer) return reply(c, 401, USER_MESSAGES.signIn)
  const { token, refreshToken } = await signInApiClient(c, customer.id)
  return reply(c, 200, token, { refreshToken })
})

/** Refreshes a token. A failure has its message in `meta`: clients use any truthy result as a token. */
userApi.post('/refresh', async (c) => {
  const read = v.safeParse(USER_REFRESH, await jsonBody(c))
  const refuse = (code: number, message: string) => reply(c, code, null, { message })
  if (!read.success) return refuse(500, USER_MESSAGES.noRefreshToken)
  if (await isRateLimited(c, 'SIGN_IN_LIMIT', 'refresh')) return refuse(429, TOO_MANY)
  const { refreshToken } = read.output
  const token = await refreshAccessToken(c, refreshToken)
  return token === null ? refuse(401, USER_MESSAGES.badRefreshToken) : reply(c, 200, token, { refreshToken })
})

userApi.get(
  '/me',
  withCustomer(async (c, { customerId }) => {
    const customer = await readDocument(c, customerId)
    return customer ? reply(c, 200, customer) : reply(c, 401, NOT_AUTHORIZED)
  }),
)

userApi.post(
  '/me',
  withCustomer(async (c, who) => {
    const { customerId } = who
    const json = await jsonBody(c)
    if (!json) return reply(c, 400, NOT_JSON_MESSAGE)
    // Some clients send the profile itself, others wrap it.
    const read = readBody(USER_UPDATE, Object.hasOwn(json, 'customer') ? json : { customer: json })
    if (!read.ok) return reply(c, 500, read.errors)
    if (await isRateLimited(c, 'FORM_LIMIT', 'profile')) return refuseCoded(c, 429, TOO_MANY)
    const customer = await readCustomer(c.env.DB, customerId)
    if (!customer) return reply(c, 401, NOT_AUTHORIZED)
    const saved = await updateProfile(c, customer, read.body.customer, { who, password: '' })
    if (saved.ok) return reply(c, 200, await readDocument(c, customerId))
    return saved.code === 403 ? reply(c, 403, saved.message) : refuseCoded(c, saved.code, saved.message)
  }),
)

userApi.post(
  '/change-password',
  withCustomer(async (c, { customerId }) => {
    const read = v.safeParse(USER_CHANGE_PASSWORD, await jsonBody(c))
    if (!read.success) return refuseCoded(c, 400, `${invalidField(read.issues)} not provided`)
    if (await isRateLimited(c, 'SIGN_IN_LIMIT', 'sign-in')) return refuseCoded(c, 429, TOO_MANY)
    const { currentPassword: current, newPassword: next } = read.output
    const changed = await changePassword(c, { customerId, current, next })
    return changed.ok ? reply(c, 200, true) : refuseCoded(c, changed.code, changed.message)
  }),
)

userApi.post('/create-password', async (c) => {
  const read = v.safeParse(USER_CREATE_PASSWORD, await jsonBody(c))
  if (!read.success) return reply(c, 500, `${invalidField(read.issues)} not provided`)
  if (await isRateLimited(c, 'SIGN_IN_LIMIT', 'sign-in')) return refuseCoded(c, 429, TOO_MANY)
  const { email, newPassword: next, resetToken: token } = read.output
  const changed = await createPassword(c, { token, email, next })
  return changed.ok ? reply(c, 200, true) : refuseCoded(c, changed.code, changed.message)
})

/**
 * Mails a reset link. An unknown address is an error, as clients expect (G10); the mail limits prevent
 * address guessing.
 */
userApi.post('/reset-password', async (c) => {
  const read = v.safeParse(USER_RESET_PASSWORD, await jsonBody(c))
  const email = read.success ? read.output.email.trim() : ''
  if (validateField('emailAddress', email) !== null) return reply(c, 500, USER_MESSAGES.invalidEmail)
  const tooOften =
    (await isRateLimited(c, 'MAIL_LIMIT', 'reset')) || (await isMailboxOverLimit(c, 'reset-to', email))
  if (tooOften) return reply(c, 429, TOO_MANY)
  // Without a solved captcha, where one is configured, the reply does not reveal whether the address is
  // known.
  const isPerson = await checkCaptcha(c.get('config'), c.req.header('x-recaptcha'), clientNetwork(c))
  const sent = await requestPasswordReset(c, email)
  return sent || !isPerson ? reply(c, 200, true) : reply(c, 404, unknownEmailMessage(email))
})

userApi.get(
  '/order-history',
  withCustomer(async (c, { customerId }) => {
    const { pageSize, currentPage } = v.parse(ORDER_HISTORY_QUERY, c.req.query())
    const page = { limit: pageSize, offset: (currentPage - 1) * pageSize }
    const { orders, total } = await readOrdersOfCustomer(c.env.DB, customerId, page)
    return reply(c, 200, toOrderHistory(orders, { pageSize, currentPage, total }))
  }),
)

/** Reads the document of a customer; `null` for a deleted one. */
async function readDocument(c: Context<AppEnv>, customerId: number): Promise<UserDocument | null> {
  const [customer, regions] = await Promise.all([readCustomer(c.env.DB, customerId), allRegions(c.env.DB)])
  if (!customer) return null
  const groupToken = await issueGroupToken(c.get('config'), customer.groupId)
  return { ...toUserDocument(customer, regions), groupToken }
}

/** Replies with `result.errorMessage`, which clients read, and the code of the failure beside it. */
function refuseCoded(c: Context<AppEnv>, code: number, errorMessage: string): Response {
  return reply(c, 500, { errorMessage, code })
}

/** Returns the path of the first invalid field. */
function invalidField(issues: readonly v.BaseIssue<unknown>[]): string {
  const [first] = issues
  return (first && v.getDotPath(first)) || 'body'
}
