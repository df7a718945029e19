/** The account link of a guest. Plain DOM. */
import { isSignInPath } from '../../../schema/identity/sign-in/sign-in.api.ts'
import { signedInName } from '../session/signed-in.store.ts'

/** Makes the account link of a guest open the sign-in dialog, except on the sign-in pages. */
export function enhanceAccountLink(): void {
  document.addEventListener('click', (event) => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('[data-account]') : null
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0
    if (!link || opensElsewhere || event.defaultPrevented) return
    if (signedInName(document.cookie) !== '' || isSignInPath(location.pathname)) return
    event.preventDefault()
    import('./sign-in-dialog.tsx').then(
      ({ promptForSignIn }) => promptForSignIn(),
      () => location.assign(link.href),
    )
  })
}
