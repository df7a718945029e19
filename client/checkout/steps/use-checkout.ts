/** The checkout in the browser: which step is open, what the server knows, and the act of ordering. */
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
import { afterPress } from '../../platform/islands/after-press.ts'
import { postCheckoutForm, sendDestination } from './checkout-calls.ts'
import { STEP_OFFSET, scrollToTarget } from './scroll.ts'
import { useExternalCartChanges } from './use-external-cart-changes.ts'
import { refusalNotice, useOrderPlacement } from './use-order-placement.ts'

type Fields = Record<string, string>

export function useCheckout(loaded: CheckoutView) {
  const [view, setView] = useState(loaded)
  const [notice, setNotice] = useState(refusalNotice(loaded.notice))
  // True once an order was sent and not answered: then a cart that is gone has most likely become that order.
  const perhapsOrdered = useRef(false)
  const moved = useStepFocus(view.step)

  // New totals come by the loader; the open step and its errors are this page's own.
  useEffect(() => {
    afterPress(() =>
      setView((known) => (known === loaded ? known : { ...loaded, step: known.step, errors: known.errors })),
    )
  }, [loaded])

  // Ordering changes the cart too: its news never takes the place of what was said about the order.
  useExternalCartChanges(loaded.cart, (text) => setNotice((said) => said ?? { title: null, text }))
  useCheckoutEvents(loaded.cart, view)

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

  async function sendStep(fields: Fields, form?: HTMLFormElement): Promise<void> {
    const next = await hand(fields, form)
    if (next) show(next)
  }

  function show(next: CheckoutView): void {
    moved.current = next.step !== view.step
    setView(next)
  }

  function edit(step: CheckoutStep): void {
    moved.current = true
    setNotice(null)
    setView((known) => ({ ...known, step, errors: {} }))
    void postCheckoutForm({ action: 'edit', step })
  }

  const placement = useOrderPlacement({ view, hand, show, setNotice, perhapsOrdered })
  return { view, notice, sendStep, edit, ...useDestination(), ...placement }
}

/** Moves the focus to a step that the shopper has opened, never at the first paint; the caller says when one was. */
function useStepFocus(step: CheckoutStep) {
  const moved = useRef(false)
  useEffect(() => {
    if (!moved.current) return
    moved.current = false
    document.getElementById(`title-${step}`)?.focus({ preventScroll: true })
    const opened = document.getElementById(`step-${step}`)
    if (opened) scrollToTarget(opened, STEP_OFFSET)
  }, [step])
  return moved
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

/** Sends the destination of the cart, whose totals are counted meanwhile. */
function useDestination() {
  const router = useRouter()
  const [counting, setCounting] = useState(false)
  async function setDestination(zipCode: string, state: string, regionId: number | null): Promise<void> {
    setCounting(true)
    const answer = await sendDestination({ zipCode, state, regionId })
    if (answer.ok) await router.invalidate()
    setCounting(false)
  }
  return { counting, setDestination }
}

/** Anyone who was signed in when the checkout began chooses how it goes on; false when the dialog was closed. */
async function signInAgain(): Promise<boolean> {
  const { promptForSignIn } = await import('../../identity/sign-in/sign-in-dialog.tsx')
  const end = await promptForSignIn({ why: SESSION_OVER, guest: true })
  // Asking whether the session goes on takes the name away that the server goes by.
  return end === 'signed-in' || (end === 'guest' && (await readSession()).ok)
}
