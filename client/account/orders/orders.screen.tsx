/** /customer/account/orders/: the orders of the customer, twenty on a page, newest first. */
import { getRouteApi } from '@tanstack/react-router'
import { ORDERS_PER_PAGE } from '../../../schema/account/account.api.ts'
import { ORDER_STATUS_LABELS } from '../../../schema/orders/status/order-format.ts'
import { orderHref, paths } from '../../../schema/paths.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { Pagination } from '../../platform/ui/pagination.tsx'
import { AccountFrame } from '../account-frame.tsx'

const route = getRouteApi('/customer/account/orders')

export function OrdersScreen() {
  const { orders, page, pages, total, notice } = route.useLoaderData()
  const first = (page - 1) * ORDERS_PER_PAGE + 1
  return (
    <AccountFrame title="Orders" current={paths.orders} notice={notice}>
      {orders.length === 0 ? (
        <EmptyState
          title="No orders yet"
          action={{ href: paths.home, label: 'Find tires by size' }}
          other={{ href: paths.contacts, label: 'Ask us' }}
        >
          <p>Orders you place while signed in show up here. For a guest order, use the link in our email.</p>
        </EmptyState>
      ) : (
        <ul className="order-list">
          {orders.map((order) => (
            <li key={order.orderNumber}>
              <div>
                <h2 className="t-22">
                  <a href={orderHref(order.orderNumber)}>
                    <span className="visually-hidden">Order </span>
                    {order.orderNumber}
                  </a>
                </h2>
                <p className="t-14 quiet">{order.titles.slice(0, 3).join(', ')}</p>
              </div>
              <p>
                <span className="visually-hidden">Placed </span>
                {order.placed}
              </p>
              <p>
                {ORDER_STATUS_LABELS[order.status]}
                {order.arrival ? (
                  <span className="t-14 quiet order-arrival">
                    {order.arrival.label}: {order.arrival.text}
                  </span>
                ) : null}
              </p>
              <p className="cond t-22 num">{formatMoney(order.total)}</p>
            </li>
          ))}
        </ul>
      )}
      <Pagination
        page={page}
        pages={pages}
        hrefFor={(n) => (n === 1 ? paths.orders : `${paths.orders}?page=${n}`)}
        summary={`${first} to ${first + orders.length - 1} of ${total}`}
      />
    </AccountFrame>
  )
}
