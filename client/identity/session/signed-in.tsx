import { type FormEvent, useState } from 'react'
import { signInHref } from '../../../schema/identity/sign-in/sign-in.api.ts'
import { paths } from '../../../schema/paths.ts'
import { Button, LinkButton } from '../../platform/ui/button.tsx'
import { blockNavigation } from './navigation-guard.store.ts'
import { signOut } from './sign-out.store.ts'

/** For somebody who is signed in already. */
export function SignedIn({
  firstname,
  back,
  onSignedOut,
}: {
  firstname: string
  back: string | null
  onSignedOut: () => void
}) {
  return (
    <>
      <h1 className="t-64">Hello, {firstname}</h1>
      <p>You are signed in.</p>
      <div className="button-row">
        <LinkButton href={back ?? paths.account}>{back === null ? 'Your account' : 'Go on'}</LinkButton>
        <SignOutForm onSignedOut={onSignedOut} />
      </div>
    </>
  )
}

/** A later sign-in goes on from the home page, not from the page that was left. */
const AFTER_SIGN_OUT = signInHref(paths.login, paths.home)

/**
 * A plain form; with script it ends the session in place and forgets what this browser keeps of the customer. Without
 * `onSignedOut` the page is the customer's own, and left.
 */
export function SignOutForm({ onSignedOut }: { onSignedOut?: () => void }) {
  const [busy, setBusy] = useState(false)
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    // After a sign-out no message says that the page behind it is for customers only.
    const release = onSignedOut ? () => {} : blockNavigation()
    if (await signOut({ isLeaving: !onSignedOut })) {
      if (!onSignedOut) return location.assign(AFTER_SIGN_OUT)
      onSignedOut()
    }
    release()
    setBusy(false)
  }
  return (
    <form method="post" action={paths.accountForm} onSubmit={(event) => void submit(event)}>
      <input type="hidden" name="action" value="sign-out" />
      <input type="hidden" name="back" value={AFTER_SIGN_OUT} />
      <Button type="submit" busy={busy}>
        Sign out
      </Button>
    </form>
  )
}
