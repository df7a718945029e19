/** /staff/orders/: the list of orders, with a filter by status and a search by number or e-mail. */
import type { Context } from 'hono'
import { Button } from '../../client/platform/ui/button.tsx'
import { Field } from '../../client/platform/ui/field.tsx'
import { Pagination } from '../../client/platform/ui/pagination.tsx'
import { isOrderNumber, ORDER_STATUSES } from '../../schema/orders/order.ts'
import { normalizeOrderNumber } from '../../schema/orders/status/guest-order.ts'
import { ORDER_STATUS_LABELS } from '../../schema/orders/status/order-format.ts'
import { paths, staffOrderHref } from '../../schema/paths.ts'
import { formatMoney } from '../../schema/platform/money.ts'
import { Timestamp } from '../content/chat/chat-view.tsx'
import type { AppEnv } from '../env.ts'
import { flashAlert } from './frame/flash-alert.tsx'
import { staffPage } from './frame/staff-page.tsx'
import { listOrders, type StaffOrderFilter, type StaffOrderLine } from './staff-orders.sql.ts'

const ORDERS_PER_PAGE = 50

/** Renders a page of the list of orders. */
export async function staffOrdersPage(c: Context<AppEnv>): Promise<Response> {
  const typed = (c.req.query('q') ?? '').trim().slice(0, 60)
  const status = ORDER_STATUSES.find((known) => known === c.req.query('status')) ?? null
  const hasOpenRefund = c.req.query('status') === 'money'
  const page = /^[1-9]\d{0,4}$/.test(c.req.query('page') ?? '') ? Number(c.req.query('page')) : 1
  const filter: StaffOrderFilter = { status, hasOpenRefund, ...parseSearch(typed) }
  const { orders, total } = await listOrders(c.env.DB, filter, {
    limit: ORDERS_PER_PAGE,
    offset: (page - 1) * ORDERS_PER_PAGE,
  })
  const hrefFor = (n: number) =>
    hrefOf({ q: typed, status: hasOpenRefund ? 'money' : (status ?? ''), page: n })
  return staffPage(c, {
    title: 'Orders',
    current: paths.staffOrders,
    body: [
      flashAlert(c),
      <search key="search" className="staff-search">
        <form method="get" action={paths.staffOrders}>
          <div className="field-and-button">
            <Field name="q" label="Order number or email" defaultValue={typed} maxLength={60} />
            <Button type="submit">Search</Button>
          </div>
        </form>
      </search>,
      <nav key="filter" aria-label="Status">
        <ul className="staff-menu staff-filter">
          {[
            { value: '', label: 'All' },
            { value: 'money', label: 'Refunds to check' },
            ...ORDER_STATUSES.map((value) => ({ value, label: ORDER_STATUS_LABELS[value] })),
          ].map(({ value, label }) => (
            <li key={value}>
              <a
                href={hrefOf({ q: '', status: value, page: 1 })}
                aria-current={value === (hasOpenRefund ? 'money' : (status ?? '')) ? 'page' : undefined}
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>,
      orders.length === 0 ? (
        <p key="none">No orders found.</p>
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
        pages={Math.ceil(total / ORDERS_PER_PAGE)}
        hrefFor={hrefFor}
        summary={`${(page - 1) * ORDERS_PER_PAGE + 1} to ${(page - 1) * ORDERS_PER_PAGE + orders.length} of ${total}`}
      />,
    ],
  })
}

/** Parses a search text: a text with an @ is an e-mail, another text a typed order number. */
function parseSearch(typed: string): Pick<StaffOrderFilter, 'orderNumber' | 'email'> {
  if (typed === '') return { orderNumber: null, email: null }
  if (typed.includes('@')) return { orderNumber: null, email: typed.toLowerCase() }
  const number = normalizeOrderNumber(typed)
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
  const { orderNumber, email, status, grandTotal, placedAt, hasOpenRefund } = order
  return (
    <li className="staff-line staff-order-line">
      <a href={staffOrderHref(orderNumber)}>{orderNumber}</a>
      <span>
        {ORDER_STATUS_LABELS[status]} {hasOpenRefund ? <strong className="tag">Refund open</strong> : null}
      </span>
      <span className="num">{formatMoney(grandTotal)}</span>
      <span className="t-14 quiet">
        {email || 'deleted'}, <Timestamp at={placedAt} />
      </span>
    </li>
  )
}
