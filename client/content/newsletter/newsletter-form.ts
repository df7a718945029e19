/** Sends newsletter forms without a page load, and turns them into unsubscribe forms for subscribers. Plain DOM. */
import { NEWSLETTER_MESSAGES } from '../../../schema/content/newsletter/newsletter.ts'
import { callApi, NETWORK_ERROR, NETWORK_MESSAGES } from '../../platform/api/call-api.ts'
import { subscriber } from './newsletter.store.ts'

function parts(form: HTMLFormElement) {
  return {
    field: form.querySelector<HTMLInputElement>('[name=email]'),
    action: form.querySelector<HTMLInputElement>('[name=action]'),
    button: form.querySelector<HTMLButtonElement>('[type=submit]'),
    status: form.querySelector<HTMLElement>('[role=status]'),
  }
}

/** Sets the use of a form: a subscriber can unsubscribe, other visitors can subscribe. */
function setUse(form: HTMLFormElement, to: 'subscribe' | 'unsubscribe'): void {
  const { field, action, button } = parts(form)
  if (action) action.value = to
  if (button) button.textContent = to === 'subscribe' ? 'Subscribe' : 'Unsubscribe'
  if (field) {
    field.readOnly = to === 'unsubscribe'
    if (to === 'unsubscribe') field.value = subscriber.read() ?? ''
  }
}

/** Sets the use of every newsletter form of the page. */
export function renderSubscriberState(): void {
  const to = subscriber.read() ? 'unsubscribe' : 'subscribe'
  for (const form of document.querySelectorAll<HTMLFormElement>('[data-newsletter]')) setUse(form, to)
}

/** Sends the form; the address of a subscriber is not sent again. */
export async function submitNewsletterForm(form: HTMLFormElement): Promise<void> {
  const { field, action, button, status } = parts(form)
  if (!field || !status || button?.getAttribute('aria-busy')) return
  const email = field.value.trim().toLowerCase()
  const isLeaving = action?.value === 'unsubscribe'
  const show = (message: string, isError: boolean) => {
    status.textContent = message
    status.classList.toggle('newsletter-wrong', isError)
    field.setAttribute('aria-invalid', String(isError))
  }
  if (!isLeaving && email !== '' && email === subscriber.read())
    return show(NEWSLETTER_MESSAGES.subscribed, false)
  button?.setAttribute('aria-busy', 'true')
  const body = new URLSearchParams({ email, action: isLeaving ? 'unsubscribe' : 'subscribe' })
  const reply = await callApi<string>(form.getAttribute('action') ?? '', body)
  button?.removeAttribute('aria-busy')
  if (reply.ok) {
    if (isLeaving) subscriber.clear()
    else subscriber.save(email)
    renderSubscriberState()
    return show(reply.value, false)
  }
  // The server requires the captcha, which a plain submit shows on a page of its own.
  if (reply.code === 428) return form.submit()
  if (reply.code === 422) {
    show(reply.message, true)
    return field.focus()
  }
  const isOffline = reply.code === NETWORK_ERROR && !navigator.onLine
  show(
    isOffline ? NETWORK_MESSAGES.offline : reply.code === 429 ? reply.message : NEWSLETTER_MESSAGES.failed,
    true,
  )
}
