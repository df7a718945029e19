/**
 * "Add" on cards: `form[data-add]` posts to the cart's plain door. One listener serves every form of the page; no
 * card needs code of its own. Without it, the form posts and the cart page answers.
 */
import type { CartFormResult } from '../../schema/api/cart-form.ts'
import type { Reply } from '../../schema/api/reply.ts'
import { NOTICE_OK } from '../../schema/domain/notification.ts'
import { emit } from '../store/events.ts'
import { notify } from '../ui/notify.ts'
import { cartChanged } from './cart-count.ts'
import { openMiniCart, readyMiniCart } from './open-mini-cart.ts'

/**
 * The form's fields under one mutation id. When the reply is lost, the plain form is sent under the same id, and the
 * cart knows that it has seen it.
 */
function named(form: HTMLFormElement): HTMLInputElement {
  const input = document.createElement('input')
  input.type = 'hidden'
  input.name = 'mutation'
  input.value = crypto.randomUUID()
  form.append(input)
  return input
}

async function post(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
): Promise<Reply<CartFormResult | string>> {
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form, submitter)) {
    if (typeof value === 'string') body.append(name, value)
  }
  // `form.action` would be the field of that name.
  const response = await fetch(form.getAttribute('action') ?? '', {
    method: 'POST',
    body,
    headers: { Accept: 'application/json' },
  })
  return response.json()
}

async function add(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  submitter?.setAttribute('aria-busy', 'true')
  const mutation = named(form)
  readyMiniCart()
  try {
    const { code, result } = await post(form, submitter)
    const message = typeof result === 'string' ? result : result.message
    if (code !== 200 || typeof result === 'string') {
      // On a card, what went wrong can be set right on the product's own page.
      const href = form.closest('.card')?.querySelector<HTMLAnchorElement>('.card-title a')?.href
      notify({ message, type: 'error', ...(href ? { action1: { label: 'Open its page', href } } : {}) })
      return
    }
    cartChanged(result.count)
    const fields = new FormData(form, submitter)
    emit({ kind: 'add', sku: String(fields.get('sku')), qty: Number(fields.get('qty') ?? 1) })
    if (!(await openMiniCart())) {
      // spec §8 "Added".
      const action2 = { label: 'Proceed to checkout', href: '/checkout/' }
      notify({ message, type: 'success', action1: NOTICE_OK, action2 })
    }
  } catch {
    // No answer that we understand. Online, the plain form may still succeed and says what happened.
    if (navigator.onLine) form.submit()
    else notify({ message: 'There is no Internet connection', type: 'error' })
  } finally {
    mutation.remove()
    submitter?.removeAttribute('aria-busy')
  }
}

export function listenToAddForms(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || form.dataset.add === undefined || event.defaultPrevented) return
    event.preventDefault()
    if (form.querySelector('[aria-busy=true]')) return
    void add(form, event.submitter)
  })
}
