/** The thank-you page (/checkout/onepage/success/): order number, lines, totals and next steps. */

import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { totalRows } from '../../schema/cart/cart-format.ts'
import { DRIVER_MAY_CALL } from '../../schema/identity/location/delivery-area.ts'
import type { ThankYouView } from '../../schema/orders/status/thank-you.api.ts'
import { paths } from '../../schema/paths.ts'
import { RETURN_NOTE } from '../../schema/platform/return-terms.ts'
import { AccountOffer } from '../account/account-offer.tsx'
import { getCartStore } from '../cart/sync/browser-cart.store.ts'
import { SummaryLines } from '../cart/totals/summary-lines.tsx'
import { TotalsList } from '../cart/totals/totals-list.tsx'
import { clearCheckoutDetails } from '../checkout/checkout-details-key.store.ts'
import { broadcastToTabs } from '../identity/session/tab-broadcast.store.ts'
import { trackPurchaseOnce } from '../orders/purchase-event.store.ts'
import { DownloadList } from '../orders/status/download-list.tsx'
import { Alert } from '../platform/ui/alert.tsx'
import { LinkButton } from '../platform/ui/button.tsx'
import { EmptyState } from '../platform/ui/empty-state.tsx'

const route = getRouteApi('/checkout/onepage/success')

export function ThankYouScreen() {
  const order = route.useLoaderData()
  return order ? <Thanks order={order} /> : <NoOrder />
}

function Thanks({ order }: { order: ThankYouView }) {
  // The checkout page is closed by now; other tabs still show the cart that has become an order.
  useEffect(() => {
    broadcastToTabs(0)
    void getCartStore().sync({ forced: true })
  }, [])
  // The order may have been paid on a provider's page, so only this page knows that it is placed.
  useEffect(clearCheckoutDetails, [])
  useEffect(() => trackPurchaseOnce(order), [order])
  return (
    <div className="wrap thanks">
      <div className="two-columns">
        <div>
          <h1 className="t-64">Thank you! Your order is in.</h1>
          <dl className="thanks-facts">
            <div>
              <dt>Order number</dt>
              <dd className="cond t-40">{order.orderNumber}</dd>
            </div>
            {order.arrives ? (
              <div>
                <dt>Arrives</dt>
                <dd className="cond t-40">{order.arrives}</dd>
              </div>
            ) : null}
          </dl>
          <p className="measure">
            Your order number is on its way to <b>{order.email}</b>. Use both to{' '}
            <a href={paths.guestOrder}>view, cancel or print it</a> any time.
          </p>
          {order.downloads.length > 0 ? <Downloads files={order.downloads} /> : null}
          <h2 className="t-28">What happens next</h2>
          <ol className="thanks-next">
            {nextSteps(order).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ol>
          {order.mounting ? (
            <>
              <h2 className="t-28">Mounting</h2>
              <p className="measure">
                {order.mounting.note} Pick the time that suits you; mounting is in your total.
              </p>
              <p className="button-row">
                <LinkButton href={order.mounting.href}>Pick a time</LinkButton>
              </p>
            </>
          ) : null}
          {order.shipTo ? (
            <>
              <h2 className="t-28">Ship to</h2>
              <address>
                {order.shipTo.map((line) => (
                  <span key={line}>{line}</span>
                ))}
              </address>
            </>
          ) : null}
          {order.offersAccount ? <AccountOffer order={order} /> : null}
          {order.notice?.ok && order.notice.message ? <Alert>{order.notice.message}</Alert> : null}
          <p className="button-row">
            <LinkButton href={paths.home}>Continue shopping</LinkButton>
          </p>
        </div>
        <aside aria-label="Order">
          <SummaryLines lines={order.lines} />
          <TotalsList {...totalRows(order, order.zip)} />
          <p className="t-14 quiet">{order.payment}</p>
        </aside>
      </div>
    </div>
  )
}

function Downloads({ files }: { files: ThankYouView['downloads'] }) {
  return (
    <>
      <h2 className="t-28">Your files</h2>
      <DownloadList files={files} />
    </>
  )
}

function nextSteps(order: ThankYouView): string[] {
  if (order.allVirtual) return ['You’ll find everything in our email.']
  return [
    'We’ll pull your tires and check them a second time.',
    'Orders before 1 p.m. CST ship the same day, later ones the next business day.',
    order.payLater ? `${DRIVER_MAY_CALL} You’ll pay at the door.` : DRIVER_MAY_CALL,
    `Not what you expected? ${RETURN_NOTE}`,
  ]
}

function NoOrder() {
  return (
    <div className="wrap section">
      <EmptyState
        level="h1"
        title="No order in this browser"
        action={{ href: paths.home, label: 'Find tires by size' }}
        other={{ href: paths.contacts, label: 'Ask us' }}
      >
        <p>This page shows the last order placed here. You’ll find its number in our email.</p>
      </EmptyState>
    </div>
  )
}
