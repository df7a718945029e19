import type { SignInProvider } from '../../../schema/identity/sign-in/sign-in.api.ts'

/** A person as known by a sign-in provider. */
export interface Identity {
  provider: SignInProvider
  /** The provider's id of the person; never the e-mail address, which may pass to another person. */
  subject: string
  /** Lower case; `null` unless the provider has confirmed the address. */
  email: string | null
  firstname: string
  lastname: string
}
