/** The tasks that run every minute and every hour. Each of them can be repeated safely. */
import { REMINDER_RETENTION_MS } from '../schema/cart/abandoned/abandoned-cart.ts'
import { RESERVATION_MS } from '../schema/orders/payment.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../schema/platform/duration.ts'
import { GUARANTEE_MS } from '../schema/platform/return-terms.ts'
import { shopDay } from '../schema/platform/shop-calendar.ts'
import { MISS_DAYS } from '../schema/staff/reports/report-days.ts'
import { anonymizeOrders, REGISTERED_BUYER_MS } from './account/privacy/customer-data.sql.ts'
import { deleteExpiredReminders } from './cart/abandoned/cart-reminder.sql.ts'
import { deleteOldSavedLines } from './cart/saved/saved-line.sql.ts'
import { readCatalogState } from './catalog/index/build/listing-snapshot.sql.ts'
import { isIndexStale } from './catalog/index/build/rebuild.ts'
import { refreshPrices } from './catalog/product/price-refresh.sql.ts'
import { notifyStockAlerts } from './catalog/stock-alerts/notify-stock-alerts.ts'
import { deleteOldStockAlerts } from './catalog/stock-alerts/stock-alert.sql.ts'
import {
  postponeRecovery,
  readCartsToRecover,
  recordRecovery,
} from './checkout/recovery/restored-carts.sql.ts'
import { deleteOldCounts } from './content/analytics/event-count.sql.ts'
import { deleteHiddenPhotos } from './content/reviews/photos/delete-photos.ts'
import { requestReviews } from './content/reviews/requests/review-request.sql.ts'
import type { Env } from './env.ts'
import { deleteExpiredSessions } from './identity/session/session.sql.ts'
import { deleteExpiredStaffRows } from './identity/staff/staff-account.sql.ts'
import { makeJourney } from './journey.ts'
import { deleteOldDrafts, endExpiredDrafts } from './orders/counter/counter-draft.sql.ts'
import { expireCredit } from './orders/credit/expire-credit.ts'
import { reportLateOrders } from './orders/life/late-orders.ts'
import { retryPendingRefunds } from './orders/life/order-lifecycle.ts'
import { deleteActors } from './orders/limits/order-actor.sql.ts'
import { freeAppointmentsWithoutTires } from './orders/mounting/book-mounting.ts'
import { deleteOldAppointments } from './orders/mounting/mounting.sql.ts'
import { findStaleCarts } from './orders/order.sql.ts'
import { deleteOldPaymentCalls } from './orders/payments/payment-call.sql.ts'
import { readCardDigits } from './orders/payments/stripe/card-digits.ts'
import { deleteUnneededPhotos } from './orders/returns/return-photos.ts'
import { settleRefunded } from './orders/returns/return-state.sql.ts'
import { expireReturns } from './orders/returns/returns.ts'
import { deleteOldAttempts } from './platform/limits/rate-limit-counter.sql.ts'
import { deleteSent, findDueRows, readPace } from './platform/mail/outbox.sql.ts'
import { describeError } from './platform/security/log-redaction.ts'
import { forgetOldMessages, queueWebhooks } from './staff/api/send-webhooks.ts'
import { deleteOldPreviews } from './staff/bulk/bulk-job.sql.ts'
import { resumeBulkJobs } from './staff/bulk/run-bulk.ts'
import { deleteOldTrackingFiles } from './staff/carriers/tracking-file.sql.ts'
import { deleteOldWants } from './staff/chats/chat-desk-record.sql.ts'
import { deleteOldMerges } from './staff/customers/order-merges.sql.ts'
import { watchShop } from './staff/health/watch-shop.ts'
import { deleteOldMinutes } from './staff/health/watching.sql.ts'
import { refitPriceFactors } from './staff/intake/comparables.sql.ts'
import { finishEdits } from './staff/orders/finish-edits.ts'
import { runPricePlans } from './staff/plans/run-plans.ts'
import { deleteOldDemand } from './staff/reports/demand.sql.ts'
import { makeReports } from './staff/reports/make-reports.ts'
import { updateRecalls } from './staff/safety/import-recalls.ts'
import { forgetBuyers } from './staff/safety/registrations.sql.ts'
import { sendDailySummaries } from './staff/today/daily-summary.ts'
import { deleteOldPhotos } from './staff/yard/delete-old-photos.ts'

