import { type FormEvent, useState } from 'react'
import { paths } from '../../../schema/paths.ts'
import { signOut } from '../../store/sign-out.ts'
import { Button, LinkButton } from '../../ui/button.tsx'

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

/** A plain form; with script it ends the session in place and forgets what this browser keeps of the customer. */
export function SignOutForm({ onSignedOut }: { onSignedOut: () => void }) {
  const [busy, setBusy] = useState(false)
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const done = await signOut()
    setBusy(false)
    if (done) onSignedOut()
  }
  return (
    <form method="post" action={paths.accountForm} onSubmit={(event) => void submit(event)}>
      <input type="hidden" name="action" value="sign-out" />
      <input type="hidden" name="back" value={paths.login} />
      <Button type="submit" busy={busy}>
        Sign out
      </Button>
    </form>
  )
}
