/** Tags and assignees of orders, notes that name a person, and mails that are sent again (H14o). */
import { type SQL, sql } from 'drizzle-orm'
import { staff } from '../../../schema/identity/staff/staff.table.ts'
import { salesOrder } from '../../../schema/orders/order.table.ts'
import { orderNote } from '../../../schema/orders/order-note.table.ts'
import { outbox } from '../../../schema/platform/mail/outbox.table.ts'
import type { Actor } from '../../../schema/staff/changes/change.ts'
import { orderAssignee, orderMention, orderTag } from '../../../schema/staff/orders/order-work.table.ts'
import type { Colleague } from '../../../schema/staff/orders/order-work.ts'
import { CURRENT_STAFF } from '../../identity/staff/current-people.sql.ts'
import { orderId } from '../../orders/order.sql.ts'
import { batchOf, connect, inList } from '../../platform/drizzle.sql.ts'
import { addAuditRow, findAuditRow, runRecorded } from '../changes/audit-log.sql.ts'

const isKnown = (orderNumber: string) => sql`${orderId(orderNumber)} is not null`

export interface OrderWork {
  tags: string[]
  assignee: number | null
  people: Colleague[]
}

/** Returns the tags of an order, who looks after it, and who could. */
export async function readOrderWork(db: D1Database, orderNumber: string): Promise<OrderWork> {
  const [tags, assignees, people] = await batchOf<Record<string, string | number>>(db, [
    sql`select tag from ${orderTag} where order_id = ${orderId(orderNumber)} order by tag`,
    sql`select staff_id as id from ${orderAssignee} where order_id = ${orderId(orderNumber)}`,
    CURRENT_STAFF,
  ])
  return {
    tags: (tags?.results ?? []).map(({ tag }) => String(tag)),
    assignee: assignees?.results[0] ? Number(assignees.results[0].id) : null,
    people: (people?.results ?? []) as unknown as Colleague[],
  }
}

/** Most tags of the list's filter: those that were used last. */
const MAX_TAGS = 20

/** Returns the tags that orders have. */
export async function readTags(db: D1Database): Promise<string[]> {
  const rows = await connect(db).all<{ tag: string }>(
    sql`select tag from ${orderTag} group by tag order by max(order_id) desc limit ${MAX_TAGS}`,
  )
  return rows.map(({ tag }) => tag).sort()
}

interface Change {
  orderNumber: string
  key: string
  kind: string
  after: Record<string, unknown>
  condition: SQL
}

async function record(
  db: D1Database,
  actor: Actor,
  { orderNumber, key, kind, after, condition }: Change,
  statements: readonly SQL[],
  now: number,
): Promise<boolean> {
  const row = {
    ...{ at: now, actor, kind, record: 'order', recordId: orderNumber, version: 1, why: null },
    ...{ key, batch: null, undoes: null, before: {}, after },
  }
  const outcome = await runRecorded(db, [addAuditRow(row, condition), ...statements])
  return outcome !== 'late' || (await findAuditRow(db, { key })) !== null
}

/** Adds or removes a tag; false if the order has, or hasn’t, the tag already. `now` is in milliseconds. */
export function changeTag(
  db: D1Database,
  actor: Actor,
  { orderNumber, tag, key, isAdded }: { orderNumber: string; tag: string; key: string; isAdded: boolean },
  now: number,
): Promise<boolean> {
  const has = sql`exists (select 1 from ${orderTag} where order_id = ${orderId(orderNumber)} and tag = ${tag})`
  const condition = isAdded ? sql`${isKnown(orderNumber)} and not ${has}` : has
  const kind = isAdded ? 'tag' : 'untag'
  const statement = isAdded
    ? sql`insert into ${orderTag} (order_id, tag) select id, ${tag} from ${salesOrder} where order_number = ${orderNumber}`
    : sql`delete from ${orderTag} where order_id = ${orderId(orderNumber)} and tag = ${tag}`
  return record(db, actor, { orderNumber, key, kind, after: { tag }, condition }, [statement], now)
}