/** How long sent mails are stored for support; they contain personal data. */
const SENT_MAIL_MS = 30 * DAY_MS
/** How long event counts and sizes that shoppers asked for in chats are stored: long enough to compare two springs. */
const EVENT_COUNTS_MS = 800 * DAY_MS
/** How long the minutes of cron and of payments are stored: alerts look back for hours, staff for a day. */
const MINUTES_MS = 2 * DAY_MS
/** How long appointments are stored after their day: a return within the guarantee asks whether the tires were mounted. */
const APPOINTMENTS_MS = GUARANTEE_MS + 30 * DAY_MS
/** How long the counter's sales are stored with their buyers, for questions at the counter; orders have their own time. */
const COUNTER_DRAFTS_MS = 30 * DAY_MS
/** How long incidents that ended are stored. */
const INCIDENTS_MS = 400 * DAY_MS
/** Largest number of mails that one run sends to the queue. */
const MAX_MAILS = 1_000
/** Largest number of messages that one call of the queue accepts. */
const QUEUE_BATCH = 100
const MAX_CARTS = 50
/** After a reservation ends, the cart object's own alarm has this long to release it. */
const GRACE_MS = 5 * MINUTE_MS

const FIVE_MINUTES_MS = 5 * MINUTE_MS

/** Runs the tasks that are due. */
export async function handleCron(event: Pick<ScheduledController, 'scheduledTime'>, env: Env): Promise<void> {
  const now = event.scheduledTime
  const isDue = (period: number) => now % period < MINUTE_MS
  const tasks = {
    ...EVERY_MINUTE,
    ...(isDue(FIVE_MINUTES_MS) ? EVERY_FIVE_MINUTES : {}),
    ...(isDue(HOUR_MS) ? EVERY_HOUR : {}),
  }
  // A task that fails does not stop the others.
  const results = await Promise.allSettled(Object.values(tasks).map(async (task) => task(env, now)))
  const failed = Object.keys(tasks).filter((name, index) => {
    const result = results[index]
    if (result?.status === 'rejected') console.error('cron', name, describeError(result.reason))
    return result?.status === 'rejected'
  })
  // The platform counts a run that throws as failed.
  if (failed.length > 0) throw new Error(`cron: ${failed.join(', ')} failed`)
}

type Tasks = Readonly<Record<string, (env: Env, now: number) => Promise<unknown>>>

const EVERY_MINUTE: Tasks = {
  mails: sendDueMails,
  'stuck orders': resumeStuckOrders,
  'restored carts': recoverCarts,
  'counter sales': ({ DB }, now) => endExpiredDrafts(DB, now),
  prices: updatePrices,
  'stock alerts': notifyStockAlerts,
  'mounting of canceled orders': (env, now) => freeAppointmentsWithoutTires(env, now),
  refunds: retryPendingRefunds,
  'card digits': readCardDigits,
  'edits of orders': finishEdits,
  returns: ({ DB }, now) => settleRefunded(DB, now),
  sessions: ({ DB }, now) => deleteExpiredSessions(DB, now),
  'changes of many units': resumeBulkJobs,
  webhooks: queueWebhooks,
  'staff sessions': ({ DB }, now) => deleteExpiredStaffRows(DB, now),
  'rate limit counters': ({ DB }, now) => deleteOldAttempts(DB, now),
  watching: watchShop,
  anonymization: ({ DB }, now) => DB.batch(anonymizeOrders(DB, now)),
}
const EVERY_FIVE_MINUTES: Tasks = { journey: makeJourney, 'daily summaries': sendDailySummaries }
/** Reports and closes what is overdue, asks for reviews and deletes expired rows; the next run repeats a task that failed. */
const EVERY_HOUR: Tasks = {
  'late orders': reportLateOrders,
  'overdue returns': expireReturns,
  'store credit that expires': expireCredit,
  'photos of returns': deleteUnneededPhotos,
  'photos of reviews': deleteHiddenPhotos,
  'old photos of units': deleteOldPhotos,
  actors: ({ DB }, now) => deleteActors(DB, now - 2 * DAY_MS),
  'sent mails': ({ DB }, now) => deleteSent(DB, now - SENT_MAIL_MS),
  reminders: ({ DB }, now) => deleteExpiredReminders(DB, now - REMINDER_RETENTION_MS),
  'stock alerts that ended': ({ DB }, now) => deleteOldStockAlerts(DB, now),
  'old counter sales': ({ DB }, now) => deleteOldDrafts(DB, now - COUNTER_DRAFTS_MS),
  'saved lines': ({ DB }, now) => deleteOldSavedLines(DB, now),
  'old merges of orders': ({ DB }, now) => deleteOldMerges(DB, now),
  'old appointments': ({ DB }, now) => deleteOldAppointments(DB, shopDay(now - APPOINTMENTS_MS)),
  'review requests': ({ DB }, now) => requestReviews(DB, now),
  'price plans': runPricePlans,
  'old webhook messages': forgetOldMessages,
  recalls: updateRecalls,
  'buyers of old registrations': ({ DB }, now) => forgetBuyers(DB, now - REGISTERED_BUYER_MS),
  'previews of many units': ({ DB }, now) => deleteOldPreviews(DB, now),
  'old tracking files': ({ DB }, now) => deleteOldTrackingFiles(DB, now),
  'price factors': ({ DB }, now) => refitPriceFactors(DB, now),
  counts: ({ DB }, now) => deleteOldCounts(DB, shopDay(now - EVENT_COUNTS_MS)),
  reports: ({ DB }, now) => makeReports(DB, now),
  demand: ({ DB }, now) =>
    deleteOldDemand(DB, { sizes: shopDay(now - EVENT_COUNTS_MS), misses: shopDay(now - MISS_DAYS * DAY_MS) }),
  'wanted sizes': ({ DB }, now) => deleteOldWants(DB, now - EVENT_COUNTS_MS),
  'payment counts': ({ DB }, now) => deleteOldPaymentCalls(DB, Math.floor((now - MINUTES_MS) / MINUTE_MS)),
  minutes: ({ DB }, now) =>
    deleteOldMinutes(DB, { minutes: now - MINUTES_MS, incidents: now - INCIDENTS_MS }),
}

