/** POST /api/ext/social-login: signs in a client of the API with a token of Google or Facebook (F3). */
import { Hono } from 'hono'
import * as v from 'valibot'
import {
  SOCIAL_LOGIN,
  type SocialLogin,
  type SocialLoginRefusal,
} from '../../schema/identity/social/social-login.api.ts'
import type { AppEnv } from '../env.ts'
import { signInApiClient } from '../identity/sign-in/sign-in.ts'
import { verifyFacebookToken } from '../identity/social/facebook.ts'
import { verifyGoogleIdToken } from '../identity/social/google.ts'
import { signInWithIdentity } from '../identity/social/social-sign-in.ts'
import { jsonBody, limitBody } from '../platform/http/json-body.ts'
import { reply } from '../platform/http/reply.ts'
import { isRateLimited, TOO_MANY } from '../platform/limits/rate-limit.ts'

export const extSocialLoginApi = new Hono<AppEnv>()

extSocialLoginApi.post('/social-login', limitBody(65_536), async (c) => {
  const refuse = (code: number, errorMessage: string, hasExistingAccount = false) =>
    reply(c, code, { errorMessage, hasExistingAccount } satisfies SocialLoginRefusal)
  const json = await jsonBody(c)
  // Some clients wrap the options in an object.
  const read = v.safeParse(SOCIAL_LOGIN, json?.options ?? json)
  if (!read.success) return refuse(400, 'A provider and its token are needed.')
  if (await isRateLimited(c, 'SIGN_IN_LIMIT', 'sign-in')) return refuse(429, TOO_MANY)
  const { provider, token } = read.output
  const { google, facebook } = c.get('config')
  const identity =
    provider === 'google'
      ? google && (await verifyGoogleIdToken(google, token))
      : facebook && (await verifyFacebookToken(facebook, token))
  if (!identity) return refuse(401, 'The sign-in with this provider was not accepted.')
  const opened = await signInWithIdentity(c, identity)
  if (!opened.ok)
    return refuse(opened.hasExistingAccount ? 409 : 400, opened.message, opened.hasExistingAccount)
  const tokens = await signInApiClient(c, opened.customer.id)
  const result: SocialLogin = { token: tokens.token }
  return reply(c, 200, result, { refreshToken: tokens.refreshToken })
})
