/** Answers a newsletter form in place and shows a known reader the way out. Plain DOM. */
import { NEWSLETTER_MESSAGES } from '../../../schema/content/newsletter/newsletter.ts'
import { callApi, NETWORK_ERROR, NETWORK_MESSAGES } from '../../platform/api/call-api.ts'
import { subscriber } from './newsletter.store.ts'

function parts(form: HTMLFormElement) {
  return {
    field: form.querySelector<HTMLInputElement>('[name=email]'),
    action: form.querySelector<HTMLInputElement>('[name=action]'),
    button: form.querySelector<HTMLButtonElement>('[type=submit]'),
    says: form.querySelector<HTMLElement>('[role=status]'),
  }
}

/** The current use of the form: a subscriber can unsubscribe, everybody else can subscribe. */
function turn(form: HTMLFormElement, to: 'subscribe' | 'unsubscribe'): void {
  const { field, action, button } = parts(form)
  if (action) action.value = to
  if (button) button.textContent = to === 'subscribe' ? 'Subscribe' : 'Unsubscribe'
  if (field) {
    field.readOnly = to === 'unsubscribe'
    if (to === 'unsubscribe') field.value = subscriber.read() ?? ''
  }
}

/** Every form of the page as this browser's shopper needs it. */
export function renderSubscriberState(): void {
  const to = subscriber.read() ? 'unsubscribe' : 'subscribe'
  for (const form of document.querySelectorAll<HTMLFormElement>('[data-newsletter]')) turn(form, to)
}

/** Sends the form; an address that is on the list already is not sent again. */
export async function submitNewsletterForm(form: HTMLFormElement): Promise<void> {
  const { field, action, button, says } = parts(form)
  if (!field || !says || button?.getAttribute('aria-busy')) return
  const email = field.value.trim().toLowerCase()
  const leaves = action?.value === 'unsubscribe'
  const say = (text: string, wrong: boolean) => {
    says.textContent = text
    says.classList.toggle('newsletter-wrong', wrong)
    field.setAttribute('aria-invalid', String(wrong))
  }
  if (!leaves && email !== '' && email === subscriber.read())
    return say(NEWSLETTER_MESSAGES.subscribed, false)
  button?.setAttribute('aria-busy', 'true')
  const body = new URLSearchParams({ email, action: leaves ? 'unsubscribe' : 'subscribe' })
  const answer = await callApi<string>(form.getAttribute('action') ?? '', body)
  button?.removeAttribute('aria-busy')
  if (answer.ok) {
    if (leaves) subscriber.clear()
    else subscriber.save(email)
    renderSubscriberState()
    return say(answer.value, false)
  }
  // Asked whether a person sends it, on a page of its own.
  if (answer.code === 428) return form.submit()
  if (answer.code === 422) {
    say(answer.message, true)
    return field.focus()
  }
  const offline = answer.code === NETWORK_ERROR && !navigator.onLine
  say(
    offline ? NETWORK_MESSAGES.offline : answer.code === 429 ? answer.message : NEWSLETTER_MESSAGES.failed,
    true,
  )
}
