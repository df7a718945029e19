/** /staff/slips/: packing slips of one or several orders, each on a sheet of its own (H14). */
import { type Context, Hono } from 'hono'
import { Fragment } from 'react'
import type { Order } from '../../../schema/orders/order.ts'
import { shippedLines } from '../../../schema/orders/shipped-lines.ts'
import { orderStatusHref, staffPaths } from '../../../schema/paths.ts'
import { shopDay } from '../../../schema/platform/shop-calendar.ts'
import type { AppEnv } from '../../env.ts'
import { allStores } from '../../identity/location/physical-stores.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { addressLines } from '../../orders/address-lines.ts'
import { signOrderLink } from '../../orders/order-signature.ts'
import { toActor } from '../changes/staff-actor.ts'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { RegistrationSheets } from '../safety/registration-sheet.tsx'
import { readSlipRegistrations } from '../safety/registrations.sql.ts'
import { readReports, type SlipReport, slipLine } from './packing-slips.sql.ts'
import { readOrdersToPrint } from './printed-orders.ts'
import { recordDocuments } from './record-documents.sql.ts'

async function slipsPage(c: Context<AppEnv>, staff: StaffSession): Promise<Response> {
  const orders = await readOrdersToPrint(c)
  if (orders.length === 0) return c.notFound()
  const ids = orders.map(({ orderNumber }) => orderNumber)
  await recordDocuments(c.env.DB, toActor(staff, 'page'), { record: 'order', ids }, Date.now())
  const [reports, newTires, [store]] = await Promise.all([
    readReports(c.env.DB, ids),
    readSlipRegistrations(c.env.DB, ids),
    allStores(c.env.DB),
  ])
  const { siteUrl, cartSecret } = c.get('config')
  return staffPage(c, {
    title: orders.length === 1 ? `Packing slip ${orders[0]?.orderNumber}` : 'Packing slips',
    current: staffPaths.pick,
    print: true,
    body: orders.map((order) => (
      <Fragment key={order.orderNumber}>
        <Slip
          order={order}
          reports={reports}
          link={`${siteUrl}${orderStatusHref(order.orderNumber, signOrderLink(cartSecret, order.orderNumber))}`}
        />
        <RegistrationSheets lines={newTires.get(order.orderNumber) ?? []} store={store} />
      </Fragment>
    )),
  })
}

function Slip({
  order,
  reports,
  link,
}: {
  order: Order
  reports: ReadonlyMap<string, SlipReport>
  /** The address of the order's page, where returns begin. */
  link: string
}) {
  const { orderNumber, placedAt, shippingAddress } = order
  return (
    <article className="sheet">
      <header className="sheet-head">
        <h1>Treadline</h1>
        <p>
          Packing slip
          <br />
          <b>{orderNumber}</b>, {shopDay(placedAt)}
        </p>
      </header>
      {shippingAddress ? (
        <address>
          {addressLines(shippingAddress).map((line) => (
            <span key={line}>
              {line}
              <br />
            </span>
          ))}
        </address>
      ) : null}
      <table>
        <thead>
          <tr>
            <th scope="col">Quantity</th>
            <th scope="col">Item</th>
            <th scope="col">Inspection</th>
          </tr>
        </thead>
        <tbody>
          {shippedLines(order).map(({ itemId, qty, title, facts, sku, choices }) => (
            <tr key={itemId}>
              <td className="num">{qty}</td>
              <th scope="row">
                {title}
                <br />
                {[facts, ...choices.map(({ value }) => value), sku].filter(Boolean).join(', ')}
              </th>
              <td>
                <Inspection report={reports.get(slipLine(orderNumber, itemId))} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="sheet-link">
        Returns, questions and the invoice: <span>{link}</span>
      </p>
    </article>
  )
}

function Inspection({ report }: { report: SlipReport | undefined }) {
  if (!report) return null
  const { grade, depths, dot } = report
  return (
    <>
      Grade {grade}, tread {depths.map((tire) => tire.join('-')).join('; ')} in 32nds
      {dot ? `, DOT ${dot.slice(-4)}` : ''}
    </>
  )
}

export const packingSlipPages = new Hono<AppEnv>().get(staffPaths.slips, staffRoute('orders.send', slipsPage))