/** Names who looks after an order; `null` for nobody. False for an unknown order or person. `now` is in milliseconds. */
export function assignOrder(
  db: D1Database,
  actor: Actor,
  { orderNumber, staffId, key }: { orderNumber: string; staffId: number | null; key: string },
  now: number,
): Promise<boolean> {
  const isPerson = sql`exists (select 1 from ${staff} where id = ${staffId} and ended_at is null)`
  const condition = sql`${isKnown(orderNumber)} ${staffId === null ? sql`` : sql`and ${isPerson}`}`
  const statement =
    staffId === null
      ? sql`delete from ${orderAssignee} where order_id = ${orderId(orderNumber)}`
      : sql`insert into ${orderAssignee} (order_id, staff_id) select id, ${staffId} from ${salesOrder}
          where order_number = ${orderNumber} on conflict (order_id) do update set staff_id = excluded.staff_id`
  const change = { orderNumber, key, kind: 'assign', after: { person: staffId }, condition }
  return record(db, actor, change, [statement], now)
}

/** Returns the statement that puts the newest note on the lists of these people. */
export function addMentions(staffIds: readonly number[]): SQL {
  return sql`insert into ${orderMention} (note_id, staff_id)
    select (select max(id) from ${orderNote}), value from ${inList(staffIds)}`
}

export interface Mention {
  id: number
  orderNumber: string
  text: string
  by: string | null
  /** Milliseconds. */
  at: number
}

/** Most notes on the page of a person, the oldest first. */
const MAX_MENTIONS = 20

/** Returns the notes that name a person and are not done. */
export function readMentions(db: D1Database, staffId: number): Promise<Mention[]> {
  return connect(db).all<Mention>(sql`
    select m.id, o.order_number as orderNumber, n.text, s.name as by, n.created_at as at
    from ${orderMention} m join ${orderNote} n on n.id = m.note_id join ${salesOrder} o on o.id = n.order_id
    left join ${staff} s on s.id = n.staff_id
    where m.staff_id = ${staffId} and m.done_at is null order by m.id limit ${MAX_MENTIONS}`)
}

/** Takes a note off the list of the person whom it names; false if it is not on it. `now` is in milliseconds. */
export async function finishMention(
  db: D1Database,
  { id, staffId }: { id: number; staffId: number },
  now: number,
): Promise<boolean> {
  const rows = await connect(db).all(sql`update ${orderMention} set done_at = ${now}
    where id = ${id} and staff_id = ${staffId} and done_at is null returning id`)
  return rows.length > 0
}

const isMailOf = (mail: number, orderNumber: string) =>
  sql`id = ${mail} and payload ->> '$.orderNumber' = ${orderNumber}`

/** Puts a mail that was sent into the outbox again; cron sends it. False for another order's mail, or one that waits. `now` is in milliseconds. */
export function sendAgain(
  db: D1Database,
  actor: Actor,
  { orderNumber, mail, key }: { orderNumber: string; mail: number; key: string },
  now: number,
): Promise<boolean> {
  const isSent = sql`${isMailOf(mail, orderNumber)} and sent_at is not null`
  const condition = sql`exists (select 1 from ${outbox} where ${isSent})`
  const statement = sql`insert into ${outbox} (kind, payload, created_at, next_at)
    select kind, payload, ${now}, ${now} from ${outbox} where ${isSent}`
  return record(db, actor, { orderNumber, key, kind: 'mail-again', after: {}, condition }, [statement], now)
}

export interface SentOrderMail {
  kind: string
  payload: Record<string, unknown>
  /** Milliseconds. */
  createdAt: number
  sentAt: number | null
  /** The buyer’s address of today; empty without one. */
  email: string
}

/** Returns a mail of an order; `null` for an unknown one or another order's. */
export async function readOrderMail(
  db: D1Database,
  { orderNumber, mail }: { orderNumber: string; mail: number },
): Promise<SentOrderMail | null> {
  const [row] = await connect(db).all<Omit<SentOrderMail, 'payload'> & { payload: string }>(
    sql`select kind, payload, created_at as createdAt, sent_at as sentAt,
      coalesce((select email from ${salesOrder} where order_number = ${orderNumber}), '') as email
      from ${outbox} where ${isMailOf(mail, orderNumber)}`,
  )
  return row ? { ...row, payload: JSON.parse(row.payload) } : null
}
