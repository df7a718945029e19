/**
 * Sends `form[data-add]` on cards and in the buy box through the cart store, which is loaded at the first submit. One
 * listener serves every form of the page. Without script the form posts, and the cart page shows the result.
 */
import { submitPlainForm } from '../../platform/forms/submit-plain-form.ts'
import { storedText } from '../../platform/storage/stored-value.store.ts'
import { preloadMiniCart } from '../open-mini-cart.ts'
import type { MutationKey, PendingMutation } from '../sync/cart-storage.ts'

type AddToCart = typeof import('./add-to-cart.ts').addToCart

/** The forms whose addition has no result yet. */
const adding = new Set<HTMLFormElement>()
let loaded: AddToCart | undefined

/** Stores an addition as the cart store does: when this page is left before the store is loaded, the next one sends it. */
function storeAddition(fields: Record<string, string>) {
  const page = crypto.randomUUID().slice(0, 18)
  const id = `${page}.1`
  const wish = { kind: 'add' as const, fields }
  const addition: PendingMutation = { id, page, order: Date.now(), cart: '', due: 0, sent: false, wish }
  const stored = storedText(`cart-wish:${id}` satisfies MutationKey)
  stored.save(JSON.stringify(addition))
  return { id, clear: stored.clear }
}

async function add(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  submitter?.setAttribute('aria-busy', 'true')
  adding.add(form)
  // A form of a product has only text fields.
  const fields = Object.fromEntries(new FormData(form, submitter)) as Record<string, string>
  const stored = loaded ? null : storeAddition(fields)
  preloadMiniCart()
  try {
    loaded ??= (await import('./add-to-cart.ts')).addToCart
    await loaded(form, fields, stored?.id)
  } catch {
    stored?.clear()
    await submitPlainForm(form, stored?.id, '. Nothing was added.')
  }
  adding.delete(form)
  submitter?.removeAttribute('aria-busy')
}

/** Starts the listener for all "Add" forms of the page. */
export function enhanceAddToCartForms(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || form.dataset.add === undefined || event.defaultPrevented) return
    event.preventDefault()
    if (!adding.has(form)) void add(form, event.submitter)
  })
}
