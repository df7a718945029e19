import type { ReactNode } from 'react'
import { ACCOUNT_MESSAGES } from '../../../schema/identity/sign-in/account-form.api.ts'
import { isGuarded, type SignInView } from '../../../schema/identity/sign-in/sign-in.api.ts'
import { Alert } from '../../platform/ui/alert.tsx'
import { SignedIn } from '../session/signed-in.tsx'

/** One narrow column: what was said before, then the form. Anyone who is signed in finds the way on instead. */
export function SignInFrame({
  title,
  view,
  onSignedOut,
  children,
}: {
  title: string
  view: SignInView
  onSignedOut: () => void
  children: ReactNode
}) {
  const { firstname, notice, back } = view
  // A provider of sign-in sends whom it could not sign in here, with the reason.
  const refusal = notice?.form === 'auth-login' && !notice.ok ? notice.message : null
  return (
    <div className="wrap sign-in-page">
      {firstname === null ? <h1 className="t-64">{title}</h1> : null}
      {notice?.ok && notice.message ? <Alert>{notice.message}</Alert> : null}
      {firstname !== null ? (
        <SignedIn firstname={firstname} back={back} onSignedOut={onSignedOut} />
      ) : (
        <>
          {refusal ? <Alert tone="error">{refusal}</Alert> : null}
          {isGuarded(back) && !notice ? <Alert>{ACCOUNT_MESSAGES.loginNeeded}</Alert> : null}
          {children}
        </>
      )}
    </div>
  )
}
