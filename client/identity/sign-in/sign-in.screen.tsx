/** /login/ and /auth-login/. Providers redirect to both; the server redirects /auth-login/ when it has a code. */
import { getRouteApi, useRouter } from '@tanstack/react-router'
import type { SignInView } from '../../../schema/identity/sign-in/sign-in.api.ts'
import { paths } from '../../../schema/paths.ts'
import { LinkButton } from '../../platform/ui/button.tsx'
import { sessionChanged } from '../session/session.store.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

const login = getRouteApi('/login')
const authLogin = getRouteApi('/auth-login')

export function SignInScreen() {
  return <SignInPage view={login.useLoaderData()} />
}

export function AuthLoginScreen() {
  return <SignInPage view={authLogin.useLoaderData()} />
}

function SignInPage({ view }: { view: SignInView }) {
  const router = useRouter()
  return (
    <SignInFrame title="Sign in" view={view} onSignedOut={() => void router.invalidate()}>
      <SignInForm
        back={view.back}
        providers={view.providers}
        notice={view.notice}
        onDone={({ back }) => {
          sessionChanged()
          location.assign(back)
        }}
      />
      {view.back === paths.checkout ? (
        <LinkButton wide href={paths.checkout}>
          Continue as a guest
        </LinkButton>
      ) : null}
    </SignInFrame>
  )
}
