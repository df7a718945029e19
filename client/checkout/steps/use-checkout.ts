/** The state of the checkout in the browser: the open step, the server's data, and the placement of the order. */
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { CartView } from '../../../schema/cart/cart.api.ts'
import { toAnalyticsPhone } from '../../../schema/checkout/analytics-phone.ts'
import type { CheckoutView } from '../../../schema/checkout/checkout.api.ts'
import type { CheckoutStep } from '../../../schema/checkout/checkout.ts'
import { SESSION_OVER } from '../../../schema/identity/sign-in/sign-in.api.ts'
import { ORDER_TITLES } from '../../../schema/orders/order.ts'
import { paths } from '../../../schema/paths.ts'
import { readSession } from '../../identity/session/session.store.ts'
import { trackEvent } from '../../platform/analytics/events.store.ts'
import { NETWORK_ERROR } from '../../platform/api/call-api.ts'
import { afterPress } from '../../platform/islands/after-press.ts'
import { postCheckoutForm, sendDestination } from './checkout-calls.ts'
import { STEP_OFFSET, scrollToTarget } from './scroll.ts'
import { useExternalCartChanges } from './use-external-cart-changes.ts'
import { refusalNotice, useOrderPlacement } from './use-order-placement.ts'

type Fields = Record<string, string>

/** Returns the state and the actions of the checkout. */
export function useCheckout(loaded: CheckoutView) {
  const [view, setView] = useState(loaded)
  const [notice, setNotice] = useState(refusalNotice(loaded.notice))
  // True after an order call without a reply: a cart that is missing later was most likely ordered by that call.
  const mayBeOrdered = useRef(false)
  const shouldFocus = useStepFocus(view.step)

  // The loader brings new totals; the open step and its errors are state of this page.
  useEffect(() => {
    afterPress(() =>
      setView((known) => (known === loaded ? known : { ...loaded, step: known.step, errors: known.errors })),
    )
  }, [loaded])

  // An order changes the cart too, so this notice never replaces a notice about the order.
  useExternalCartChanges(loaded.cart, (text) => setNotice((shown) => shown ?? { title: null, text }))
  useCheckoutEvents(loaded.cart, view)

  /** Posts a step to the server; after a failure shows a notice and returns `null`. */
  async function postStep(fields: Fields, form?: HTMLFormElement | undefined): Promise<CheckoutView | null> {
    const reply = await postCheckoutForm(fields)
    if (!reply.ok) {
      if (reply.code === 401 && (await promptAfterExpiry())) return postStep(fields)
      // The server requires a captcha, which is on a page of its own.
      if (reply.code === 428) form?.submit()
      // The cart was ordered or emptied in another tab, or ordered by a call whose reply was lost.
      if (reply.code === 404) location.assign(mayBeOrdered.current ? paths.thankYou : paths.cart)
      // The order would have been sent after this call.
      const isUnsent = reply.code === NETWORK_ERROR && view.step === 'payment'
      const text = isUnsent ? `${reply.message}. Nothing was ordered or charged.` : reply.message
      setNotice({ title: ORDER_TITLES.checkout, text })
      return null
    }
    setNotice(refusalNotice(reply.value.notice))
    return reply.value
  }

  async function sendStep(fields: Fields, form?: HTMLFormElement): Promise<void> {
    const next = await postStep(fields, form)
    if (!next) return
    // An order without a reply had the address and totals of before.
    placement.formChanged()
    show(next)
  }

  function show(next: CheckoutView): void {
    shouldFocus.current = next.step !== view.step
    setView(next)
  }

  function edit(step: CheckoutStep): void {
    shouldFocus.current = true
    placement.formChanged()
    setNotice(null)
    setView((known) => ({ ...known, step, errors: {} }))
    void postCheckoutForm({ action: 'edit', step })
  }

  const placement = useOrderPlacement({ view, postStep, show, setNotice, mayBeOrdered })
  return { view, notice, sendStep, edit, ...useDestination(), ...placement }
}

/** Moves the focus to a newly opened step when the caller has set the returned ref; never at the first paint. */
function useStepFocus(step: CheckoutStep) {
  const shouldFocus = useRef(false)
  useEffect(() => {
    if (!shouldFocus.current) return
    shouldFocus.current = false
    document.getElementById(`title-${step}`)?.focus({ preventScroll: true })
    const opened = document.getElementById(`step-${step}`)
    if (opened) scrollToTarget(opened, STEP_OFFSET)
  }, [step])
  return shouldFocus
}

function useCheckoutEvents(cart: CartView, { step, personal, shipping }: CheckoutView): void {
  useEffect(() => {
    const { lines, totals } = cart
    trackEvent({ kind: 'cart', skus: lines.map(({ sku }) => sku), total: totals.grandTotal })
  }, [cart])
  useEffect(() => trackEvent({ kind: 'checkout', step }), [step])
  const { emailAddress } = personal
  const { phoneNumber } = shipping
  useEffect(() => {
    if (emailAddress)
      trackEvent({ kind: 'identify', email: emailAddress, phone: toAnalyticsPhone(phoneNumber) })
  }, [emailAddress, phoneNumber])
}

/** Sets the destination of the cart; `isUpdatingTotals` is true until the new totals are loaded. */
function useDestination() {
  const router = useRouter()
  const [isUpdatingTotals, setUpdatingTotals] = useState(false)
  async function setDestination(zipCode: string, state: string, regionId: number | null): Promise<void> {
    setUpdatingTotals(true)
    const reply = await sendDestination({ zipCode, state, regionId })
    if (reply.ok) await router.invalidate()
    setUpdatingTotals(false)
  }
  return { isUpdatingTotals, setDestination }
}

/** Lets a shopper whose session expired sign in or continue as a guest. Returns false when the dialog was closed. */
async function promptAfterExpiry(): Promise<boolean> {
  const { promptForSignIn } = await import('../../identity/sign-in/sign-in-dialog.tsx')
  const end = await promptForSignIn({ why: SESSION_OVER, guest: true })
  // For a guest, reading the session clears the cookie by which the server detects the expired session.
  return end === 'signed-in' || (end === 'guest' && (await readSession()).ok)
}
