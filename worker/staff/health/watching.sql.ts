/** What cron reads and writes about the health of the shop. */
import { and, desc, eq, gt, gte, isNotNull, isNull, lt, max, min, ne, sql } from 'drizzle-orm'
import { CARD_METHOD, RESERVATION_MS, WALLET_METHOD } from '../../../schema/orders/payment.ts'
import { HOUR_MS, MINUTE_MS } from '../../../schema/platform/duration.ts'
import type { Measurement } from '../../../schema/staff/health/alert-rule.ts'
import type { IncidentChanges, OpenIncident } from '../../../schema/staff/health/incidents.ts'
import type { ReadingRows } from '../../../schema/staff/health/readings.ts'
import type { TimedMeasurement } from '../../../schema/staff/health/rule-state.ts'
import { alertIncident, alertMeasurement, cronMinute } from '../../../schema/staff/health/watching.table.ts'
import { catalogStateQueries, toCatalogState } from '../../catalog/index/build/listing-snapshot.sql.ts'
import { isIndexStale } from '../../catalog/index/build/rebuild.ts'
import { oldestOpenRefund } from '../../orders/life/order-refund.sql.ts'
import { providersHeardSince } from '../../orders/life/webhook-event.sql.ts'
import { countStaleOrders } from '../../orders/order.sql.ts'
import { type PaymentCount, paymentCountsSince } from '../../orders/payments/payment-call.sql.ts'
import { connect, insertFrom, toStatement } from '../../platform/drizzle.sql.ts'
import { addOutbox, oldestWaiting } from '../../platform/mail/outbox.sql.ts'

/** The cart's object releases a reservation within this time after its end. */
const GRACE_MS = 10 * MINUTE_MS
const PAYMENTS_MS = 10 * MINUTE_MS
const WEBHOOKS_MS = 6 * HOUR_MS
const JOURNEYS = 3
/** Older journeys and queries say nothing about now: journeys stop when the shop has no products. */
const RECENT_MS = HOUR_MS

/** Providers that report payments by webhook, by the code of the payment method. */
const WEBHOOK_PROVIDERS: Readonly<Record<string, string>> = {
  [CARD_METHOD]: 'stripe',
  [WALLET_METHOD]: 'paypal',
}

const minuteOf = (ms: number) => Math.floor(ms / MINUTE_MS)

/** Reads what the readings follow from, and the open incidents, in one batch. */
export async function readWatched(
  db: D1Database,
  now: number,
): Promise<{ rows: ReadingRows; open: OpenIncident[] }> {
  const client = connect(db)
  const { minute, isCatalogBehind, journey, failedQueries } = cronMinute
  const [
    settings,
    event,
    mails,
    orders,
    refunds,
    [last],
    [current],
    recent,
    payments,
    webhooks,
    [queries],
    journeys,
    open,
  ] = await client.batch([
    ...catalogStateQueries(client),
    oldestWaiting(client),
    countStaleOrders(client, now - RESERVATION_MS - GRACE_MS),
    oldestOpenRefund(client),
    // The newest rows come first by the primary key, so that each of these queries reads few of two days.
    client
      .select({ minute })
      .from(cronMinute)
      .where(lt(minute, minuteOf(now)))
      .orderBy(desc(minute))
      .limit(1),
    client
      .select({ minute })
      .from(cronMinute)
      .where(and(lt(minute, minuteOf(now)), eq(isCatalogBehind, false)))
      .orderBy(desc(minute))
      .limit(1),
    paymentCountsSince(client, minuteOf(now - PAYMENTS_MS)),
    paymentCountsSince(client, minuteOf(now - WEBHOOKS_MS)),
    providersHeardSince(client, now - WEBHOOKS_MS),
    client
      .select({ failed: sql<string>`${failedQueries}`, failingSince: failingSince(client) })
      .from(cronMinute)
      .where(and(isNotNull(failedQueries), gte(minute, minuteOf(now - RECENT_MS))))
      .orderBy(desc(minute))
      .limit(1),
    client
      .select({ journey: sql<string>`${journey}` })
      .from(cronMinute)
      .where(and(isNotNull(journey), gte(minute, minuteOf(now - RECENT_MS))))
      .orderBy(desc(minute))
      .limit(JOURNEYS),
    client
      .select({
        rule: alertIncident.rule,
        openedAt: alertIncident.openedAt,
        firedAt: alertIncident.firedAt,
      })
      .from(alertIncident)
      .where(isNull(alertIncident.endedAt)),
  ])
  const heard = new Set(webhooks.map(({ provider }) => provider))
  const rows: ReadingRows = {
    now,
    oldestMailAt: mails[0]?.at ?? null,
    stuckOrders: orders[0]?.count ?? 0,
    oldestRefundAt: refunds[0]?.at ?? null,
    isCatalogBehind: isIndexStale(toCatalogState(settings, event)),
    currentMinute: current?.minute ?? null,
    lastMinute: last?.minute ?? null,
    outcomes: recent.filter(({ step }) => step !== 'refund'),
    unconfirmedPayments: countUnconfirmed(payments, heard),
    queries: queries ? { ...queries, failed: queries.failed.split(' ').filter(Boolean) } : null,
    journeys: journeys.map((one) => one.journey),
  }
  return { rows, open }
}

/** The first minute with a failed query after the last one whose queries were all answered. */
function failingSince(client: ReturnType<typeof connect>) {
  const { minute, failedQueries } = cronMinute
  const answered = client
    .select({ minute })
    .from(cronMinute)
    .where(eq(failedQueries, ''))
    .orderBy(desc(minute))
    .limit(1)
  const failing = client
    .select({ first: min(minute) })
    .from(cronMinute)
    .where(and(ne(failedQueries, ''), gt(minute, sql`coalesce(${answered}, 0)`)))
  return sql<number | null>`${failing}`
}