/** Updates prices whose special began or ended, then requests a new index if the catalog changed. */
async function updatePrices(env: Env, now: number): Promise<void> {
  await refreshPrices(env.DB, now)
  if (isIndexStale(await readCatalogState(env.DB))) await env.REBUILD.send({ rebuild: 'catalogue' })
}

/**
 * Queues mails whose message was lost, or whose next attempt is before the next run, each for the time when
 * it is due. While the mail service limits the rate, this queues twice the number of mails that it accepted
 * in the last minute.
 */
async function sendDueMails(env: Env, now: number): Promise<void> {
  const pace = await readPace(env.DB, now)
  const rows = await findDueRows(
    env.DB,
    now + MINUTE_MS,
    pace === null ? MAX_MAILS : Math.min(MAX_MAILS, Math.max(QUEUE_BATCH, 2 * pace)),
  )
  const messages = rows.map(({ id, dueAt }) => ({
    body: { outboxId: id },
    delaySeconds: Math.max(0, Math.ceil((dueAt - now) / 1000)),
  }))
  for (let from = 0; from < messages.length; from += QUEUE_BATCH)
    await env.OUTBOX.sendBatch(messages.slice(from, from + QUEUE_BATCH))
}

/** Resumes orders that are pending although their reservation has ended. */
async function resumeStuckOrders(env: Env, now: number): Promise<void> {
  const quotes = await findStaleCarts(env.DB, now - RESERVATION_MS - GRACE_MS, MAX_CARTS)
  const results = await Promise.allSettled(quotes.map((quoteId) => env.CART.getByName(quoteId).resume()))
  for (const result of results)
    if (result.status === 'rejected')
      console.error('resuming a stuck order failed', describeError(result.reason))
}

/** Writes orders again that the database lacks after a restore; a cart that fails moves to the end of the list. */
async function recoverCarts({ DB, CART }: Env): Promise<void> {
  const quotes = await readCartsToRecover(DB, MAX_CARTS)
  const results = await Promise.allSettled(
    quotes.map(async (quoteId) => recordRecovery(DB, quoteId, await CART.getByName(quoteId).recoverOrders())),
  )
  const failed = quotes.filter((_, index) => {
    const result = results[index]
    if (result?.status === 'rejected') console.error('recovering a cart failed', describeError(result.reason))
    return result?.status === 'rejected'
  })
  if (failed.length > 0) await postponeRecovery(DB, failed)
}
