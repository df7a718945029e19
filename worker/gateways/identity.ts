/** A person as a provider of sign-in knows them. */
export interface Identity {
  provider: 'google' | 'facebook'
  /** The provider's own id of the person; never the address, which may change hands. */
  subject: string
  /** Lower case, and the provider has seen a mail arrive there; else `null`. */
  email: string | null
  firstname: string
  lastname: string
}

export const PROVIDERS = ['google', 'facebook'] as const
export type Provider = (typeof PROVIDERS)[number]

export const PROVIDER_NAMES: Record<Provider, string> = { google: 'Google', facebook: 'Facebook' }
