/** /staff/orders/: orders by tab, found by any part: number, buyer, tire, tracking number, card or amount (H14o). */
import { type Context, Hono } from 'hono'
import { Button } from '../../../client/platform/ui/button.tsx'
import { EmptyState } from '../../../client/platform/ui/empty-state.tsx'
import { Select } from '../../../client/platform/ui/select.tsx'
import { isOrderNumber } from '../../../schema/orders/order.ts'
import { ORDER_STATUS_LABELS } from '../../../schema/orders/status/order-format.ts'
import { paths, staffOrderHref } from '../../../schema/paths.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { parseOrderSearch, SEARCH_MAX } from '../../../schema/staff/orders/order-search.ts'
import {
  ORDER_TABS,
  type OrderFilter,
  type OrderTab,
  orderListHref,
  parseOrderFilter,
} from '../../../schema/staff/orders/order-tabs.ts'
import { type Colleague, formatCutoffLeft } from '../../../schema/staff/orders/order-work.ts'
import type { AppEnv } from '../../env.ts'
import { readCurrentStaff } from '../../identity/staff/current-people.sql.ts'
import { knownClosedDays } from '../../platform/cache/change-feed.ts'
import { flashAlert } from '../frame/flash-alert.tsx'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { StaffSearch } from '../frame/staff-search.tsx'
import { Timestamp } from '../frame/timestamp.tsx'
import { type ListedOrder, listOrders } from './order-list.sql.ts'
import { readTags } from './order-work.sql.ts'

async function orderListPage(c: Context<AppEnv>): Promise<Response> {
  const filter = parseOrderFilter(new URL(c.req.url).searchParams)
  const search = parseOrderSearch(filter.q)
  const [{ orders, next }, tags, people] = await Promise.all([
    listOrders(c.env.DB, { ...filter, search }),
    readTags(c.env.DB),
    readCurrentStaff(c.env.DB),
  ])
  const left = formatCutoffLeft(Date.now(), knownClosedDays())
  const [only] = orders
  // A scanned or whole number opens its order.
  if (only && orders.length === 1 && only.orderNumber === search?.number && isOrderNumber(search.number))
    return c.redirect(staffOrderHref(only.orderNumber), 302)
  return staffPage(c, {
    title: 'Orders',
    current: paths.staffOrders,
    body: [
      flashAlert(c),
      <p key="cutoff" className="order-cutoff">
        {left === null
          ? 'Today’s cut-off is over: new orders ship on the next business day.'
          : `Cut-off for today’s orders at 1 p.m. CST, in ${left}.`}{' '}
        <Button data-order-sound="" aria-pressed={false} hidden>
          Sound for new orders
        </Button>{' '}
        <Button data-note-notices="" aria-pressed={false} hidden>
          Browser notices of my notes
        </Button>
      </p>,
      <SearchForm key="search" {...{ filter, tags, people }} />,
      <Tabs key="tabs" filter={filter} />,
      orders.length === 0 ? (
        <NoOrders key="none" filter={filter} />
      ) : (
        <ul key="orders" className="staff-list">
          {orders.map((order) => (
            <Line key={order.id} order={order} />
          ))}
        </ul>
      ),
      <Pages key="pages" filter={filter} next={next} />,
    ],
  })
}

interface SearchProps {
  filter: OrderFilter
  tags: readonly string[]
  people: readonly Colleague[]
}

function SearchForm({ filter: { tab, q, tag, assignee }, tags, people }: SearchProps) {
  const known = tag === '' || tags.includes(tag) ? tags : [tag, ...tags]
  return (
    <StaffSearch
      action={paths.staffOrders}
      text={q}
      label="Find an order"
      hint="Number, name, email, phone, SKU, tracking number, last four of the card, or amount"
      maxLength={SEARCH_MAX}
      hidden={tab === 'all' ? null : <input type="hidden" name="tab" value={tab} />}
    >
      <div className="order-filters">
        {known.length > 0 ? (
          <Select
            name="tag"
            id="filter-tag"
            label="Tag"
            defaultValue={tag}
            options={[{ value: '', label: 'All tags' }, ...known.map((one) => ({ value: one, label: one }))]}
          />
        ) : null}
        <Select
          name="assignee"
          id="filter-assignee"
          label="Looked after by"
          defaultValue={assignee === null ? '' : String(assignee)}
          options={[
            { value: '', label: 'Anybody' },
            ...people.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        <Button type="submit">Filter</Button>
      </div>
    </StaffSearch>
  )
}

function Tabs({ filter }: { filter: OrderFilter }) {
  return (
    <nav aria-label="Orders">
      <ul className="staff-menu staff-filter">
        {(Object.keys(ORDER_TABS) as OrderTab[]).map((tab) => (
          <li key={tab}>
            <a
              href={orderListHref({ ...filter, tab, before: null })}
              aria-current={tab === filter.tab ? 'page' : undefined}
            >
              {ORDER_TABS[tab]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function NoOrders({ filter }: { filter: OrderFilter }) {
  const { tab, q, tag, assignee } = filter
  if (q === '' && tag === '' && assignee === null) return <EmptyState title="No orders here" />
  const other =
    tab === 'all'
      ? { href: paths.staffOrders, label: 'Show all orders' }
      : { href: orderListHref({ ...filter, tab: 'all', before: null }), label: 'Search all orders' }
  return (
    <EmptyState title="No orders found" other={other}>
      Check the spelling, or type only a part of it.
    </EmptyState>
  )
}

function Line({ order }: { order: ListedOrder }) {
  const { orderNumber, name, email, status, grandTotal, placedAt, hasOpenRefund, tags, assignee } = order
  return (
    <li className="staff-line staff-order-line">
      <a href={staffOrderHref(orderNumber)} data-row="">
        {orderNumber}
      </a>
      <span>
        {ORDER_STATUS_LABELS[status]} {hasOpenRefund ? <strong className="tag">Refund open</strong> : null}{' '}
        {tags.map((tag) => (
          <span key={tag} className="tag">
            {tag}
          </span>
        ))}
      </span>
      <span className="num">{formatMoney(grandTotal)}</span>
      <span className="t-14 quiet">
        {[name, email].filter(Boolean).join(', ') || 'deleted'}, <Timestamp at={placedAt} />
        {assignee ? `, looked after by ${assignee}` : ''}
      </span>
    </li>
  )
}

/** A list goes on below its last order, so its pages have no numbers. */
function Pages({ filter, next }: { filter: OrderFilter; next: number | null }) {
  if (filter.before === null && next === null) return null
  return (
    <nav aria-label="Pages" className="button-row">
      {filter.before === null ? null : (
        <a className="button" href={orderListHref({ ...filter, before: null })}>
          First page
        </a>
      )}
      {next === null ? null : (
        <a className="button" href={orderListHref({ ...filter, before: next })}>
          Older orders
        </a>
      )}
    </nav>
  )
}

export const orderListPages = new Hono<AppEnv>().get(
  paths.staffOrders,
  staffRoute('orders.see', orderListPage),
)