/** Counts payments with providers that report by webhook but have not. */
function countUnconfirmed(payments: readonly PaymentCount[], heard: ReadonlySet<string>): number {
  return payments
    .filter(({ outcome }) => outcome === 'paid')
    .filter(({ provider }) => {
      const name = WEBHOOK_PROVIDERS[provider]
      return name !== undefined && !heard.has(name)
    })
    .reduce((total, { count }) => total + count, 0)
}

/** What the mail about an incident says (alert.mail.ts). Times are in milliseconds. */
interface AlertPayload {
  rule: string
  /** `null` at the end of the incident. */
  value: number | null
  route: string | null
  samples: number
  /** When the incident began. */
  since: number
  at: number
}

/**
 * Returns the statement that stores the last measurements for the page. Its rows are one parameter, because D1 accepts at most
 * 100; the paths within a row are constants, so they are part of the statement's text.
 */
function saveMeasurements(
  db: D1Database,
  points: ReadonlyMap<string, Measurement>,
  now: number,
): D1PreparedStatement {
  const rows = [...points].map(([rule, { value, samples, route }]) => [rule, value, samples, route ?? null])
  const column = (at: number) => sql`value ->> ${sql.raw(`'$[${at}]'`)}`
  const insert = insertFrom(
    alertMeasurement,
    { rule: column(0), value: column(1), samples: column(2), route: column(3), measuredAt: now },
    sql`from json_each(${JSON.stringify(rows)}) where true`,
  )
  return toStatement(
    db,
    sql`${insert} on conflict do update set value = excluded.value, samples = excluded.samples,
      route = excluded.route, measured_at = excluded.measured_at`,
  )
}

/**
 * Stores the minute and what changed about the incidents, with a mail for each begin and each end, in one batch. Returns the
 * results of the mails' statements. When two runs open the same incident, one of them writes its mail.
 */
export async function saveMinute(
  db: D1Database,
  now: number,
  {
    points,
    ...minute
  }: {
    isCatalogBehind: boolean
    failedQueries: string | null
    /** By the name of the rule. */
    points: ReadonlyMap<string, Measurement>
  },
  { opened, fired, ended }: IncidentChanges,
): Promise<D1Result<unknown>[]> {
  const mail = (payload: AlertPayload) =>
    addOutbox(db, { kind: 'desk-alert', payload: { ...payload }, now }, 'ifChanged')
  const openOne = (rule: string) => and(eq(alertIncident.rule, rule), isNull(alertIncident.endedAt))
  const client = connect(db)
  const results = await db.batch<unknown>([
    toStatement(
      db,
      client
        .insert(cronMinute)
        .values({ minute: minuteOf(now), ...minute })
        .onConflictDoUpdate({ target: cronMinute.minute, set: minute }),
    ),
    ...fired.map((rule) =>
      toStatement(db, client.update(alertIncident).set({ firedAt: now }).where(openOne(rule))),
    ),
    ...(points.size > 0 ? [saveMeasurements(db, points, now)] : []),
    ...opened.flatMap(({ rule, value, route, samples }) => [
      toStatement(
        db,
        client
          .insert(alertIncident)
          .values({ rule, value, route, openedAt: now, firedAt: now })
          .onConflictDoNothing(),
      ),
      mail({ rule, value, route, samples, since: now, at: now }),
    ]),
    ...ended.flatMap(({ rule, openedAt }) => [
      toStatement(db, client.update(alertIncident).set({ endedAt: now }).where(openOne(rule))),
      mail({ rule, value: null, route: null, samples: 0, since: openedAt, at: now }),
    ]),
  ])
  return results
}

/** Stores the outcome of the minute's journey. */
export async function saveJourney(db: D1Database, now: number, journey: string): Promise<void> {
  await connect(db)
    .insert(cronMinute)
    .values({ minute: minuteOf(now), journey })
    .onConflictDoUpdate({ target: cronMinute.minute, set: { journey } })
}

/** Deletes minutes and ended incidents from before these times. */
export async function deleteOldMinutes(
  db: D1Database,
  before: { minutes: number; incidents: number },
): Promise<void> {
  const client = connect(db)
  await client.batch([
    client.delete(cronMinute).where(lt(cronMinute.minute, minuteOf(before.minutes))),
    client.delete(alertIncident).where(lt(alertIncident.endedAt, before.incidents)),
  ])
}

export interface Incident {
  rule: string
  value: number
  route: string | null
  openedAt: number
  endedAt: number | null
}

/** The last measurement of each rule that needs data points, by its name. */
export type LastMeasurements = ReadonlyMap<string, TimedMeasurement>

/**
 * Returns for the page: payment outcomes since `from`, incidents that are open or ended since then, the last measurements, and
 * the last run of cron.
 */
export async function readHealthRows(db: D1Database, from: number) {
  const client = connect(db)
  const { rule, value, route, openedAt, endedAt } = alertIncident
  const [payments, incidents, points, [last]] = await client.batch([
    paymentCountsSince(client, minuteOf(from)),
    client
      .select({ rule, value, route, openedAt, endedAt })
      .from(alertIncident)
      .where(sql`${endedAt} is null or ${endedAt} >= ${from}`)
      .orderBy(desc(openedAt)),
    client.select().from(alertMeasurement),
    client.select({ minute: max(cronMinute.minute) }).from(cronMinute),
  ])
  const measured: LastMeasurements = new Map(
    points.map(({ rule: name, route: of, ...point }) => [name, { ...point, route: of ?? undefined }]),
  )
  return { payments, incidents: incidents as Incident[], measured, lastMinute: last?.minute ?? null }
}
