/** The order of a checkout that was filled in by plain forms: from the draft to the sale and back. */
import type { Context } from 'hono'
import { type CheckoutDraft, openStep, orderParties } from '../../schema/checkout/checkout.ts'
import {
  findRegion,
  type Region,
  toWireAddress,
  type WireAddress,
} from '../../schema/identity/location/address.ts'
import type { Party } from '../../schema/identity/location/address-details.ts'
import type { OrderRefused, PlaceOrderRequest } from '../../schema/orders/order.ts'
import type { Cents } from '../../schema/platform/money.ts'
import type { AppEnv } from '../env.ts'
import { placeLimited } from './placement/place-limited.ts'

export type DraftOrderResult =
  | { ok: true; orderNumber: string }
  /** `pending`: where the order's own page says what becomes of it, while the bank is still asked. */
  | { ok: false; draft: CheckoutDraft; pending: string | null }

interface About {
  allVirtual: boolean
  regions: readonly Region[]
  /** As the form said it. */
  shownTotal: Cents | null
}

/** Places the order, or gives the draft with what stands in its way said on it. */
export async function placeDraftOrder(
  c: Context<AppEnv>,
  quoteId: string,
  draft: CheckoutDraft,
  about: About,
): Promise<DraftOrderResult> {
  const outcome = await placeLimited(c, quoteId, requestOf(draft, about))
  return outcome.ok
    ? { ok: true, orderNumber: outcome.orderNumber }
    : { ok: false, draft: applyRefusalToDraft(draft, outcome), pending: pendingHref(outcome) }
}

/** The page of an order whose payment nobody knows yet; `null` for every other refusal. */
export function pendingHref({ code, action }: OrderRefused): string | null {
  return code === 'payment-pending' && action && 'redirectUrl' in action ? action.redirectUrl : null
}

export function requestOf(
  draft: CheckoutDraft,
  { allVirtual, regions, shownTotal }: About,
): PlaceOrderRequest {
  const { personal, shipping, payment } = draft
  const parties = orderParties(draft, allVirtual)
  const [carrierCode = '', methodCode = ''] = shipping.shippingMethod.split(':')
  const wire = (details: Party): WireAddress => {
    const named = { regionId: details.regionId, region: details.state, regionCode: '' }
    return toWireAddress(details, findRegion(regions, named), personal.emailAddress)
  }
  return {
    lines: null,
    email: personal.emailAddress,
    shippingAddress: parties.shipping && wire(parties.shipping),
    billingAddress: wire(parties.billing),
    shippingMethod: allVirtual || methodCode === '' ? null : { carrierCode, methodCode },
    paymentMethod: payment.paymentMethod,
    confirmationToken: null,
    marketing: null,
    shownTotal,
  }
}

/** What refused the order, said where the shopper can act on it. */
export function applyRefusalToDraft(draft: CheckoutDraft, refusal: OrderRefused): CheckoutDraft {
  const said: CheckoutDraft = {
    ...draft,
    // A payment that waits has a place of its own on the page.
    notice: refusal.code === 'payment-action' ? null : refusal.message,
    errors: {},
    steps: openStep(draft.steps, 'payment'),
  }
  const { fields } = refusal
  if (!fields) return said
  if (Object.keys(fields.personal).length > 0) {
    return { ...said, errors: fields.personal, steps: openStep(draft.steps, 'personal') }
  }
  if (Object.keys(fields.shipping).length > 0) {
    return { ...said, errors: fields.shipping, steps: openStep(draft.steps, 'shipping') }
  }
  return { ...said, errors: fields.billing }
}
