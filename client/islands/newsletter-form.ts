/** Answers a newsletter form in place and shows a known reader the way out. Plain DOM. */
import { NEWSLETTER_MESSAGES } from '../../schema/domain/newsletter.ts'
import { CALL_MESSAGES, NO_ANSWER, send } from '../call.ts'
import { NEWSLETTER_KEY } from './newsletter.ts'

/** The address that this browser subscribed; empty when there is none. */
function reader(): string {
  try {
    return localStorage.getItem(NEWSLETTER_KEY) ?? ''
  } catch {
    return ''
  }
}

function keepReader(email: string | null): void {
  try {
    if (email === null) localStorage.removeItem(NEWSLETTER_KEY)
    else localStorage.setItem(NEWSLETTER_KEY, email)
  } catch {
    // Full or forbidden: the form stays as it was made.
  }
}

function parts(form: HTMLFormElement) {
  return {
    field: form.querySelector<HTMLInputElement>('[name=email]'),
    action: form.querySelector<HTMLInputElement>('[name=action]'),
    button: form.querySelector<HTMLButtonElement>('[type=submit]'),
    says: form.querySelector<HTMLElement>('[role=status]'),
  }
}

/** What the form is for now: a reader may leave, everybody else may join. */
function turn(form: HTMLFormElement, to: 'subscribe' | 'unsubscribe'): void {
  const { field, action, button } = parts(form)
  const email = reader()
  if (action) action.value = to
  if (button) button.textContent = to === 'subscribe' ? 'Subscribe' : 'Unsubscribe'
  if (field) {
    field.readOnly = to === 'unsubscribe'
    if (to === 'unsubscribe') field.value = email
  }
}

/** Every form of the page as this browser's shopper needs it. */
export function showReader(): void {
  const to = reader() === '' ? 'subscribe' : 'unsubscribe'
  for (const form of document.querySelectorAll<HTMLFormElement>('[data-newsletter]')) turn(form, to)
}

/** Sends the form; an address that is on the list already is not sent again (spec §4). */
export async function sendNewsletter(form: HTMLFormElement): Promise<void> {
  const { field, action, button, says } = parts(form)
  if (!field || !says || button?.getAttribute('aria-busy')) return
  const email = field.value.trim().toLowerCase()
  const leaves = action?.value === 'unsubscribe'
  const say = (text: string, wrong: boolean) => {
    says.textContent = text
    says.classList.toggle('newsletter-wrong', wrong)
    field.setAttribute('aria-invalid', String(wrong))
  }
  if (!leaves && email !== '' && email === reader()) return say(NEWSLETTER_MESSAGES.subscribed, false)
  button?.setAttribute('aria-busy', 'true')
  const body = new URLSearchParams({ email, action: leaves ? 'unsubscribe' : 'subscribe' })
  const answer = await send<string>(form.getAttribute('action') ?? '', body)
  button?.removeAttribute('aria-busy')
  if (answer.ok) {
    keepReader(leaves ? null : email)
    showReader()
    return say(answer.value, false)
  }
  if (answer.code === 422) {
    say(answer.message, true)
    return field.focus()
  }
  const offline = answer.code === NO_ANSWER && !navigator.onLine
  say(
    offline ? CALL_MESSAGES.offline : answer.code === 429 ? answer.message : NEWSLETTER_MESSAGES.failed,
    true,
  )
}
