import { type FormEvent, useState } from 'react'
import { signInHref } from '../../../schema/identity/sign-in/sign-in.api.ts'
import { paths } from '../../../schema/paths.ts'
import { Button, LinkButton } from '../../platform/ui/button.tsx'
import { blockNavigation } from './navigation-guard.store.ts'
import { signOut } from './sign-out.store.ts'

/** Renders the sign-in page of a customer who is signed in already. */
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
      <p>You’re signed in.</p>
      <div className="button-row">
        <LinkButton href={back ?? paths.account}>{back === null ? 'Your account' : 'Continue'}</LinkButton>
        <SignOutForm onSignedOut={onSignedOut} />
      </div>
    </>
  )
}

/** The sign-in page after a sign-out; it leads to the home page instead of the page that the customer left. */
const AFTER_SIGN_OUT = signInHref(paths.login, paths.home)

/**
 * Renders a plain form; with script it signs out without a page load and deletes the customer's data in this browser.
 * `onSignedOut` is absent on pages of the account, which the sign-out leaves.
 */
export function SignOutForm({ onSignedOut }: { onSignedOut?: () => void }) {
  const [busy, setBusy] = useState(false)
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    // Until the page is left, the account page must not redirect to the sign-in with an error.
    const unblock = onSignedOut ? () => {} : blockNavigation()
    if (await signOut({ isLeaving: !onSignedOut })) {
      if (!onSignedOut) return location.assign(AFTER_SIGN_OUT)
      onSignedOut()
    }
    unblock()
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
