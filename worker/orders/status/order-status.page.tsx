/**
 * /order/{number}/{proof}: an order with its status, history, possible changes and lines. Everyone who has
 * its link, from a mail or from the form for guests, can open it, so the link is sent to no third party and
 * the page is not cached.
 */
import type { Context } from 'hono'
import { SummaryLines } from '../../../client/cart/totals/summary-lines.tsx'
import { TotalsList } from '../../../client/cart/totals/totals-list.tsx'
import CancelOrder from '../../../client/orders/life/cancel-order.island.tsx'
import { DownloadList } from '../../../client/orders/status/download-list.tsx'
import { Island } from '../../../client/platform/islands/island.tsx'
import { Alert } from '../../../client/platform/ui/alert.tsx'
import { Button, LinkButton } from '../../../client/platform/ui/button.tsx'
import { totalRows } from '../../../schema/cart/cart-format.ts'
import { isOrderNumber } from '../../../schema/orders/order.ts'
import type { OrderView } from '../../../schema/orders/status/order-view.api.ts'
import { orderArrivedHref, orderStatusHref, paths } from '../../../schema/paths.ts'
import { RETURN_NOTE } from '../../../schema/platform/return-terms.ts'
import { readCartIdCookie, setCartCountCookie } from '../../cart/cart-cookie.ts'
import type { AppEnv } from '../../env.ts'
import { consumeFlashState } from '../../platform/forms/flash-cookie.ts'
import { contentPage } from '../../platform/page/content-page.ts'
import { simpleErrorPage } from '../../platform/page/errors.tsx'
import { type OrderDetails, readOrderDetails } from '../life/order-lifecycle.sql.ts'
import { verifyOrderLink } from '../order-signature.ts'
import { orderView } from './order-view.ts'

/**
 * Returns the order of the link; `null` for an invalid link, an unpaid order, or an order whose buyer's data
 * was erased.
 */
export async function findOrderByLink(c: Context<AppEnv>): Promise<OrderDetails | null> {
  const details = await findOrderOfAnyStatus(c)
  return details?.order.status === 'pending_payment' ? null : details
}

/** Returns the address of the order's page, from a request to it or to a page below it. */
export function readStatusHref(c: Context<AppEnv>): string {
  const { order = '', proof = '' } = c.req.param() as Record<string, string>
  return orderStatusHref(order, proof)
}

async function findOrderOfAnyStatus(c: Context<AppEnv>): Promise<OrderDetails | null> {
  const { order: orderNumber = '', proof = '' } = c.req.param() as Record<string, string>
  if (!isOrderNumber(orderNumber)) return null
  // Checked before the read of D1: a guessed link costs no read and reveals nothing.
  if (!verifyOrderLink(c.get('config').cartSecret, orderNumber, proof)) return null
  const details = await readOrderDetails(c.env.DB, orderNumber)
  return details && details.order.email !== '' ? details : null
}

/** Renders the page for a link without an order. */
export function orderNotFoundPage(c: Context<AppEnv>): Promise<Response> {
  return simpleErrorPage(c, {
    title: 'Order not found',
    text: 'Open the link in our email again, or look up your order by its number and your email.',
    status: 404,
    action: { href: paths.guestOrder, label: 'Find your order' },
  })
}

