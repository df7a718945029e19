/** An order that waits for its shopper at a provider: the way there, how long the tires are reserved, and the way out. */
import { useEffect, useState } from 'react'
import { ORDER_MESSAGES, type PendingPayment } from '../../../schema/orders/order.ts'
import { formatHold, paymentTitle } from '../../../schema/orders/payment.ts'
import { paths } from '../../../schema/paths.ts'
import { Button, LinkButton } from '../../platform/ui/button.tsx'

export function PendingPaymentNote({ pending }: { pending: PendingPayment }) {
  const { paymentMethod, redirectUrl, holdUntil, orderNumber } = pending
  const left = useMinutesLeft(holdUntil)
  return (
    <section className="pending-payment" aria-labelledby="pending-title">
      <h2 id="pending-title" className="cond t-28">
        {paymentTitle(paymentMethod)}: not paid yet
      </h2>
      <p>{ORDER_MESSAGES['payment-action']}</p>
      <p className="t-14">
        Order {orderNumber}. <span role="status">{formatHold(left)}</span>
      </p>
      <div className="pending-ways">
        {redirectUrl ? (
          <LinkButton kind="buy" href={redirectUrl}>
            Continue to pay
          </LinkButton>
        ) : null}
        <form method="post" action={paths.checkoutForm}>
          <input type="hidden" name="action" value="cancel-payment" />
          <input type="hidden" name="step" value="payment" />
          <Button type="submit">Pay another way</Button>
        </form>
      </div>
    </section>
  )
}

/** Whole minutes, rounded up; `null` before the browser's clock is asked, so that both sides render the same. */
function useMinutesLeft(until: number): number | null {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    const look = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 60_000)))
    look()
    const timer = setInterval(look, 10_000)
    return () => clearInterval(timer)
  }, [until])
  return left
}
