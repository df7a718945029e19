/** /staff/orders/: every order, looked up by status, number or e-mail. One of them: staff-order.tsx. */
import type { Context } from 'hono'
import { Alert } from '../../client/platform/ui/alert.tsx'
import { Button } from '../../client/platform/ui/button.tsx'
import { Field } from '../../client/platform/ui/field.tsx'
import { Pagination } from '../../client/platform/ui/pagination.tsx'
import { isOrderNumber, ORDER_STATUSES } from '../../schema/orders/order.ts'
import { typedOrderNumber } from '../../schema/orders/status/guest-order.ts'
import { ORDER_STATUS_LABELS } from '../../schema/orders/status/order-format.ts'
import { paths, staffOrderHref } from '../../schema/paths.ts'
import { formatMoney } from '../../schema/platform/money.ts'
import { Moment } from '../content/chat/chat-view.tsx'
import type { AppEnv } from '../env.ts'
import { takeFlashState } from '../platform/forms/flash-cookie.ts'
import { staffPage } from './staff-frame.tsx'
import { listOrders, type StaffOrderFilter, type StaffOrderLine } from './staff-orders.sql.ts'

const SHOWN = 50

export async function staffOrdersPage(c: Context<AppEnv>): Promise<Response> {
  const typed = (c.req.query('q') ?? '').trim().slice(0, 60)
  const status = ORDER_STATUSES.find((known) => known === c.req.query('status')) ?? null
  const trouble = c.req.query('status') === 'money'
  const page = /^[1-9]\d{0,4}$/.test(c.req.query('page') ?? '') ? Number(c.req.query('page')) : 1
  const query: StaffOrderFilter = { status, trouble, ...askedBy(typed) }
  const found = await listOrders(c.env.DB, query, { limit: SHOWN, offset: (page - 1) * SHOWN })
  const { orders, total } = found
  const said = takeFlashState(c)
  const hrefFor = (n: number) => hrefOf({ q: typed, status: trouble ? 'money' : (status ?? ''), page: n })
  return staffPage(c, 'Orders', paths.staffOrders, [
    said?.message ? (
      <Alert key="said" tone={said.ok ? 'plain' : 'error'}>
        {said.message}
      </Alert>
    ) : null,
    <search key="search" className="staff-search">
      <form method="get" action={paths.staffOrders}>
        <div className="field-and-button">
          <Field name="q" label="Order number or e-mail" defaultValue={typed} maxLength={60} />
          <Button type="submit">Search</Button>
        </div>
      </form>
    </search>,
    <nav key="filter" aria-label="Status">
      <ul className="staff-menu staff-filter">
        {[
          { value: '', label: 'All' },
          { value: 'money', label: 'Money to look after' },
          ...ORDER_STATUSES.map((value) => ({ value, label: ORDER_STATUS_LABELS[value] })),
        ].map(({ value, label }) => (
          <li key={value}>
            <a
              href={hrefOf({ q: '', status: value, page: 1 })}
              aria-current={value === (trouble ? 'money' : (status ?? '')) ? 'page' : undefined}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>,
    orders.length === 0 ? (
      <p key="none">No order fits.</p>
    ) : (
      <ul key="orders" className="staff-list">
        {orders.map((order) => (
          <Line key={order.orderNumber} order={order} />
        ))}
      </ul>
    ),
    <Pagination
      key="paging"
      page={page}
      pages={Math.ceil(total / SHOWN)}
      hrefFor={hrefFor}
      summary={`${(page - 1) * SHOWN + 1} to ${(page - 1) * SHOWN + orders.length} of ${total}`}
    />,
  ])
}

/** What has an @ is an e-mail, everything else a number as people type it. */
function askedBy(typed: string): Pick<StaffOrderFilter, 'orderNumber' | 'email'> {
  if (typed === '') return { orderNumber: null, email: null }
  if (typed.includes('@')) return { orderNumber: null, email: typed.toLowerCase() }
  const number = typedOrderNumber(typed)
  return { orderNumber: isOrderNumber(number) ? number : typed, email: null }
}

function hrefOf({ q, status, page }: { q: string; status: string; page: number }): string {
  const query = new URLSearchParams({
    ...(q && { q }),
    ...(status && { status }),
    ...(page > 1 && { page: String(page) }),
  }).toString()
  return query ? `${paths.staffOrders}?${query}` : paths.staffOrders
}

function Line({ order }: { order: StaffOrderLine }) {
  const { orderNumber, email, status, grandTotal, placedAt, trouble } = order
  return (
    <li className="staff-line staff-order-line">
      <a href={staffOrderHref(orderNumber)}>{orderNumber}</a>
      <span>
        {ORDER_STATUS_LABELS[status]} {trouble ? <strong className="tag">Money waits</strong> : null}
      </span>
      <span className="num">{formatMoney(grandTotal)}</span>
      <span className="t-14 quiet">
        {email || 'forgotten'}, <Moment at={placedAt} />
      </span>
    </li>
  )
}
