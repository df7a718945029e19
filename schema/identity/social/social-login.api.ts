/** POST /api/ext/social-login: a provider's token for one of ours. */
import * as v from 'valibot'

const token = v.pipe(v.string(), v.minLength(1), v.maxLength(8000))

/** `token`: an id token of Google (the `credential` of its button), or an access token of Facebook. */
export const SOCIAL_LOGIN = v.pipe(
  v.object({
    provider: v.pipe(v.string(), v.toLowerCase(), v.picklist(['google', 'facebook'])),
    token: v.optional(token),
    credential: v.optional(token),
    id_token: v.optional(token),
    access_token: v.optional(token),
    accessToken: v.optional(token),
  }),
  v.transform(({ provider, ...given }) => ({
    provider,
    token:
      given.token ??
      (provider === 'google'
        ? (given.credential ?? given.id_token)
        : (given.access_token ?? given.accessToken)) ??
      '',
  })),
  v.check(({ token: given }) => given !== '', 'a token is needed'),
)

/** `result` of a success; the refresh token is in `meta.refreshToken`. */
export const SOCIAL_LOGIN_RESULT = v.object({ token: v.string() })
export type SocialLogin = v.InferOutput<typeof SOCIAL_LOGIN_RESULT>

/** `result` of a failure. With an account already there its owner signs in to it first. */
export const SOCIAL_LOGIN_REFUSAL = v.object({ errorMessage: v.string(), hasExistingAccount: v.boolean() })
export type SocialLoginRefusal = v.InferOutput<typeof SOCIAL_LOGIN_REFUSAL>
