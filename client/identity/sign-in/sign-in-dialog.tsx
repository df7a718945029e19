/** Signing in as a popup over any page: whatever stands on the page stays as it is. */
import { useEffect, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import type { SignInProvider } from '../../../schema/identity/sign-in/sign-in.api.ts'
import { Alert } from '../../platform/ui/alert.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { showToast } from '../../platform/ui/toast.ts'
import { readSession, sessionChanged } from '../session/session.store.ts'
import { signedInName } from '../session/signed-in.store.ts'
import { SignInForm } from './sign-in-form.tsx'

type SignInEnd = 'signed-in' | 'guest' | 'closed'

interface Asking {
  /** Why it is asked, where nobody asked for it. */
  why?: string
  /** Offers to go on without. */
  guest?: boolean
}

function SignInPopup({ why, guest = false, onEnd }: Asking & { onEnd: (end: SignInEnd) => void }) {
  const [open, setOpen] = useState(true)
  const [providers, setProviders] = useState<readonly SignInProvider[]>([])
  useEffect(() => {
    void readSession().then((answer) => answer.ok && setProviders(answer.value.providers))
  }, [])
  function end(how: SignInEnd): void {
    setOpen(false)
    onEnd(how)
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
          Go on as a guest
        </Button>
      ) : null}
    </Dialog>
  )
}

let root: Root | undefined
let turns = 0
let asking: Promise<SignInEnd> | null = null

/** Opens the popup and says how it ended. Asked while it is open, it gives the same answer to all. */
export function promptForSignIn(why: Asking = {}): Promise<SignInEnd> {
  asking ??= new Promise<SignInEnd>((resolve) => {
    root ??= createRoot(document.body.appendChild(document.createElement('div')), {
      identifierPrefix: 'sign-in-dialog-',
    })
    turns += 1
    root.render(<SignInPopup key={turns} {...why} onEnd={resolve} />)
  }).finally(() => {
    asking = null
  })
  return asking
}
