/** Every minute: what should have happened and has not. The work itself is elsewhere and safe to repeat. */
import { REMINDER_RETENTION_MS } from '../schema/cart/abandoned/abandoned-cart.ts'
import { HOLD_MS } from '../schema/orders/payment.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../schema/platform/duration.ts'
import { shopDay } from '../schema/platform/shop-calendar.ts'
import { anonymizeOrders } from './account/privacy/customer-data.sql.ts'
import { deleteExpiredReminders } from './cart/abandoned/cart-reminder.sql.ts'
import { readCatalogState } from './catalog/index/build/listing-snapshot.sql.ts'
import { isIndexStale } from './catalog/index/build/rebuild.ts'
import { refreshPrices } from './catalog/product/price-refresh.sql.ts'
import { deleteOldCounts } from './content/analytics/event-count.sql.ts'
import type { Env } from './env.ts'
import { deleteExpiredSessions } from './identity/session/session.sql.ts'
import { retryPendingRefunds } from './orders/life/order-lifecycle.ts'
import { deleteActors } from './orders/limits/order-actor.sql.ts'
import { findStaleCarts } from './orders/order.sql.ts'
import { deleteOldAttempts } from './platform/limits/rate-limit-counter.sql.ts'
import { deleteSent, findDueRows, readPace } from './platform/mail/outbox.sql.ts'
import { describeError } from './platform/security/log-redaction.ts'

/** How long sent mails are stored for questions; they name people. */
const SENT_MAIL_MS = 30 * DAY_MS
/** Two springs can be compared. */
const COUNTS_MS = 800 * DAY_MS
/** Mails that one sweep hands to the queue; a call of the queue takes 100. */
const ROWS = 1_000
const CALL = 100
const CARTS = 50
/** After the end of a hold, the object's own alarm gets this long. */
const GRACE_MS = 5 * 60_000

export async function handleCron(event: Pick<ScheduledController, 'scheduledTime'>, env: Env): Promise<void> {
  const now = event.scheduledTime
  const parts = { ...EVERY_MINUTE, ...(now % HOUR_MS < MINUTE_MS ? EVERY_HOUR : {}) }
  // One that fails takes no other along.
  const done = await Promise.allSettled(Object.values(parts).map(async (part) => part(env, now)))
  const failed = Object.keys(parts).filter((name, index) => {
    const one = done[index]
    if (one?.status === 'rejected') console.error('cron', name, describeError(one.reason))
    return one?.status === 'rejected'
  })
  // The platform counts a run that throws as failed.
  if (failed.length > 0) throw new Error(`cron: ${failed.join(', ')} failed`)
}

type Parts = Readonly<Record<string, (env: Env, now: number) => Promise<unknown>>>

const EVERY_MINUTE: Parts = {
  mails: sendWaiting,
  'stuck orders': wakeStuck,
  prices: priceAnew,
  refunds: retryPendingRefunds,
  sessions: ({ DB }, now) => deleteExpiredSessions(DB, now),
  attempts: ({ DB }, now) => deleteOldAttempts(DB, now),
  names: ({ DB }, now) => DB.batch(anonymizeOrders(DB, now)),
}
/** What is forgotten after days: an hour that failed is made up for by the next. */
const EVERY_HOUR: Parts = {
  actors: ({ DB }, now) => deleteActors(DB, now - 2 * DAY_MS),
  'sent mails': ({ DB }, now) => deleteSent(DB, now - SENT_MAIL_MS),
  reminders: ({ DB }, now) => deleteExpiredReminders(DB, now - REMINDER_RETENTION_MS),
  counts: ({ DB }, now) => deleteOldCounts(DB, shopDay(now - COUNTS_MS)),
}

/** Specials that began or ended, then the index of what lists filter and sort by, where the catalog left it behind. */
async function priceAnew(env: Env, now: number): Promise<void> {
  await refreshPrices(env.DB, now)
  if (isIndexStale(await readCatalogState(env.DB))) await env.REBUILD.send({ rebuild: 'catalogue' })
}

/**
 * Mails whose message was lost, or whose time to be tried again comes before the next sweep: each leaves when it is due.
 * While the mail service says that it is asked too often, twice what it took in the last minute is handed on.
 */
async function sendWaiting(env: Env, now: number): Promise<void> {
  const pace = await readPace(env.DB, now)
  const rows = await findDueRows(
    env.DB,
    now + MINUTE_MS,
    pace === null ? ROWS : Math.min(ROWS, Math.max(CALL, 2 * pace)),
  )
  const messages = rows.map(({ id, dueAt }) => ({
    body: { outboxId: id },
    delaySeconds: Math.max(0, Math.ceil((dueAt - now) / 1000)),
  }))
  for (let from = 0; from < messages.length; from += CALL)
    await env.OUTBOX.sendBatch(messages.slice(from, from + CALL))
}

/** Orders that still wait although their hold has ended; their objects look at their journals. */
async function wakeStuck(env: Env, now: number): Promise<void> {
  const quotes = await findStaleCarts(env.DB, now - HOLD_MS - GRACE_MS, CARTS)
  const woken = await Promise.allSettled(quotes.map((quoteId) => env.CART.getByName(quoteId).resume()))
  for (const one of woken)
    if (one.status === 'rejected') console.error('a stuck order', describeError(one.reason))
}
