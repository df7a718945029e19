/**
 * Sends `form[data-add]` on cards and in the buy box through the cart store, which is loaded at the first submit. One
 * listener serves every form of the page. Without script the form posts, and the cart page shows the result.
 */
import { ADDED_LATER, NOT_ADDED } from '../../../schema/platform/notification.ts'
import { savedVehiclePage } from '../../catalog/vehicle/saved-vehicle.ts'
import { hasSavedVehicle } from '../../catalog/vehicle/saved-vehicle-key.store.ts'
import { submitPlainForm } from '../../platform/forms/submit-plain-form.ts'
import { storedText } from '../../platform/storage/stored-value.store.ts'
import { preloadMiniCart } from '../open-mini-cart.ts'
import type { MutationKey, PendingMutation } from '../sync/cart-storage.ts'

type SendAddition = typeof import('./add-to-cart.ts').sendAddition

/** The forms whose addition has no result yet. */
const adding = new Set<HTMLFormElement>()
let loaded: SendAddition | undefined

/**
 * Stores an early addition as the cart store does: when this page is left before the store is loaded, the next page sends it.
 * Returns its mutation id; undefined where the browser stores nothing.
 */
function storeAddition(fields: Record<string, string>): string | undefined {
  const id = `${crypto.randomUUID().slice(0, 18)}.1`
  const wish = { kind: 'add' as const, fields }
  const addition: PendingMutation = { id, order: Date.now(), cart: '', due: 0, sent: false, wish }
  const isStored = storedText(`cart-wish:${id}` satisfies MutationKey).save(JSON.stringify(addition))
  return isStored ? id : undefined
}

async function add(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  submitter?.setAttribute('aria-busy', 'true')
  adding.add(form)
  try {
    if (hasSavedVehicle()) {
      // A page that cannot load the question about the car adds the tire.
      const fits = savedVehiclePage().then(({ passesFitGate }) => passesFitGate(form))
      if (!(await fits.catch(() => true))) return
    }
    // A form of a product has only text fields.
    const fields = Object.fromEntries(new FormData(form, submitter)) as Record<string, string>
    const id = loaded ? undefined : storeAddition(fields)
    preloadMiniCart()
    // Only a failed import submits the plain form here: after a later fault the product may be in the cart.
    loaded ??= await import('./add-to-cart.ts').then(
      ({ sendAddition }) => sendAddition,
      () => undefined,
    )
    // With the same id the cart applies the early addition once.
    await (loaded ? loaded(form, fields, id) : submitPlainForm(form, id, id ? ADDED_LATER : NOT_ADDED))
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
