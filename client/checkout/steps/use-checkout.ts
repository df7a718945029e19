/** The checkout in the browser: which step is open, what the server knows, and the act of ordering. */
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { STOCK_MESSAGES } from '../../../schema/catalog/product/stock.ts'
import { toAnalyticsPhone } from '../../../schema/checkout/analytics-phone.ts'
import type { CheckoutView } from '../../../schema/checkout/checkout.api.ts'
import type { CheckoutStep } from '../../../schema/checkout/checkout.ts'
import { SESSION_OVER } from '../../../schema/identity/sign-in/sign-in.api.ts'
import { ORDER_TITLES, refusalTitle, totalChanged } from '../../../schema/orders/order.ts'
import { paths } from '../../../schema/paths.ts'
import { hasErrors } from '../../../schema/platform/forms/field.ts'
import { saveLastUser } from '../../identity/session/last-user.store.ts'
import { readSession } from '../../identity/session/session.store.ts'
import { trackEvent } from '../../platform/analytics/events.store.ts'
import { afterPress } from '../../platform/islands/after-press.ts'
import type { CardPaymentSource } from '../payments/stripe/stripe-elements.ts'
import type { OrderRequest } from '../placement/order-request.ts'
import { placeOrder } from '../placement/place-order.ts'
import { useQueuedOrder } from '../placement/use-queued-order.ts'
import { postCheckoutForm, sendDestination, sendOrder } from './checkout-calls.ts'
import { STEP_OFFSET, scrollToTarget } from './scroll.ts'
import { flushPendingCartChanges, useExternalCartChanges } from './use-external-cart-changes.ts'

type Fields = Record<string, string>

/** What is said over the form. */
export interface CheckoutNotice {
  title: string | null
  text: string
}

function refusalNotice(text: string | null): CheckoutNotice | null {
  return text === null ? null : { title: refusalTitle(text), text }
}

export function useCheckout(loaded: CheckoutView) {
  const router = useRouter()
  const [view, setView] = useState(loaded)
  const [notice, setNotice] = useState(refusalNotice(loaded.notice))
  const [tryLater, setTryLater] = useState(false)
  const [counting, setCounting] = useState(false)
  // The order that was sent and not answered; sent again as it is, it stays one order.
  const unanswered = useRef<OrderRequest | null>(null)
  // True once an order was sent and not answered: then a cart that is gone has most likely become that order.
  const perhapsOrdered = useRef(false)
  const [again, setAgain] = useState(false)
  const waiting = useQueuedOrder({
    placed: () => finish(view),
    refused: async (text) => {
      setNotice(refusalNotice(text))
      await router.invalidate()
    },
  })
  const moved = useRef(false)

  // New totals come by the loader; the open step and its errors are this page's own.
  useEffect(() => {
    afterPress(() =>
      setView((known) => (known === loaded ? known : { ...loaded, step: known.step, errors: known.errors })),
    )
  }, [loaded])

  // Focus follows the step that the shopper has just opened, never the first paint.
  useEffect(() => {
    if (!moved.current) return
    moved.current = false
    const title = document.getElementById(`title-${view.step}`)
    title?.focus({ preventScroll: true })
    const opened = document.getElementById(`step-${view.step}`)
    if (opened) scrollToTarget(opened, STEP_OFFSET)
  }, [view.step])

  // Ordering changes the cart too: its news never takes the place of what was said about the order.
  useExternalCartChanges(loaded.cart, (text) => setNotice((said) => said ?? { title: null, text }))
  const cartNow = loaded.cart
  useEffect(() => {
    const { lines, totals } = cartNow
    trackEvent({ kind: 'cart', skus: lines.map(({ sku }) => sku), total: totals.grandTotal })
  }, [cartNow])
  useEffect(() => trackEvent({ kind: 'checkout', step: view.step }), [view.step])
  const { emailAddress } = view.personal
  const { phoneNumber } = view.shipping
  useEffect(() => {
    if (emailAddress)
      trackEvent({ kind: 'identify', email: emailAddress, phone: toAnalyticsPhone(phoneNumber) })
  }, [emailAddress, phoneNumber])

  /** Hands a step to the server; `null` when there was no answer, which is said. */
  async function hand(fields: Fields, form?: HTMLFormElement | undefined): Promise<CheckoutView | null> {
    const answer = await postCheckoutForm(fields)
    if (!answer.ok) {
      if (answer.code === 401 && (await signInAgain())) return hand(fields)
      // Asked whether a person sends it, on a page of its own.
      if (answer.code === 428) form?.submit()
      // The cart was ordered or emptied in another tab, or ordered by a press whose answer was lost.
      if (answer.code === 404) location.assign(perhapsOrdered.current ? paths.thankYou : paths.cart)
      setNotice({ title: ORDER_TITLES.checkout, text: answer.message })
      return null
    }
    setNotice(refusalNotice(answer.value.notice))
    return answer.value
  }

  /** Anyone who was signed in when the checkout began chooses how it goes on; false when the dialog was closed. */
  async function signInAgain(): Promise<boolean> {
    const { promptForSignIn } = await import('../../identity/sign-in/sign-in-dialog.tsx')
    const end = await promptForSignIn({ why: SESSION_OVER, guest: true })
    // Asking whether the session goes on takes the name away that the server goes by.
    return end === 'signed-in' || (end === 'guest' && (await readSession()).ok)
  }

  async function sendStep(fields: Fields, form?: HTMLFormElement): Promise<void> {
    const next = await hand(fields, form)
    if (!next) return
    moved.current = next.step !== view.step
    setView(next)
  }

  function edit(step: CheckoutStep): void {
    moved.current = true
    setNotice(null)
    setView((known) => ({ ...known, step, errors: {} }))
    void postCheckoutForm({ action: 'edit', step })
  }

  async function setDestination(zipCode: string, state: string, regionId: number | null): Promise<void> {
    setCounting(true)
    const answer = await sendDestination({ zipCode, state, regionId })
    if (answer.ok) await router.invalidate()
    setCounting(false)
  }

  /** Hands the last step over and validates what came back; `null` when it cannot be ordered like this, which is said. */
  async function check(fields: Fields): Promise<CheckoutView | null> {
    const fresh = await hand(fields)
    if (!fresh) return null
    if (hasErrors(fresh.errors) || fresh.step !== 'payment') {
      moved.current = fresh.step !== view.step
      setView(fresh)
      return null
    }
    setView(fresh)
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
    view,
    notice,
    /** An order of this browser waits for a connection. */
    waits: waiting.waits,
    takeBack: waiting.takeBack,
    counting,
    tryLater,
    unanswered: again,
    sendStep,
    edit,
    setDestination,
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
  saveLastUser(localStorage, {
    ...personal,
    phoneNumber: sent.phoneNumber,
    shippingZipCode: sent.zipCode,
  })
}
