import { type MouseEvent, useEffect, useState } from 'react'
import { signInHref } from '../../../schema/identity/sign-in/sign-in.api.ts'
import { paths } from '../../../schema/paths.ts'
import { SESSION_CHANGED, signedInName } from '../../identity/session/signed-in.store.ts'

/** A way in for customers; what was typed stays. Anyone who is signed in does not see it. */
export function SignInOffer() {
  const [guest, setGuest] = useState(true)
  useEffect(() => {
    const look = () => setGuest(signedInName(document.cookie) === '')
    look()
    document.addEventListener(SESSION_CHANGED, look)
    return () => document.removeEventListener(SESSION_CHANGED, look)
  }, [])
  if (!guest) return null
  const href = signInHref(paths.login, paths.checkout)
  function open(event: MouseEvent<HTMLAnchorElement>): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    import('../../identity/sign-in/sign-in-dialog.tsx').then(
      ({ promptForSignIn }) => promptForSignIn(),
      () => location.assign(href),
    )
  }
  return (
    <p>
      Have an account?{' '}
      <a href={href} onClick={open}>
        Sign in
      </a>
    </p>
  )
}
