/** What waits for staff, and what was sold today (H14j). One batch; each count reads an index of what waits alone. */
import { type SQL, sql } from 'drizzle-orm'
import { dealerApplication } from '../../../schema/account/account.table.ts'
import { chatConversation } from '../../../schema/content/chat/chat.table.ts'
import { productQuestion } from '../../../schema/content/reviews/product-question.table.ts'
import { review } from '../../../schema/content/reviews/review.table.ts'
import { orderRefund, salesOrder } from '../../../schema/orders/order.table.ts'
import { returnCase } from '../../../schema/orders/returns/return.table.ts'
import { isShopsFault, RETURN_REASONS } from '../../../schema/orders/returns/return-case.ts'
import { webhook } from '../../../schema/staff/api/webhook.table.ts'
import { intake } from '../../../schema/staff/intake/intake.table.ts'
import { PICKED_STATUSES } from '../../../schema/staff/picking/pick-record.ts'
import { pickItem } from '../../../schema/staff/picking/picking.table.ts'
import { recallMatch } from '../../../schema/staff/safety/recall.table.ts'
import { registration } from '../../../schema/staff/safety/registration.table.ts'
import { unit } from '../../../schema/staff/units/unit.table.ts'
import { batchOf, inList } from '../../platform/drizzle.sql.ts'
import { WAITS_FOR_TIRES } from '../picking/picking.sql.ts'
import { LOW_SIZES } from '../reports/reports.sql.ts'
import { IS_SOLD } from '../safety/registrations.sql.ts'

/** A kind of work with how many things wait. */
export interface Waiting {
  count: number
  /** When the oldest of them began to wait, in milliseconds; `null` for none. */
  since: number | null
}

/** A claim that waits for its answer; the condition before it is that of the index. */
const IS_CLAIM = sql`state = 'requested' and reason in ${inList(RETURN_REASONS.filter(isShopsFault))}`

const QUERIES = {
  pick: sql`select count(*) as count, min(placed_at) as since from ${salesOrder} o where ${WAITS_FOR_TIRES}
    and not exists (select 1 from ${pickItem} i where i.order_id = o.id)`,
  runs: sql`select count(distinct run_id) as count, null as since from ${pickItem} where state = 'open'`,
  missing: sql`select count(*) as count, null as since from ${pickItem} i join ${salesOrder} o on o.id = i.order_id
    where i.state = 'missing' and o.status in ${inList(PICKED_STATUSES)}`,
  inspections: sql`select count(*) as count, min(taken_at) as since from ${unit} where state <> 'live' and state = 'waiting'`,
  claims: sql`select count(*) as count, min(created_at) as since from ${returnCase}
    where state in ('requested', 'received') and ${IS_CLAIM}`,
  returns: sql`select count(*) as count, min(state_at) as since from ${returnCase}
    where state in ('requested', 'received') and not (${IS_CLAIM})`,
  registrations: sql`select count(*) as count, min(r.sold_at) as since from ${registration} r join ${salesOrder} o on o.id = r.order_id
    where r.sent_at is null and ${IS_SOLD}`,
  recalls: sql`select count(*) as count, min(found_at) as since from ${recallMatch} where state = 'waiting'`,
  refunds: sql`select count(*) as count, min(created_at) as since from ${orderRefund} where status in ('pending', 'stuck')`,
  webhooks: sql`select count(*) as count, min(stopped_at) as since from ${webhook} where stopped_at is not null and ended_at is null`,
  chats: sql`select count(*) as count, min(last_at) as since from ${chatConversation} where unread > 0`,
  reviews: sql`select count(*) as count, min(created_on) as since from ${review} where is_approved = 0 and refused_on is null`,
  flagged: sql`select count(*) as count, min(flagged_on) as since from ${review} where flagged_on is not null and is_approved = 1`,
  questions: sql`select count(*) as count, min(asked_at) as since from ${productQuestion}
    where answered_at is null and refused_at is null`,
  sizes: LOW_SIZES,
} as const satisfies Record<string, SQL>

const KINDS = Object.keys(QUERIES) as (keyof typeof QUERIES)[]
export type WaitingKind = keyof typeof QUERIES | 'drafts' | 'dealers'

export interface SoldDay {
  orders: number
  /** Cents. */
  total: number
}

export interface Today {
  waiting: Record<WaitingKind, Waiting>
  /** Orders of today, of yesterday, and of the same day of the week before. */
  sold: [today: SoldDay, yesterday: SoldDay, weekAgo: SoldDay]
  /** Units that were taken in today. */
  takenIn: number
}

type Span = readonly [from: number, until: number]

/**
 * Reads what waits, what was sold and how many units were taken in. `spans` are today, yesterday and the same day a week ago, in milliseconds; drafts of an intake wait if they were
 * changed last before `draftsBefore`; `today` is the date, `2026-11-27`.
 */
export async function readToday(
  db: D1Database,
  { spans, draftsBefore, today }: { spans: readonly [Span, Span, Span]; draftsBefore: number; today: string },
): Promise<Today> {
  const sold = ([from, until]: Span) => sql`
    select count(*) as count, coalesce(sum(grand_total), 0) as total from ${salesOrder}
    where placed_at >= ${from} and placed_at < ${until} and status not in ('pending_payment', 'canceled')`
  const results = await batchOf<Waiting & { total?: number }>(db, [
    ...KINDS.map((kind) => QUERIES[kind]),
    sql`select count(*) as count, min(updated_at) as since from ${intake}
      where product_id is null and scrapped_at is null and updated_at < ${draftsBefore}`,
    // New applications, and dealers whose certificate has expired.
    sql`select count(*) as count, min(since) as since from (
      select applied_at as since from ${dealerApplication} where state = 'waiting' union all
      select applied_at from ${dealerApplication} where state = 'approved' and certificate_until < ${today})`,
    ...spans.map(sold),
    sql`select count(*) as count, null as since from ${unit} where taken_at >= ${spans[0][0]}`,
  ])
  const row = (at: number): Waiting => results[at]?.results[0] ?? { count: 0, since: null }
  const day = (at: number): SoldDay => ({ orders: row(at).count, total: results[at]?.results[0]?.total ?? 0 })
  const counts = KINDS.map((kind, at) => [kind, row(at)] as const)
  const end = KINDS.length
  return {
    waiting: {
      ...Object.fromEntries(counts),
      drafts: row(end),
      dealers: row(end + 1),
    } as Record<WaitingKind, Waiting>,
    sold: [day(end + 2), day(end + 3), day(end + 4)],
    takenIn: row(end + 5).count,
  }
}
