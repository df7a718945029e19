import type { ReactNode } from 'react'
import { ACCOUNT_MESSAGES } from '../../../schema/identity/sign-in/account-form.api.ts'
import { isGuarded, type SignInView } from '../../../schema/identity/sign-in/sign-in.api.ts'
import { Alert } from '../../platform/ui/alert.tsx'
import { SignedIn } from '../session/signed-in.tsx'

/** Renders a sign-in page: messages, then the form; for a signed-in customer a link to continue instead of the form. */
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
  // A failed sign-in at a provider leads back here with the reason.
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
