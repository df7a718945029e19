/** Turns the draft of the plain forms into an order request, and writes a refusal back into the draft. */
import { type CheckoutDraft, openStep, orderParties } from '../../schema/checkout/checkout.ts'
import {
  type ApiAddress,
  findRegion,
  toApiAddress,
  type UsRegion,
} from '../../schema/identity/location/address.ts'
import type { Party } from '../../schema/identity/location/address-details.ts'
import type { OrderRefused, PlaceOrderRequest } from '../../schema/orders/order.ts'
import type { Cents } from '../../schema/platform/money.ts'

interface RequestContext {
  allVirtual: boolean
  regions: readonly UsRegion[]
  /** The total that the form showed. */
  shownTotal: Cents | null
}

/** Returns the page of an order whose payment is still unknown; `null` for every other refusal. */
export function pendingHref({ code, action }: OrderRefused): string | null {
  return code === 'payment-pending' && action && 'redirectUrl' in action ? action.redirectUrl : null
}

/** Returns the order request of a complete draft. */
export function toOrderRequest(
  draft: CheckoutDraft,
  { allVirtual, regions, shownTotal }: RequestContext,
): PlaceOrderRequest {
  const { personal, shipping, payment } = draft
  const parties = orderParties(draft, allVirtual)
  const [carrierCode = '', methodCode = ''] = shipping.shippingMethod.split(':')
  const toAddress = (details: Party): ApiAddress => {
    const named = { regionId: details.regionId, region: details.state, regionCode: '' }
    return toApiAddress(details, findRegion(regions, named), personal.emailAddress)
  }
  return {
    lines: null,
    email: personal.emailAddress,
    shippingAddress: parties.shipping && toAddress(parties.shipping),
    billingAddress: toAddress(parties.billing),
    shippingMethod: allVirtual || methodCode === '' ? null : { carrierCode, methodCode },
    paymentMethod: payment.paymentMethod,
    confirmationToken: null,
    marketing: null,
    shownTotal,
  }
}

/** Returns the draft with the refusal's errors, open at the step where the shopper can correct them. */
export function applyRefusalToDraft(draft: CheckoutDraft, refusal: OrderRefused): CheckoutDraft {
  const refused: CheckoutDraft = {
    ...draft,
    // The page shows a pending payment in its own section.
    notice: refusal.code === 'payment-action' ? null : refusal.message,
    errors: {},
    steps: openStep(draft.steps, 'payment'),
  }
  const { fields } = refusal
  if (!fields) return refused
  if (Object.keys(fields.personal).length > 0) {
    return { ...refused, errors: fields.personal, steps: openStep(draft.steps, 'personal') }
  }
  if (Object.keys(fields.shipping).length > 0) {
    return { ...refused, errors: fields.shipping, steps: openStep(draft.steps, 'shipping') }
  }
  return { ...refused, errors: fields.billing }
}
