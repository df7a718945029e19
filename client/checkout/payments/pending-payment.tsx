/**
 * A payment that waits for the shopper at a provider: a link to it, the time of the reservation, and a cancel button.
 */
import { useEffect, useState } from 'react'
import { PAGE_MESSAGES, type PendingPayment } from '../../../schema/orders/order.ts'
import { formatReservation, paymentTitle } from '../../../schema/orders/payment.ts'
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
      <p>{PAGE_MESSAGES['payment-action']}</p>
      <p className="t-14">
        Order {orderNumber}. <span role="status">{formatReservation(left)}</span>
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

/** Returns the minutes left, rounded up; `null` at the first render, so that server and browser render the same. */
function useMinutesLeft(until: number): number | null {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    const update = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 60_000)))
    update()
    const timer = setInterval(update, 10_000)
    return () => clearInterval(timer)
  }, [until])
  return left
}
