/**
 * The newsletter's forms: one listener for all of them, and a look whether this browser's shopper is on the list. What
 * answers comes with the first use. Plain DOM.
 */
import { subscriber } from './newsletter.store.ts'

const form = () => import('./newsletter-form.ts')

export function enhanceNewsletterForm(): void {
  document.addEventListener('submit', (event) => {
    const { target } = event
    if (!(target instanceof HTMLFormElement) || target.dataset.newsletter === undefined) return
    event.preventDefault()
    form().then(
      ({ submitNewsletterForm }) => submitNewsletterForm(target),
      () => target.submit(),
    )
  })
  if (subscriber.read()) {
    form().then(
      ({ renderSubscriberState }) => renderSubscriberState(),
      () => {},
    )
  }
}
