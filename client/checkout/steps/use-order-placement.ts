/** The act of ordering: the last step is validated, the order placed, and what came of it shown. */
import { useRouter } from '@tanstack/react-router'
import { type RefObject, useRef, useState } from 'react'
import { STOCK_MESSAGES } from '../../../schema/catalog/product/stock.ts'
import type { CheckoutView } from '../../../schema/checkout/checkout.api.ts'
import { refusalTitle, totalChanged } from '../../../schema/orders/order.ts'
import { paths } from '../../../schema/paths.ts'
import { hasErrors } from '../../../schema/platform/forms/field.ts'
import { lastUser } from '../../identity/session/last-user.store.ts'
import type { CardPaymentSource } from '../payments/stripe/stripe-elements.ts'
import type { OrderRequest } from '../placement/order-request.ts'
import { placeOrder } from '../placement/place-order.ts'
import { useQueuedOrder } from '../placement/use-queued-order.ts'
import { sendOrder } from './checkout-calls.ts'
import { flushPendingCartChanges } from './use-external-cart-changes.ts'

type Fields = Record<string, string>

/** What is said over the form. */
export interface CheckoutNotice {
  title: string | null
  text: string
}

export function refusalNotice(text: string | null): CheckoutNotice | null {
  return text === null ? null : { title: refusalTitle(text), text }
}

interface Checkout {
  view: CheckoutView
  /** Hands a step to the server; `null` when there was no answer. */
  hand: (fields: Fields) => Promise<CheckoutView | null>
  show: (view: CheckoutView) => void
  setNotice: (notice: CheckoutNotice | null) => void
  /** Becomes true once an order was sent and not answered. */
  perhapsOrdered: RefObject<boolean>
}

export function useOrderPlacement({ view, hand, show, setNotice, perhapsOrdered }: Checkout) {
  const router = useRouter()
  const [tryLater, setTryLater] = useState(false)
  // The order that was sent and not answered; sent again as it is, it stays one order.
  const unanswered = useRef<OrderRequest | null>(null)
  const [again, setAgain] = useState(false)
  const waiting = useQueuedOrder({
    placed: () => finish(view),
    refused: async (text) => {
      setNotice(refusalNotice(text))
      await router.invalidate()
    },
  })

  /** Hands the last step over and validates what came back; `null` when it cannot be ordered like this, which is said. */
  async function check(fields: Fields): Promise<CheckoutView | null> {
    const fresh = await hand(fields)
    if (!fresh) return null
    show(fresh)
    if (hasErrors(fresh.errors) || fresh.step !== 'payment') return null
    const isShort = fresh.cart.lines.some((line) => line.problem !== null)
    // Nobody pays another sum than the one on the button.
    const [before, now] = [view.cart.totals.grandTotal, fresh.cart.totals.grandTotal]
    if (isShort) setNotice(refusalNotice(STOCK_MESSAGES.order))
    else if (before !== now) setNotice(refusalNotice(totalChanged(before, now).message))
    return isShort || before !== now ? null : fresh
  }

  async function pay(fields: Fields, card: CardPaymentSource | null): Promise<void> {
    setNotice(null)
    await flushPendingCartChanges()
    if (await waiting.put(view, fields)) return
    const again = unanswered.current
    // An order that got no answer may have closed the cart by now, so it goes out before anything else is asked.
    const checked = again ? view : await check(fields)
    if (!checked) return
    const placed = await placeOrder(checked, { placeOrder: sendOrder, card }, again)
    const isLost = placed.kind === 'no-answer'
    unanswered.current = isLost ? placed.body : null
    perhapsOrdered.current ||= isLost
    setAgain(isLost)
    switch (placed.kind) {
      case 'placed':
        return finish(checked)
      case 'leave':
        // Who comes back paid meets the thank-you page, not this one.
        keepBuyer(checked)
        return location.assign(placed.href)
      case 'try-later':
        return setTryLater(true)
      case 'no-answer':
        return setNotice(refusalNotice(placed.text))
      case 'refused':
        setNotice(refusalNotice(placed.text))
        if (placed.stale) await router.invalidate()
    }
  }

  return {
    /** An order of this browser waits for a connection. */
    waits: waiting.waits,
    takeBack: waiting.takeBack,
    tryLater,
    unanswered: again,
    pay,
    closeTryLater: () => setTryLater(false),
    formChanged: () => {
      unanswered.current = null
      setAgain(false)
    },
  }
}

function finish(view: CheckoutView): void {
  keepBuyer(view)
  location.assign(paths.thankYou)
}

/** A guest's last details, for the next checkout of this browser. */
function keepBuyer({ personal, shipping, payment, cart }: CheckoutView): void {
  const sent = cart.allVirtual ? payment : shipping
  lastUser.save({
    ...personal,
    phoneNumber: sent.phoneNumber,
    shippingZipCode: sent.zipCode,
  })
}
