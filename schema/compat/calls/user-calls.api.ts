/** The calls of /api/user and /api/review, and the sign-in with a provider's token (F1, C12, F3). */
import * as v from 'valibot'
import { CREATED_REVIEW, REVIEW_BODY } from '../../content/reviews/review.api.ts'
import {
  ORDER_HISTORY_QUERY,
  USER_CHANGE_PASSWORD,
  USER_CREATE,
  USER_CREATE_PASSWORD,
  USER_LOGIN,
  USER_REFRESH,
  USER_RESET_PASSWORD,
  USER_UPDATE,
} from '../../identity/sign-in/user.api.ts'
import {
  SOCIAL_LOGIN,
  SOCIAL_LOGIN_REFUSAL,
  SOCIAL_LOGIN_RESULT,
} from '../../identity/social/social-login.api.ts'
import { USER_DOCUMENT } from '../catalog/user-document.api.ts'
import { ORDER_HISTORY } from '../order-history.api.ts'
import {
  type ApiCall,
  CODED,
  coded,
  empty,
  failure,
  INVALID_JSON_REPLY,
  RATE_LIMITED_REPLY,
  result,
  textReply,
  UNAUTHORIZED_REPLY,
  VIOLATIONS,
  violations,
  withMeta,
} from './call.api.ts'

const REFRESH_META = v.object({ refreshToken: v.string() })
const DONE = v.literal(true)
const CAPTCHA = v.object({
  'x-recaptcha': v.pipe(
    v.optional(v.string()),
    v.description('The response of the captcha widget, if the shop requires a captcha.'),
  ),
})
const SOCIAL_REFUSED = (says: string) => failure(SOCIAL_LOGIN_REFUSAL, says)

function userCall(name: string, call: Omit<ApiCall, 'path' | 'tag' | 'method'>): ApiCall {
  return { path: `/api/user/${name}`, tag: 'User', method: 'POST', ...call }
}

export const USER_CALLS: readonly ApiCall[] = [
  userCall('create', {
    id: 'createUser',
    summary: 'Creates an account.',
    who: 'everybody',
    headers: CAPTCHA,
    body: USER_CREATE,
    replies: {
      200: result(USER_DOCUMENT, 'The account.'),
      400: failure(
        v.union([v.string(), VIOLATIONS]),
        'The body is invalid, or the account cannot be created.',
      ),
      403: textReply('An address has an id, but a new account has no addresses.'),
      429: RATE_LIMITED_REPLY,
    },
  }),
  userCall('login', {
    id: 'loginUser',
    summary: 'Returns an access token for an email address and a password.',
    who: 'everybody',
    body: USER_LOGIN,
    replies: {
      200: withMeta(v.string(), REFRESH_META, 'The access token; the refresh token is in `meta`.'),
      400: INVALID_JSON_REPLY,
      401: textReply('The sign-in was refused; the message is the same for every reason.'),
      429: RATE_LIMITED_REPLY,
    },
  }),
  userCall('refresh', {
    id: 'refreshUser',
    summary: 'Returns a new access token for an active session.',
    who: 'everybody',
    body: USER_REFRESH,
    replies: {
      200: withMeta(v.string(), REFRESH_META, 'The new access token.'),
      401: empty('The session has ended.'),
      429: empty('Too many requests from this network within a minute.'),
      500: empty('`refreshToken` is missing.'),
    },
  }),
  {
    ...userCall('me', {
      id: 'readUser',
      summary: 'Returns the customer.',
      who: 'customer',
      replies: { 200: result(USER_DOCUMENT, 'The customer.'), 401: UNAUTHORIZED_REPLY },
    }),
    method: 'GET',
  },
  userCall('me', {
    id: 'updateUser',
    summary:
      'Changes names, telephone and address book. A new email address becomes active when its mailbox has confirmed it. Other fields are ignored.',
    who: 'customer',
    body: v.union([USER_UPDATE, USER_UPDATE.entries.customer]),
    replies: {
      200: result(USER_DOCUMENT, 'The changed customer.'),
      400: INVALID_JSON_REPLY,
      401: UNAUTHORIZED_REPLY,
      403: textReply('An address belongs to another customer.'),
      500: failure(v.union([VIOLATIONS, CODED]), 'The body is invalid.'),
    },
  }),
  userCall('change-password', {
    id: 'changePassword',
    summary: 'Changes the password. Every other session ends.',
    who: 'customer',
    body: USER_CHANGE_PASSWORD,
    replies: {
      200: result(DONE, 'The password is changed.'),
      401: UNAUTHORIZED_REPLY,
      500: coded('The old password is wrong, or the new one is not accepted.'),
    },
  }),
  userCall('create-password', {
    id: 'createPassword',
    summary: 'Sets a new password with the token of an emailed link, which works once.',
    who: 'everybody',
    body: USER_CREATE_PASSWORD,
    replies: {
      200: result(DONE, 'The password is set.'),
      500: failure(v.union([v.string(), CODED]), 'A field is missing, or the link is no longer valid.'),
    },
  }),
  userCall('reset-password', {
    id: 'resetPassword',
    summary: 'Emails a link for choosing a new password.',
    who: 'everybody',
    headers: CAPTCHA,
    body: USER_RESET_PASSWORD,
    replies: {
      200: result(DONE, 'The email is queued.'),
      404: textReply('The address has no account.'),
      429: RATE_LIMITED_REPLY,
      500: textReply('The address is invalid.'),
    },
  }),
  {
    ...userCall('order-history', {
      id: 'orderHistory',
      summary: 'Returns the orders of the customer, newest first.',
      who: 'customer',
      query: ORDER_HISTORY_QUERY,
      replies: {
        200: result(ORDER_HISTORY, 'A page of orders. Amounts are dollars.'),
        401: UNAUTHORIZED_REPLY,
      },
    }),
    method: 'GET',
  },
  {
    id: 'socialLogin',
    method: 'POST',
    path: '/api/ext/social-login',
    tag: 'User',
    summary: 'Returns an access token for a token of Google or Facebook.',
    who: 'everybody',
    body: SOCIAL_LOGIN,
    replies: {
      200: withMeta(SOCIAL_LOGIN_RESULT, REFRESH_META, 'The access token; the refresh token is in `meta`.'),
      400: SOCIAL_REFUSED('The provider or its token is missing, or no account can be created from it.'),
      401: SOCIAL_REFUSED('The provider does not accept the token.'),
      409: SOCIAL_REFUSED('An account with this address exists; its owner must sign in to it first.'),
      429: SOCIAL_REFUSED('Too many requests from this network within a minute.'),
    },
  },
  {
    id: 'createReview',
    method: 'POST',
    path: '/api/review/create',
    tag: 'Review',
    summary: 'Stores a review of a product; it is hidden until staff approve it.',
    who: 'everybody',
    body: REVIEW_BODY,
    replies: {
      200: result(CREATED_REVIEW, 'The review awaits moderation.'),
      400: INVALID_JSON_REPLY,
      404: textReply('The product is unknown.'),
      429: textReply('Too many reviews from this network.'),
      500: violations('The body is invalid.'),
    },
  },
]
