/**
 * Sends `form[data-add]` on cards and in the buy box through the cart store, which is loaded at the first submit. One
 * listener serves every form of the page. Without script the form posts, and the cart page shows the result.
 */
import { ADDED_LATER } from '../../../schema/platform/notification.ts'
import { submitPlainForm } from '../../platform/forms/submit-plain-form.ts'
import { storedText } from '../../platform/storage/stored-value.store.ts'
import { preloadMiniCart } from '../open-mini-cart.ts'
import type { MutationKey, PendingMutation } from '../sync/cart-storage.ts'

type SendAddition = typeof import('./add-to-cart.ts').sendAddition

/** The forms whose addition has no result yet. */
const adding = new Set<HTMLFormElement>()
let loaded: SendAddition | undefined

/**
 * Stores an addition as the cart store does, and returns its mutation id. When this page is left before the store is
 * loaded, the next page sends the addition.
 */
function storeAddition(fields: Record<string, string>): string {
  const page = crypto.randomUUID().slice(0, 18)
  const id = `${page}.1`
  const wish = { kind: 'add' as const, fields }
  const addition: PendingMutation = { id, page, order: Date.now(), cart: '', due: 0, sent: false, wish }
  storedText(`cart-wish:${id}` satisfies MutationKey).save(JSON.stringify(addition))
  return id
}

async function add(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  submitter?.setAttribute('aria-busy', 'true')
  adding.add(form)
  let id: string | undefined
  try {
    // A form of a product has only text fields.
    const fields = Object.fromEntries(new FormData(form, submitter)) as Record<string, string>
    if (!loaded) id = storeAddition(fields)
    preloadMiniCart()
    loaded ??= (await import('./add-to-cart.ts')).sendAddition
    await loaded(form, fields, id)
  } catch {
    // The stored addition stays: with the same id the cart applies it once.
    await submitPlainForm(form, id, ADDED_LATER)
  } finally {
    adding.delete(form)
    submitter?.removeAttribute('aria-busy')
  }
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
