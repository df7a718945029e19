/**
 * Sends `form[data-add]` on cards and in the buy box through the cart store, which is loaded at the first submit. One
 * listener serves every form of the page. Without script the form posts, and the cart page shows the result.
 */
import { NOTICE_OK } from '../../../schema/platform/notification.ts'
import { trackEvent } from '../../platform/analytics/events.store.ts'
import { submitPlainForm } from '../../platform/forms/submit-plain-form.ts'
import { showToast } from '../../platform/ui/toast.ts'
import { openMiniCart, preloadMiniCart } from '../open-mini-cart.ts'

async function add(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  submitter?.setAttribute('aria-busy', 'true')
  // A form of a product has only text fields.
  const fields = Object.fromEntries(new FormData(form, submitter)) as Record<string, string>
  preloadMiniCart()
  let sent = ''
  try {
    const { getCartStore } = await import('../sync/browser-cart.store.ts')
    const { end, text, mutation } = await getCartStore().add(fields)
    sent = mutation
    if (end === 'lost') throw end
    if (end === 'refused') {
      // On a card, the shopper can correct the choice on the page of the product.
      const href = form.closest('.card')?.querySelector<HTMLAnchorElement>('.card-title a')?.href
      showToast({
        message: text,
        type: 'error',
        ...(href ? { action1: { label: 'Open its page', href } } : {}),
      })
      return
    }
    trackEvent({ kind: 'add', sku: fields.sku ?? '', qty: Number(fields.qty ?? 1) })
    const isUnsure = end === 'unsure'
    // The mini-cart would report a success, but the stock of this product is unknown.
    if (isUnsure || !(await openMiniCart(text))) {
      const action2 = { label: 'Proceed to checkout', href: '/checkout/' }
      showToast({ message: text, type: isUnsure ? 'warning' : 'success', action1: NOTICE_OK, action2 })
    }
  } catch {
    // No readable response. The plain form may still succeed; with the same id the cart applies the addition once.
    await submitPlainForm(form, sent)
  } finally {
    submitter?.removeAttribute('aria-busy')
  }
}

/** Starts the listener for all "Add" forms of the page. */
export function enhanceAddToCartForms(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || form.dataset.add === undefined || event.defaultPrevented) return
    event.preventDefault()
    if (form.querySelector('[aria-busy=true]')) return
    void add(form, event.submitter)
  })
}
