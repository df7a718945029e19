/** The account link of a guest. Plain DOM. */
import { isSignInPath } from '../../../schema/identity/sign-in/sign-in.api.ts'
import { enhanceLinks } from '../../platform/islands/enhance-links.ts'
import { signedInName } from '../session/signed-in.store.ts'

/** Makes the account link of a guest open the sign-in dialog, except on the sign-in pages. */
export function enhanceAccountLink(): void {
  enhanceLinks('[data-account]', () => {
    if (signedInName(document.cookie) !== '' || isSignInPath(location.pathname)) return null
    return import('./sign-in-dialog.tsx').then(({ promptForSignIn }) => promptForSignIn())
  })
}