/** Renders the page of an order; with `problem` it is the answer to a refused form. */
export async function orderStatusPage(
  c: Context<AppEnv>,
  problem?: { message: string; status: 400 | 403 | 409 | 429 },
): Promise<Response> {
  const details = await findOrderOfAnyStatus(c)
  if (!details) return orderNotFoundPage(c)
  const { order: stored, wasPlaced } = details
  const isAwaitingPayment = c.req.query('asking') !== undefined
  if (stored.status === 'pending_payment') {
    return isAwaitingPayment ? paymentPendingPage(c, stored.orderNumber) : orderNotFoundPage(c)
  }
  // The buyer's own browser goes to the thank-you page, the same as after an immediate answer of the bank.
  if (isAwaitingPayment && wasPlaced && stored.quoteId === readCartIdCookie(c)) {
    setCartCountCookie(c, 0)
    return c.redirect(paths.thankYou, 303)
  }
  const order = await orderView(c, details, Date.now())
  const flash = consumeFlashState(c)
  return contentPage(c, {
    title: `Order ${order.orderNumber}`,
    description: 'Where your order is and what you can still change.',
    canonical: null,
    kind: 'order',
    ...(problem ? { status: problem.status } : {}),
    body: (
      <div className="wrap thanks order-page">
        <h1 className="t-64">Order {order.orderNumber}</h1>
        {problem ? <Alert tone="error">{problem.message}</Alert> : null}
        {flash?.message ? <Alert tone={flash.ok ? 'plain' : 'error'}>{flash.message}</Alert> : null}
        {isAwaitingPayment && !wasPlaced ? (
          <Alert tone="error" action={<LinkButton href={paths.checkout}>Back to the checkout</LinkButton>}>
            {NOT_PAID}
          </Alert>
        ) : null}
        {order.warning ? (
          <Alert tone="error" action={<LinkButton href={paths.contacts}>Contact support</LinkButton>}>
            {order.warning}
          </Alert>
        ) : null}
        <div className="two-columns">
          <div>
            <Facts order={order} />
            <Arrived order={order} />
            <Returns order={order} />
            <h2 className="t-28">Order history</h2>
            <Timeline order={order} />
            <Files order={order} />
            <Mounting order={order} />
            <Changes order={order} />
          </div>
          <aside aria-label="Items">
            <Lines order={order} />
          </aside>
        </div>
      </div>
    ),
  })
}

const NOT_PAID =
  'The payment didn’t go through, so we didn’t place this order. If anything was charged, it’ll be refunded automatically. Your cart hasn’t changed.'

/** Seconds until the browser reloads the page of a pending payment, with or without JavaScript. */
const REFRESH_SECONDS = 4

/** Renders the page of a pending payment; the browser reloads it until the order is paid or canceled. */
async function paymentPendingPage(c: Context<AppEnv>, orderNumber: string): Promise<Response> {
  const response = await contentPage(c, {
    title: `Order ${orderNumber}`,
    description: 'We’re still waiting for the bank to confirm this payment.',
    canonical: null,
    kind: 'order',
    status: 202,
    body: (
      <div className="wrap thanks order-page">
        <h1 className="t-64">We’re still waiting for the bank</h1>
        <dl className="thanks-facts">
          <div>
            <dt>Order number</dt>
            <dd className="cond t-40">{orderNumber}</dd>
          </div>
        </dl>
        <p className="measure" role="status">
          The bank hasn’t confirmed your payment yet. Please don’t order again: we’re holding your tires, and
          you’ll be charged once or not at all.
        </p>
        <p className="measure">
          This page checks every few seconds. If the payment goes through, we’ll say so here and by email. If
          it doesn’t, nothing is charged and your cart stays the same. You can close this page.
        </p>
        <form method="get" className="button-row">
          <input type="hidden" name="asking" value="1" />
          <Button type="submit">Check again now</Button>
        </form>
      </div>
    ),
  })
  response.headers.set('Refresh', String(REFRESH_SECONDS))
  return response
}

type OrderProps = { order: OrderView }

function Facts({ order }: OrderProps) {
  return (
    <dl className="thanks-facts">
      <div>
        <dt>Status</dt>
        <dd className="cond t-40">{order.statusWords}</dd>
      </div>
      {order.arrival ? (
        <div>
          <dt>{order.arrival.label}</dt>
          <dd className="cond t-40">{order.arrival.text}</dd>
        </div>
      ) : null}
    </dl>
  )
}

