/**
 * The newsletter's forms: one listener for all of them, and a look whether this browser's shopper is on the list. What
 * answers comes with the first use. Plain DOM.
 */
/** Holds the address that was subscribed here (spec §7: it is stored after subscribing). */
export const NEWSLETTER_KEY = 'newsletter'

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
  try {
    if (localStorage.getItem(NEWSLETTER_KEY)) void form().then(({ showReader }) => showReader())
  } catch {
    // Storage may be forbidden; then nobody is known.
  }
}
