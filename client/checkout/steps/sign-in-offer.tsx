import { type MouseEvent, useEffect, useState } from 'react'
import { signInHref } from '../../../schema/identity/sign-in/sign-in.api.ts'
import { paths } from '../../../schema/paths.ts'
import { SESSION_CHANGED, signedInName } from '../../identity/session/signed-in.store.ts'

/** A link for guests that opens the sign-in dialog; the typed text stays. Hidden after a sign-in. */
export function SignInOffer() {
  const [isGuest, setIsGuest] = useState(true)
  useEffect(() => {
    const update = () => setIsGuest(signedInName(document.cookie) === '')
    update()
    document.addEventListener(SESSION_CHANGED, update)
    return () => document.removeEventListener(SESSION_CHANGED, update)
  }, [])
  if (!isGuest) return null
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
