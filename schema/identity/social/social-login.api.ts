/** POST /api/ext/social-login: exchanges a provider's token for an access token of the shop. */
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
  v.transform(({ provider, ...tokens }) => ({
    provider,
    token:
      tokens.token ??
      (provider === 'google'
        ? (tokens.credential ?? tokens.id_token)
        : (tokens.access_token ?? tokens.accessToken)) ??
      '',
  })),
  v.check((login) => login.token !== '', 'a token is needed'),
)

/** `result` of a success; the refresh token is in `meta.refreshToken`. */
export const SOCIAL_LOGIN_RESULT = v.object({ token: v.string() })
export type SocialLogin = v.InferOutput<typeof SOCIAL_LOGIN_RESULT>

/** `result` of a failure. With `hasExistingAccount`, the customer has to sign in to that account first. */
export const SOCIAL_LOGIN_REFUSAL = v.object({ errorMessage: v.string(), hasExistingAccount: v.boolean() })
export type SocialLoginRefusal = v.InferOutput<typeof SOCIAL_LOGIN_REFUSAL>
