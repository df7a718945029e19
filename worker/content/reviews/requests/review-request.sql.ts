/** Requests for reviews: one mail per order, three weeks after its delivery. */
import { type SQL, sql } from 'drizzle-orm'
import { reviewRequest, reviewRequestStop } from '../../../../schema/content/reviews/review.table.ts'
import { salesOrder, salesOrderEvent } from '../../../../schema/orders/order.table.ts'
import { DAY_MS } from '../../../../schema/platform/duration.ts'
import { toMailbox } from '../../../../schema/platform/mail/mailbox.ts'
import { batchOf, connect, insertFrom, toStatement } from '../../../platform/drizzle.sql.ts'
import { addOutbox } from '../../../platform/mail/outbox.sql.ts'
import {
  CAN_BE_REVIEWED,
  IS_DELIVERED,
  JOIN_BOUGHT_PRODUCTS,
  TIRE_TO_REVIEW,
  type TireToReview,
  toTireToReview,
} from '../bought-products.sql.ts'

/** Time between the delivery and the request: the tires are mounted and have been through some weather. */
export const REQUEST_AFTER_MS = 21 * DAY_MS
/** Orders that were delivered longer ago get no request, for example after an import. */
const REQUEST_UNTIL_MS = 60 * DAY_MS
/** Largest number of requests that one run of cron writes. */
const MAX_REQUESTS = 200
/** Largest number of products in one mail. */
const MAX_PRODUCTS = 4

/** Writes the requests that are due, each with its mail in one transaction and never twice. */
export async function requestReviews(db: D1Database, now: number): Promise<void> {
  const { orderId, kind, at } = salesOrderEvent
  const due = await connect(db).all<{ orderNumber: string }>(sql`
    select ${salesOrder.orderNumber} as orderNumber from ${salesOrderEvent} join ${salesOrder} on ${salesOrder.id} = ${orderId}
    where ${kind} = 'delivered' and ${at} between ${now - REQUEST_UNTIL_MS} and ${now - REQUEST_AFTER_MS} and ${IS_DELIVERED}
      and ${salesOrder.email} <> ''
      and not exists (select 1 from ${reviewRequest} where ${reviewRequest.orderNumber} = ${salesOrder.orderNumber})
    order by ${at} limit ${MAX_REQUESTS}`)
  const statements = due.flatMap(({ orderNumber }) => [
    toStatement(
      db,
      insertFrom(reviewRequest, { orderNumber, requestedAt: now }, sql`where true`, { orIgnore: true }),
    ),
    addOutbox(db, { kind: 'review-request', payload: { orderNumber }, now }, 'ifChanged'),
  ])
  if (statements.length > 0) await db.batch(statements)
}

export interface OrderToReview {
  email: string
  /** Products of the order with a page, and without a review from this order: one per model. */
  products: TireToReview[]
}

/** Returns what the mail of an order asks for; `null` for an order that needs no mail any more. */
export async function findOrderToReview(db: D1Database, orderNumber: string): Promise<OrderToReview | null> {
  const [orders, products] = await batchOf(db, [
    sql`select ${salesOrder.email} as email from ${salesOrder}
      where ${salesOrder.orderNumber} = ${orderNumber} and ${IS_DELIVERED} and ${salesOrder.email} <> ''`,
    sql`select ${TIRE_TO_REVIEW}
      from sales_order_line as line ${JOIN_BOUGHT_PRODUCTS}
      where line.order_id = (select ${salesOrder.id} from ${salesOrder} where ${salesOrder.orderNumber} = ${orderNumber})
        and ${CAN_BE_REVIEWED}
        and not exists (select 1 from review where review.order_number = ${orderNumber}
          and review.brand_slug = own.brand_slug and review.model_slug = own.model_slug)
      group by own.brand_slug, own.model_slug order by min(line.id) limit ${MAX_PRODUCTS}`,
  ])
  const email = String(orders?.results[0]?.email ?? '')
  const found = (products?.results ?? []).map(toTireToReview)
  const isWanted = email !== '' && found.length > 0 && !(await isStopped(db, email))
  return isWanted ? { email, products: found } : null
}

function inSpellings(email: string): SQL {
  return sql`${reviewRequestStop.email} in (${email}, ${toMailbox(email)})`
}

async function isStopped(db: D1Database, email: string): Promise<boolean> {
  const row = await connect(db).get<{ stopped: number }>(
    sql`select exists (select 1 from ${reviewRequestStop} where ${inSpellings(email)}) as stopped`,
  )
  return row?.stopped === 1
}

/** Stops requests to the mailbox of an order, for every spelling of its address. Returns false for an unknown order. */
export async function stopReviewRequests(db: D1Database, orderNumber: string, now: number): Promise<boolean> {
  const order = await connect(db).get<{ email: string }>(
    sql`select ${salesOrder.email} as email from ${salesOrder} where ${salesOrder.orderNumber} = ${orderNumber}`,
  )
  if (!order || order.email === '') return false
  await connect(db)
    .insert(reviewRequestStop)
    .values([order.email, toMailbox(order.email)].map((email) => ({ email, createdAt: now })))
    .onConflictDoNothing()
  return true
}
