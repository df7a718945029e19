import type { SignInProvider } from '../../../schema/identity/sign-in/sign-in.api.ts'

/** A person as a provider of sign-in knows them. */
export interface Identity {
  provider: SignInProvider
  /** The provider's own id of the person; never the address, which may change hands. */
  subject: string
  /** Lower case, and the provider has seen a mail arrive there; else `null`. */
  email: string | null
  firstname: string
  lastname: string
}
