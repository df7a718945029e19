/**
 * The newsletter's forms: one listener for all of them, and a look whether this browser's shopper is on the list. What
 * answers comes with the first use. Plain DOM.
 */
import { readReader } from './newsletter.store.ts'

const form = () => import('./newsletter-form.ts')

export function listenToNewsletter(): void {
  document.addEventListener('submit', (event) => {
    const { target } = event
    if (!(target instanceof HTMLFormElement) || target.dataset.newsletter === undefined) return
    event.preventDefault()
    form().then(
      ({ sendNewsletter }) => sendNewsletter(target),
      () => target.submit(),
    )
  })
  if (readReader(() => localStorage)) {
    form().then(
      ({ showReader }) => showReader(),
      () => {},
    )
  }
}
