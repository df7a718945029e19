/**
 * One listener for all newsletter forms of a page. It loads newsletter-form.ts at the first use, or at once for a subscriber.
 * Plain DOM.
 */
import { subscriber } from './newsletter.store.ts'

const loadForm = () => import('./newsletter-form.ts')

export function enhanceNewsletterForm(): void {
  document.addEventListener('submit', (event) => {
    const { target } = event
    if (!(target instanceof HTMLFormElement) || target.dataset.newsletter === undefined) return
    event.preventDefault()
    loadForm().then(
      ({ submitNewsletterForm }) => submitNewsletterForm(target),
      () => target.submit(),
    )
  })
  if (subscriber.read()) {
    loadForm().then(
      ({ renderSubscriberState }) => renderSubscriberState(),
      () => {},
    )
  }
}
