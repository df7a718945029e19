import {
  PROVIDER_NAMES,
  type SignInProvider,
  socialHref,
} from '../../../schema/identity/sign-in/sign-in.api.ts'
import { LinkButton } from '../../platform/ui/button.tsx'

/** Renders the links to sign in with Google or Facebook, for the configured providers. */
export function SocialLinks({
  providers,
  back,
}: {
  providers: readonly SignInProvider[]
  back: string | null
}) {
  if (providers.length === 0) return null
  return (
    <div className="social">
      <p>or</p>
      {providers.map((provider) => (
        <LinkButton key={provider} wide href={socialHref(provider, back)}>
          Continue with {PROVIDER_NAMES[provider]}
        </LinkButton>
      ))}
    </div>
  )
}
