/** Opens the payment at once for a customer whose account answers the first two steps (H13h). */
import { type Cart, isAllVirtual } from '../../schema/cart/cart.ts'
import {
  type CheckoutDraft,
  emptyDraft,
  initialSteps,
  leaveStep,
  stepsFor,
} from '../../schema/checkout/checkout.ts'
import { prefillDraft } from '../../schema/checkout/checkout-prefill.ts'
import { hasErrors } from '../../schema/platform/forms/field.ts'
import { updateCartSettings } from '../cart/update-cart.ts'
import type { Env } from '../env.ts'
import { allRegions } from '../identity/location/region.sql.ts'
import { readCustomer } from '../identity/sign-in/customer.sql.ts'
import { saveDraft } from './checkout-draft.ts'
import { validateCheckout } from './validate-checkout.ts'

/**
 * Stores name, e-mail address and default shipping address as if the customer had submitted them, with the destination
 * of the cart. Returns false and stores nothing without a default address to which the shop delivers.
 */
export async function skipKnownSteps(
  env: Env,
  checkout: { quoteId: string; cart: Cart; draft: CheckoutDraft | null },
  customerId: number,
  now: number,
): Promise<boolean> {
  const { quoteId, cart } = checkout
  const allVirtual = isAllVirtual(cart)
  const [customer, regions] = await Promise.all([readCustomer(env.DB, customerId), allRegions(env.DB)])
  if (allVirtual || !customer?.addresses.some(({ defaultShipping }) => defaultShipping)) return false
  const known = prefillDraft(checkout.draft ?? emptyDraft(), customer, regions)
  const { draft, errors, shipTo } = await validateCheckout(env.DB, known, { allVirtual, regions })
  if (hasErrors(errors.personal) || hasErrors(errors.shipping) || shipTo === null) return false
  const [carrierCode = '', methodCode = ''] = draft.shipping.shippingMethod.split(':')
  const settings = { shipTo, shippingMethod: methodCode ? { carrierCode, methodCode } : null }
  const set = await updateCartSettings(env, quoteId, settings, now)
  if (!set.ok) return false
  const steps = stepsFor(allVirtual)
  const passed = leaveStep(leaveStep(initialSteps(), {}, steps), {}, steps)
  await saveDraft(env, quoteId, { ...draft, errors: {}, steps: passed }, now)
  return true
}