/** Asks whether parcels that are late, or not marked as delivered, are there: the time to return them begins then. */
function Arrived({ order }: OrderProps) {
  if (!order.canConfirmArrival) return null
  return (
    <form className="order-arrived" method="post" action={orderArrivedHref(order.statusHref)}>
      <p>Already have your tires? Say so, and you can return them or report a problem here.</p>
      <Button type="submit">They’re here</Button>
    </form>
  )
}

/** Shows the returns of the order, and the way to a new one. */
function Returns({ order }: OrderProps) {
  if (order.returnHref === null && order.returns.length === 0) return null
  return (
    <>
      {order.returns.length > 0 ? (
        <>
          <h2 className="t-28">Returns</h2>
          <ul className="order-events order-timeline">
            {order.returns.map(({ reference, words, href }) => (
              <li key={reference}>
                <a href={href}>{reference}</a> <span>{words}</span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {order.returnHref ? (
        <div className="order-return">
          <LinkButton href={order.returnHref}>Return or report a problem</LinkButton>
          <p className="t-14 quiet">{order.returnUntil}</p>
        </div>
      ) : null}
    </>
  )
}

/** Shows the appointment for mounting, or the way to one. */
function Mounting({ order: { mounting } }: OrderProps) {
  if (!mounting) return null
  return (
    <>
      <h2 className="t-28">Mounting</h2>
      <p>{mounting.isBooked ? <b>{mounting.text}</b> : mounting.text}</p>
      <p className="button-row">
        <LinkButton href={mounting.href}>{mounting.label}</LinkButton>
      </p>
    </>
  )
}

function Timeline({ order }: OrderProps) {
  return (
    <ol className="order-events order-timeline">
      {order.events.map(({ at, words, track }, index) => (
        <li key={`${at} ${words} ${String(index)}`}>
          <span>{words}</span> <span className="quiet">{at}</span>
          {track ? (
            <a href={track} rel="noreferrer">
              Track package
            </a>
          ) : null}
        </li>
      ))}
    </ol>
  )
}

function Files({ order: { downloads } }: OrderProps) {
  if (downloads.length === 0) return null
  return (
    <>
      <h2 className="t-28">Your files</h2>
      <DownloadList files={downloads} />
    </>
  )
}

/** Shows the possible changes of the order; impossible ones are left out. */
function Changes({ order }: OrderProps) {
  const isOver = ['canceled', 'refunded'].includes(order.status)
  return (
    <>
      <h2 className="t-28">Make a change</h2>
      {order.cancel ? (
        <Island
          name="cancel-order"
          when="interaction"
          component={CancelOrder}
          props={{ action: order.statusHref, fields: {}, cost: order.cancel, here: order.statusHref }}
        />
      ) : null}
      <ul className="order-ways">
        {order.cancel ? (
          <li>
            A wrong address or phone number? <a href={paths.contacts}>Let us know</a> before it ships.
          </li>
        ) : null}
        {order.cancel || isOver || order.returnHref ? null : (
          <li>
            Not what you expected? {RETURN_NOTE} <a href={paths.returns}>How returns work</a>
          </li>
        )}
        <li>
          Anything else? <a href={paths.contacts}>Ask us about this order</a>.
        </li>
      </ul>
      <p className="button-row">
        <LinkButton href={order.invoiceHref}>Print the invoice</LinkButton>
      </p>
    </>
  )
}

function Lines({ order }: OrderProps) {
  return (
    <>
      <SummaryLines lines={order.lines} />
      <TotalsList {...totalRows(order, order.zip)} />
      <p className="t-14 quiet">{order.payment}</p>
      {order.returned ? <p>{order.returned}</p> : null}
      {order.shipTo ? <AddressSection title="Ship to" lines={order.shipTo} /> : null}
      <AddressSection title="Bill to" lines={order.billTo} />
    </>
  )
}

function AddressSection({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <>
      <h2 className="t-22">{title}</h2>
      <address>
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
    </>
  )
}
