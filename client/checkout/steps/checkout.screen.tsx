/** The checkout: three steps in order, each a plain form that also works without JavaScript. */
import { getRouteApi } from '@tanstack/react-router'
import type { CheckoutView } from '../../../schema/checkout/checkout.api.ts'
import { type CheckoutStep, stepsFor } from '../../../schema/checkout/checkout.ts'
import { formatAddressSummary, formatPersonalSummary } from '../../../schema/checkout/checkout-form-fields.ts'
import { paths } from '../../../schema/paths.ts'
import { NETWORK_MESSAGES } from '../../platform/api/call-api.ts'
import { useOnline } from '../../platform/islands/online.store.ts'
import { Alert } from '../../platform/ui/alert.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { ExpressPayment } from '../express/express-payment.tsx'
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

/** The checkout page of the app. */
export function CheckoutScreen() {
  const checkout = useCheckout(route.useLoaderData())
  const { view, notice } = checkout
  const online = useOnline()
  if (view.cart.lines.length === 0) return <NothingToOrder ordered={view.ordered} />
  const steps = stepsFor(view.cart.allVirtual)
  const open = steps.indexOf(view.step)
  // A customer with an address begins at the payment, a guest has filled in an address by then.
  const isExpressShown = !view.pending && (view.step !== 'payment' || view.addresses.length > 0)

  const frame = (step: CheckoutStep) => {
    const at = steps.indexOf(step)
    const state = at === open ? 'open' : at < open ? 'done' : 'later'
    return {
      step,
      number: at + 1,
      state,
      summary: getSummary(view, step, state),
      onEdit: () => checkout.edit(step),
    } as const
  }
  return (
    <div className="wrap checkout">
      <div className="two-columns">
        <div className="checkout-steps">
          <div className="checkout-head">
            <h1 className="t-64">Checkout</h1>
            <a href={paths.cart}>Back to cart</a>
          </div>
          {online ? null : <Alert live>{NETWORK_MESSAGES.offline}. We’ve saved what you typed.</Alert>}
          {view.pending?.redirectUrl ? <PendingPaymentNote pending={view.pending} /> : null}
          {isExpressShown && online ? <ExpressPayment cart={view.cart} from="checkout" /> : null}
          {steps.map((step) => (
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
                    unanswered={checkout.isUnanswered}
                    onDestination={(...to) => void checkout.setDestination(...to)}
                    pay={checkout.pay}
                    onChange={checkout.formChanged}
                  />
                  {notice ? <NoticeNote notice={notice} /> : null}
                </>
              )}
            </StepFrame>
          ))}
          {checkout.isQueued ? <QueuedOrder cancel={checkout.cancelQueuedOrder} /> : null}
        </div>
        <OrderSummary
          cart={view.cart}
          busy={checkout.isUpdatingTotals}
          isEstimate={view.cart.allVirtual || view.step !== 'payment'}
          isBeforePayment={view.step !== 'payment'}
        />
      </div>
      {checkout.tryLater ? <TryLaterDialog onClose={checkout.closeTryLater} /> : null}
    </div>
  )
}

const ORDER_QUEUED_MESSAGE =
  'Your order is saved in this browser. We’ll send it as soon as you’re back online; there’s nothing more to do.'

const scrollIntoView = (element: Element | null) => element?.scrollIntoView({ block: 'nearest' })

/** The order that is queued without a connection, with a button that cancels it. */
function QueuedOrder({ cancel }: { cancel: () => void }) {
  return (
    <section className="pending-payment" aria-labelledby="waiting-title" ref={scrollIntoView}>
      <h2 id="waiting-title" className="cond t-28">
        {NETWORK_MESSAGES.offline}
      </h2>
      <p role="status">{ORDER_QUEUED_MESSAGE}</p>
      <p>
        <Button onClick={cancel}>Don’t send it</Button>
      </p>
    </section>
  )
}

/** The notice. A refusal after a press is scrolled into view; a notice about another tab does not scroll the page. */
function NoticeNote({ notice: { title, text, isCard } }: { notice: CheckoutNotice }) {
  return (
    <div className="checkout-notice" ref={title === null ? undefined : scrollIntoView}>
      <Alert
        tone="error"
        live
        action={isCard ? <a href="#paymentMethod">Check your card</a> : <a href={paths.cart}>See cart</a>}
      >
        {title === null ? null : <b className="note-title">{title}</b>}
        <span>{text}</span>
      </Alert>
    </div>
  )
}

/** Returns the one line of a step that is not open. */
function getSummary(view: CheckoutView, step: CheckoutStep, state: 'done' | 'open' | 'later'): string {
  if (state === 'later') {
    return step === 'payment' ? view.paymentMethods.map(({ title }) => title).join(', ') : ''
  }
  if (step === 'personal') return formatPersonalSummary(view.personal)
  return step === 'shipping' ? formatAddressSummary(view.shipping) : ''
}

function NothingToOrder({ ordered }: { ordered: boolean }) {
  return (
    <div className="wrap section">
      {ordered ? (
        <EmptyState
          level="h1"
          title="Your order is in"
          action={{ href: paths.thankYou, label: 'See the order' }}
          other={{ href: paths.home, label: 'Continue shopping' }}
        >
          <p>You’ve ordered this cart. There’s nothing left to pay here.</p>
        </EmptyState>
      ) : (
        <EmptyState
          level="h1"
          title="Your cart is empty"
          action={{ href: paths.home, label: 'Find tires by size' }}
          other={{ href: paths.cart, label: 'Cart' }}
        >
          <p>There’s nothing to order yet.</p>
        </EmptyState>
      )}
    </div>
  )
}
