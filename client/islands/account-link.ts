/**
 * The account in the header: a link that becomes the first name of who is signed in. Pages are the same for everybody,
 * so it is filled in here. Plain DOM.
 */
import { signedInName, subscribeSession } from '../store/signed-in.ts'

/** Shows the name now and whenever it may have changed behind this page's back. */
export function showAccount(): void {
  const paint = () => {
    const name = signedInName(document.cookie)
    for (const link of document.querySelectorAll('[data-account]')) link.textContent = name || 'Sign in'
  }
  paint()
  subscribeSession(paint)
  window.addEventListener('pageshow', paint)
  document.addEventListener('session:changed', paint)
}
