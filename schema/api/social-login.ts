/** POST /api/ext/social-login (spec §7 "Other", wire.md §9): a provider's token for one of ours. */
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
export interface SocialLogin {
  token: string
}

/** `result` of a failure (spec §3 "Social login"). */
export interface SocialLoginRefusal {
  errorMessage: string
  /** The address has an account already: sign in to it first. */
  hasExistingAccount: boolean
}
