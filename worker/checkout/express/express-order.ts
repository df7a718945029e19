/**
 * Orders of express payments (H13h): the buyer of the wallet fills the draft of the checkout, the draft is validated
 * like a typed one, and the order goes through the same service as every order. After a refusal the draft is stored, so
 * the checkout shows the buyer's values, the errors and what happened.
 */
import type { Context } from 'hono'
import { emptyDraft, firstInvalidStep, openStep, stepsFor } from '../../../schema/checkout/checkout.ts'
import { fillDraft } from '../../../schema/checkout/express/express-draft.ts'
import { orderRefusal, type PlaceOrderOutcome } from '../../../schema/orders/order.ts'
import type { WalletBuyer } from '../../../schema/orders/payments/wallet-buyer.ts'
import { type FieldErrors, fieldLabel } from '../../../schema/platform/forms/field.ts'
import type { Cents } from '../../../schema/platform/money.ts'
import type { AppEnv } from '../../env.ts'
import { allRegions } from '../../identity/location/region.sql.ts'
import { saveDraft } from '../checkout-draft.ts'
import { applyRefusalToDraft, toOrderRequest } from '../draft-request.ts'
import { submitOrder } from '../placement/submit-order.ts'
import { validateCheckout } from '../validate-checkout.ts'

export interface ExpressOrder {
  quoteId: string
  buyer: WalletBuyer
  paymentMethod: string
  /** The provider's token of the approved payment. */
  token: string
  /** The total that the wallet showed. */
  shownTotal: Cents
}

/** Places the order of this browser's cart for the buyer of a wallet. */
export async function placeExpressOrder(
  c: Context<AppEnv>,
  { quoteId, buyer, paymentMethod, token, shownTotal }: ExpressOrder,
): Promise<PlaceOrderOutcome> {
  const [{ draft: stored }, regions] = await Promise.all([
    c.env.CART.getByName(quoteId).readCheckout(),
    allRegions(c.env.DB),
  ])
  const context = { allVirtual: false, regions }
  const filled = fillDraft(stored ?? emptyDraft(), buyer, { regions, paymentMethod })
  const { draft, errors } = await validateCheckout(c.env.DB, filled, context)
  const steps = stepsFor(false)
  const invalid = firstInvalidStep(errors, steps)
  if (invalid) {
    const message = addressMessage(errors[invalid])
    const opened = {
      ...draft,
      errors: errors[invalid],
      notice: message,
      steps: openStep(draft.steps, invalid),
    }
    await saveDraft(c.env, quoteId, opened, Date.now())
    return orderRefusal('address-invalid', { message })
  }
  const request = { ...toOrderRequest(draft, { ...context, shownTotal }), confirmationToken: token }
  const outcome = await submitOrder(c, { quoteId, request, isBrowserCart: true, savesCard: false })
  if (!outcome.ok) await saveDraft(c.env, quoteId, applyRefusalToDraft(draft, outcome), Date.now())
  return outcome
}

/** Names the first wrong field: the wallet has closed, so the shopper corrects the value in the checkout. */
function addressMessage(errors: FieldErrors): string {
  const [[name = '', message = ''] = []] = Object.entries(errors)
  return `${fieldLabel(name)}: ${message.replace(/\.$/, '')}. Nothing was charged. Change it here, then choose how to pay.`
}
