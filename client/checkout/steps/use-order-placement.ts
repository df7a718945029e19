/** Places the order from the last step: validates the step, calls the server, and shows the result. */
import { useRouter } from '@tanstack/react-router'
import { type RefObject, useRef, useState } from 'react'
import { STOCK_MESSAGES } from '../../../schema/catalog/product/stock.ts'
import type { CheckoutView } from '../../../schema/checkout/checkout.api.ts'
import { refusalTitle, totalChangedMessage } from '../../../schema/orders/order.ts'
import { MAY_BE_ORDERED } from '../../../schema/orders/payment.ts'
import { paths } from '../../../schema/paths.ts'
import { hasErrors } from '../../../schema/platform/forms/field.ts'
import { lastUser } from '../../identity/session/last-user.store.ts'
import { clearCheckoutDetails } from '../checkout-details-key.store.ts'
import type { CardPaymentSource } from '../payments/stripe/stripe-elements.ts'
import type { OrderRequest } from '../placement/order-request.ts'
import { isCardRefusal, placeOrder } from '../placement/place-order.ts'
import { useQueuedOrder } from '../placement/use-queued-order.ts'
import { sendOrder } from './checkout-calls.ts'
import { flushPendingCartChanges } from './use-external-cart-changes.ts'

type Fields = Record<string, string>

/** The message above the form. */
export interface CheckoutNotice {
  title: string | null
  text: string
  /** Whether the shopper can mend it in the card fields. */
  isCard?: boolean
}

/** Returns the notice of a refusal with the title for its message. */
export function refusalNotice(text: string | null, isCard = false): CheckoutNotice | null {
  return text === null ? null : { title: refusalTitle(text), text, isCard }
}

interface Checkout {
  view: CheckoutView
  /** Posts a step to the server; `null` after a failure. */
  postStep: (fields: Fields) => Promise<CheckoutView | null>
  show: (view: CheckoutView) => void
  setNotice: (notice: CheckoutNotice | null) => void
  /** Becomes true after an order call without a reply. */
  mayBeOrdered: RefObject<boolean>
}

/** Returns the state and the actions of placing the order. */
export function useOrderPlacement({ view, postStep, show, setNotice, mayBeOrdered }: Checkout) {
  const router = useRouter()
  const [tryLater, setTryLater] = useState(false)
  // The order call without a reply; the same body can be sent again and still places one order.
  const unanswered = useRef<OrderRequest | null>(null)
  const [isUnanswered, setIsUnanswered] = useState(false)
  const { isQueued, queueOrder, cancelQueuedOrder } = useQueuedOrder({
    placed: () => finish(view),
    refused: async (text) => {
      setNotice(refusalNotice(text))
      await router.invalidate()
    },
  })

  /** Posts the last step; if it cannot be ordered, shows the reason and returns `null`. */
  async function check(fields: Fields): Promise<CheckoutView | null> {
    const fresh = await postStep(fields)
    if (!fresh) return null
    show(fresh)
    if (hasErrors(fresh.errors) || fresh.step !== 'payment') return null
    const isShort = fresh.cart.lines.some((line) => line.problem !== null)
    // The shopper pays exactly the total that the button shows.
    const [before, now] = [view.cart.totals.grandTotal, fresh.cart.totals.grandTotal]
    if (isShort) setNotice(refusalNotice(STOCK_MESSAGES.order))
    else if (before !== now) setNotice(refusalNotice(totalChangedMessage(before, now)))
    return isShort || before !== now ? null : fresh
  }

  async function pay(fields: Fields, card: CardPaymentSource | null): Promise<void> {
    setNotice(null)
    await flushPendingCartChanges()
    if (await queueOrder(view, fields)) return
    const earlier = unanswered.current
    // An order call without a reply may have closed the cart, so it is repeated before other calls.
    const checked = earlier ? view : await check(fields)
    if (!checked) return
    const result = await placeOrder(checked, { placeOrder: sendOrder, card }, earlier)
    const isLost = result.kind === 'no-answer'
    unanswered.current = isLost ? result.body : null
    mayBeOrdered.current ||= isLost
    setIsUnanswered(isLost)
    switch (result.kind) {
      case 'placed':
        return finish(checked)
      case 'redirect':
        // After the payment the shopper returns to the thank-you page, not to this page.
        saveBuyer(checked)
        return location.assign(result.href)
      case 'try-later':
        return setTryLater(true)
      case 'no-answer':
        return setNotice(refusalNotice(`${result.text}. ${MAY_BE_ORDERED}`))
      case 'refused':
        setNotice(refusalNotice(result.text, isCardRefusal(result.code)))
        if (result.isStale) await router.invalidate()
    }
  }

  return {
    isQueued,
    cancelQueuedOrder,
    tryLater,
    isUnanswered,
    pay,
    closeTryLater: () => setTryLater(false),
    formChanged: () => {
      unanswered.current = null
      setIsUnanswered(false)
    },
  }
}

function finish(view: CheckoutView): void {
  saveBuyer(view)
  // Here too, because the thank-you page may be left before its script has run.
  clearCheckoutDetails()
  location.assign(paths.thankYou)
}

/** Saves the buyer's details for the next checkout of this browser. */
function saveBuyer({ personal, shipping, payment, cart }: CheckoutView): void {
  const { phoneNumber, zipCode } = cart.allVirtual ? payment : shipping
  lastUser.save({ ...personal, phoneNumber, shippingZipCode: zipCode })
}
