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
    v.description('What the captcha’s widget gave, where the shop asks for one.'),
  ),
})
const SOCIAL_REFUSED = (says: string) => failure(SOCIAL_LOGIN_REFUSAL, says)

function userCall(name: string, call: Omit<ApiCall, 'path' | 'tag' | 'method'>): ApiCall {
  return { path: `/api/user/${name}`, tag: 'User', method: 'POST', ...call }
}

export const USER_CALLS: readonly ApiCall[] = [
  userCall('create', {
    id: 'createUser',
    summary: 'Makes an account.',
    who: 'everybody',
    headers: CAPTCHA,
    body: USER_CREATE,
    replies: {
      200: result(USER_DOCUMENT, 'The account.'),
      400: failure(
        v.union([v.string(), VIOLATIONS]),
        'What is wrong with the body, or why there is no account.',
      ),
      403: textReply('An address has a number: a new account has none yet.'),
      429: RATE_LIMITED_REPLY,
    },
  }),
  userCall('login', {
    id: 'loginUser',
    summary: 'A token for name and password.',
    who: 'everybody',
    body: USER_LOGIN,
    replies: {
      200: withMeta(v.string(), REFRESH_META, 'The token; what renews it is in `meta`.'),
      400: INVALID_JSON_REPLY,
      401: textReply('The sign-in was not accepted, whatever the reason.'),
      429: RATE_LIMITED_REPLY,
    },
  }),
  userCall('refresh', {
    id: 'refreshUser',
    summary: 'A new token for a session that goes on.',
    who: 'everybody',
    body: USER_REFRESH,
    replies: {
      200: withMeta(v.string(), REFRESH_META, 'The new token.'),
      401: empty('The session is over.'),
      429: empty('Too many tries from this network within a minute.'),
      500: empty('`refreshToken` is missing.'),
    },
  }),
  {
    ...userCall('me', {
      id: 'readUser',
      summary: 'The customer.',
      who: 'customer',
      replies: { 200: result(USER_DOCUMENT, 'The customer.'), 401: UNAUTHORIZED_REPLY },
    }),
    method: 'GET',
  },
  userCall('me', {
    id: 'updateUser',
    summary:
      'Changes names, telephone and address book; a new address of mail counts when its mailbox has confirmed it. Whatever else stands there is not read.',
    who: 'customer',
    body: v.union([USER_UPDATE, USER_UPDATE.entries.customer]),
    replies: {
      200: result(USER_DOCUMENT, 'The customer as it is now.'),
      400: INVALID_JSON_REPLY,
      401: UNAUTHORIZED_REPLY,
      403: textReply('An address is somebody else’s.'),
      500: failure(v.union([VIOLATIONS, CODED]), 'What is wrong with the body.'),
    },
  }),
  userCall('change-password', {
    id: 'changePassword',
    summary: 'A new password for the old one. Every other session ends.',
    who: 'customer',
    body: USER_CHANGE_PASSWORD,
    replies: {
      200: result(DONE, 'The password is changed.'),
      401: UNAUTHORIZED_REPLY,
      500: coded('The old password is wrong, or the new one cannot be taken.'),
    },
  }),
  userCall('create-password', {
    id: 'createPassword',
    summary: 'A new password for the token of a mailed link, once.',
    who: 'everybody',
    body: USER_CREATE_PASSWORD,
    replies: {
      200: result(DONE, 'The password is set.'),
      500: failure(v.union([v.string(), CODED]), 'A field is missing, or the link is no longer valid.'),
    },
  }),
  userCall('reset-password', {
    id: 'resetPassword',
    summary: 'Mails a link to choose a new password.',
    who: 'everybody',
    headers: CAPTCHA,
    body: USER_RESET_PASSWORD,
    replies: {
      200: result(DONE, 'The link is on its way.'),
      404: textReply('Nobody has this address.'),
      429: RATE_LIMITED_REPLY,
      500: textReply('This is no address.'),
    },
  }),
  {
    ...userCall('order-history', {
      id: 'orderHistory',
      summary: 'The customer’s orders, newest first.',
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
    summary: 'A token of ours for one of Google or Facebook.',
    who: 'everybody',
    body: SOCIAL_LOGIN,
    replies: {
      200: withMeta(SOCIAL_LOGIN_RESULT, REFRESH_META, 'The token; what renews it is in `meta`.'),
      400: SOCIAL_REFUSED('The provider or its token is missing, or no account can be made of it.'),
      401: SOCIAL_REFUSED('The provider does not know this token.'),
      409: SOCIAL_REFUSED('There is an account already, whose owner signs in to it first.'),
      429: SOCIAL_REFUSED('Too many tries from this network within a minute.'),
    },
  },
  {
    id: 'createReview',
    method: 'POST',
    path: '/api/review/create',
    tag: 'Review',
    summary: 'Writes about a product. Nobody sees it before it was read.',
    who: 'everybody',
    body: REVIEW_BODY,
    replies: {
      200: result(CREATED_REVIEW, 'The review awaits moderation.'),
      400: INVALID_JSON_REPLY,
      404: textReply('There is no such product.'),
      429: textReply('Too many reviews from this network.'),
      500: violations('What is wrong with the body.'),
    },
  },
]
