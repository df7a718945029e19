/** The checkout: three steps in order, each a plain form that also works without JavaScript. */
import { getRouteApi } from '@tanstack/react-router'
import type { CheckoutView } from '../../../schema/checkout/checkout.api.ts'
import { type CheckoutStep, STEPS, stepsFor } from '../../../schema/checkout/checkout.ts'
import { formatAddressSummary, formatPersonalSummary } from '../../../schema/checkout/checkout-form-fields.ts'
import { paths } from '../../../schema/paths.ts'
import { NETWORK_MESSAGES } from '../../platform/api/call-api.ts'
import { useOnline } from '../../platform/islands/online.store.ts'
import { Alert } from '../../platform/ui/alert.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { PaymentStep } from '../payments/payment-step.tsx'
import { PendingPaymentNote } from '../payments/pending-payment.tsx'
import { OrderSummary } from './order-summary.tsx'
import { PersonalStep } from './personal-step.tsx'
import { ShippingStep } from './shipping-step.tsx'
import { StepFrame } from './step-frame.tsx'
import { TryLaterDialog } from './try-later-dialog.tsx'
import { useCheckout } from './use-checkout.ts'
import type { CheckoutNotice } from './use-order-placement.ts'

const route = getRouteApi('/checkout')

export function CheckoutScreen() {
  const checkout = useCheckout(route.useLoaderData())
  const { view, notice } = checkout
  const online = useOnline()
  if (view.cart.lines.length === 0) return <NothingToOrder ordered={view.ordered} />
  const steps = stepsFor(view.cart.allVirtual)
  const open = steps.indexOf(view.step)

  const frame = (step: CheckoutStep) => {
    const at = steps.indexOf(step)
    const state = at === open ? 'open' : at < open ? 'done' : 'later'
    return {
      step,
      number: at + 1,
      state,
      line: lineOf(view, step, state),
      onEdit: () => checkout.edit(step),
    } as const
  }
  return (
    <div className="wrap checkout">
      <div className="two-columns">
        <div className="checkout-steps">
          <h1 className="t-64">Checkout</h1>
          {online ? null : <Alert live>{NETWORK_MESSAGES.offline}. What you typed is kept.</Alert>}
          {view.pending?.redirectUrl ? <PendingPaymentNote pending={view.pending} /> : null}
          {STEPS.filter((step) => steps.includes(step)).map((step) => (
            <StepFrame key={step} {...frame(step)}>
              {notice && step !== 'payment' ? <NoticeNote notice={notice} /> : null}
              {step === 'personal' ? (
                <PersonalStep view={view} send={checkout.sendStep} />
              ) : step === 'shipping' ? (
                <ShippingStep
                  view={view}
                  send={checkout.sendStep}
                  onDestination={(...to) => void checkout.setDestination(...to)}
                />
              ) : (
                <>
                  <PaymentStep
                    view={view}
                    unanswered={checkout.unanswered}
                    onDestination={(...to) => void checkout.setDestination(...to)}
                    pay={checkout.pay}
                    onChange={checkout.formChanged}
                  />
                  {notice ? <NoticeNote notice={notice} /> : null}
                </>
              )}
            </StepFrame>
          ))}
          {checkout.waits ? <WaitingOrder takeBack={checkout.takeBack} /> : null}
        </div>
        <OrderSummary cart={view.cart} busy={checkout.counting} />
      </div>
      {checkout.tryLater ? <TryLaterDialog onClose={checkout.closeTryLater} /> : null}
    </div>
  )
}

/** What the shopper reads while it waits. */
const ORDER_WAITS =
  'Your order is kept in this browser and is sent by itself as soon as there is a connection. Nothing more to press.'

const bringIntoSight = (element: Element | null) => element?.scrollIntoView({ block: 'nearest' })

/** An order that was pressed without a connection; it can still be taken back. Below the button that was pressed. */
function WaitingOrder({ takeBack }: { takeBack: () => void }) {
  return (
    <section className="pending-payment" aria-labelledby="waiting-title" ref={bringIntoSight}>
      <h2 id="waiting-title" className="cond t-28">
        {NETWORK_MESSAGES.offline}
      </h2>
      <p role="status">{ORDER_WAITS}</p>
      <p>
        <Button onClick={takeBack}>Do not send it</Button>
      </p>
    </section>
  )
}

/** A refusal answers a press and is brought into sight; news of another tab moves nothing. */
function NoticeNote({ notice: { title, text } }: { notice: CheckoutNotice }) {
  return (
    <div className="checkout-notice" ref={title === null ? undefined : bringIntoSight}>
      <Alert tone="error" live action={<a href={paths.cart}>See cart</a>}>
        {title === null ? null : <b className="note-title">{title}</b>}
        <span>{text}</span>
      </Alert>
    </div>
  )
}

/** What a step that is not open says in one line. */
function lineOf(view: CheckoutView, step: CheckoutStep, state: 'done' | 'open' | 'later'): string {
  if (state === 'later') {
    return step === 'payment' ? view.paymentMethods.map(({ title }) => title).join(', ') : ''
  }
  if (step === 'personal') return formatPersonalSummary(view.personal)
  return step === 'shipping' ? formatAddressSummary(view.shipping) : ''
}

function NothingToOrder({ ordered }: { ordered: boolean }) {
  if (ordered) {
    return (
      <div className="wrap section">
        <EmptyState
          level="h1"
          title="Your order is in"
          action={{ href: paths.thankYou, label: 'See the order' }}
          other={{ href: paths.home, label: 'Keep looking' }}
        >
          <p>This cart was ordered. There is nothing left to pay here.</p>
        </EmptyState>
      </div>
    )
  }
  return (
    <div className="wrap section">
      <EmptyState
        level="h1"
        title="Your cart is empty"
        action={{ href: paths.home, label: 'Find tires by size' }}
        other={{ href: paths.cart, label: 'Cart' }}
      >
        <p>There is nothing to order yet.</p>
      </EmptyState>
    </div>
  )
}
