/** Adds a product through the cart store and reports the result. Loaded at the first addition of a page. */
import { ADDED_LATER, NOT_ADDED, NOTICE_OK } from '../../../schema/platform/notification.ts'
import { trackEvent } from '../../platform/analytics/events.store.ts'
import { submitPlainForm } from '../../platform/forms/submit-plain-form.ts'
import { showToast } from '../../platform/ui/toast.ts'
import { openMiniCart } from '../open-mini-cart.ts'
import { getCartStore } from '../sync/browser-cart.store.ts'

/**
 * Adds the fields of `form` to the cart and shows the result; `id` is that of an early addition, which the page stored
 * before this module was loaded. Without a reply the plain form is submitted under the id of the addition, so that the
 * cart applies it once; an unsent addition has no id.
 */
export async function sendAddition(
  form: HTMLFormElement,
  fields: Readonly<Record<string, string>>,
  id?: string,
): Promise<void> {
  const { end, text, mutation } = await getCartStore().add(fields, id)
  if (end === 'elsewhere') return
  if (end === 'unsent') return submitPlainForm(form, undefined, NOT_ADDED)
  if (end === 'lost') return submitPlainForm(form, mutation, ADDED_LATER)
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
}
