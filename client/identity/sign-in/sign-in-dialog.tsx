/** Signing in through a dialog on any page, which leaves the page unchanged. */
import { useEffect, useState } from 'react'
import type { Root } from 'react-dom/client'
import type { SignInProvider } from '../../../schema/identity/sign-in/sign-in.api.ts'
import { createDialogRoot } from '../../platform/islands/dialog-root.ts'
import { Alert } from '../../platform/ui/alert.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { showToast } from '../../platform/ui/toast.ts'
import { readSession, sessionChanged } from '../session/session.store.ts'
import { signedInName } from '../session/signed-in.store.ts'
import { SignInForm } from './sign-in-form.tsx'

type SignInOutcome = 'signed-in' | 'guest' | 'closed'

interface SignInPrompt {
  /** The reason, when the shopper did not open the dialog. */
  why?: string
  /** Offers to continue as a guest. */
  guest?: boolean
}

interface SignInDialogProps extends SignInPrompt {
  onEnd: (outcome: SignInOutcome) => void
}

function SignInDialog({ why, guest = false, onEnd }: SignInDialogProps) {
  const [open, setOpen] = useState(true)
  const [providers, setProviders] = useState<readonly SignInProvider[]>([])
  useEffect(() => {
    void readSession().then((reply) => reply.ok && setProviders(reply.value.providers))
  }, [])
  function end(outcome: SignInOutcome): void {
    setOpen(false)
    onEnd(outcome)
  }
  return (
    <Dialog open={open} onClose={() => open && end('closed')} title="Sign in" closeLabel="Close">
      {why ? <Alert>{why}</Alert> : null}
      <SignInForm
        back={`${location.pathname}${location.search}`}
        providers={providers}
        prefix="dialog-"
        onDone={() => {
          sessionChanged()
          showToast({ message: `Hello, ${signedInName(document.cookie)}.`, type: 'success' })
          end('signed-in')
        }}
      />
      {guest ? (
        <Button wide onClick={() => end('guest')}>
          Continue as a guest
        </Button>
      ) : null}
    </Dialog>
  )
}

let root: Root | undefined
let turns = 0
let pending: Promise<SignInOutcome> | null = null

/** Opens the dialog and returns its outcome. Calls while the dialog is open share one outcome. */
export function promptForSignIn(prompt: SignInPrompt = {}): Promise<SignInOutcome> {
  pending ??= new Promise<SignInOutcome>((resolve) => {
    root ??= createDialogRoot('sign-in-dialog')
    turns += 1
    root.render(<SignInDialog key={turns} {...prompt} onEnd={resolve} />)
  }).finally(() => {
    pending = null
  })
  return pending
}
