/** The /api/user calls (F1): their bodies and results. */
import * as v from 'valibot'
import { boundedList } from '../../platform/list.ts'
import { MAX_ADDRESSES } from './customer.ts'

const text = v.pipe(v.string(), v.maxLength(255))
const short = v.pipe(text, v.minLength(1, 'should not be empty'))
/** A password, longer than the rules allow: the rules report its length with their own message. */
const password = v.pipe(v.string(), v.minLength(1, 'should not be empty'), v.maxLength(1000))

const ADDRESS = v.looseObject({
  id: v.nullish(v.union([v.number(), v.string()]), null),
  customer_id: v.nullish(v.union([v.number(), v.string()]), null),
  default_shipping: v.nullish(v.unknown()),
  default_billing: v.nullish(v.unknown()),
})
/** The fields that are read; clients send many more. */
const CHANGES = {
  addresses: v.nullish(boundedList(ADDRESS, MAX_ADDRESSES)),
  custom_attributes: v.nullish(
    boundedList(v.object({ attribute_code: text, value: v.nullish(v.unknown()) }), 100),
  ),
  extension_attributes: v.nullish(v.object({ is_first_login: v.nullish(v.unknown()) })),
}

export const USER_CREATE = v.object({
  customer: v.object({ email: short, firstname: short, lastname: short, ...CHANGES }),
  password,
})
export const USER_UPDATE = v.object({
  customer: v.object({
    email: v.nullish(text),
    firstname: v.nullish(text),
    lastname: v.nullish(text),
    ...CHANGES,
  }),
})
export type UserChanges = v.InferOutput<typeof USER_UPDATE>['customer']

export const USER_LOGIN = v.object({ username: v.string(), password: v.string() })
export const USER_REFRESH = v.object({ refreshToken: v.string() })
export const USER_CHANGE_PASSWORD = v.object({ currentPassword: password, newPassword: password })
export const USER_CREATE_PASSWORD = v.object({ email: short, newPassword: password, resetToken: short })
export const USER_RESET_PASSWORD = v.object({ email: short })
export const ORDER_HISTORY_QUERY = v.object({
  pageSize: v.optional(page(100), '20'),
  currentPage: v.optional(page(100_000), '1'),
})

export const USER_MESSAGES = {
  signIn:
    'The account sign-in was incorrect or your account is disabled temporarily. Please wait and try again later.',
  noRefreshToken: 'No refresh token provided',
  badRefreshToken: 'Invalid refresh token provided',
  currentPassword: "The password doesn't match this account. Verify the password and try again.",
  noPassword: 'This account has no password yet. Ask for an email link to choose one.',
  invalidEmail: 'Invalid e-mail provided!',
  resetToken: 'The password token is mismatched. Reset and try again.',
  captcha: 'Please confirm that you’re not a robot and try again.',
} as const

export function unknownEmailMessage(email: string): string {
  return `No such entity with email = ${email.slice(0, 100)}, websiteId = 1`
}

function page(max: number) {
  return v.fallback(
    v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number), v.minValue(1), v.maxValue(max)),
    max === 100 ? 20 : 1,
  )
}
