/** Notifies buyers of late orders before they ask (H13d). */
import { DAY_MS, HOUR_MS } from '../../../schema/platform/duration.ts'
import { workshopDay } from '../../../schema/platform/shop-calendar.ts'
import type { Env } from '../../env.ts'
import { enqueueOutbox } from '../../platform/mail/outbox.sql.ts'
import { findLateOrders, recordLateOrder } from './late-orders.sql.ts'

/** Buyers are notified at 9 a.m., when staff have recorded the deliveries of the evening before. */
const NOTIFIED_AT_MS = 9 * HOUR_MS
/** Older orders are left alone: in a shop that never recorded deliveries, their buyers have the tires. */
const LOOK_BACK_MS = 7 * DAY_MS
const ORDERS_PER_RUN = 100

/** Mails the buyers of orders whose promised day has passed without a delivery, each once. */
export async function reportLateOrders(env: Pick<Env, 'DB' | 'OUTBOX'>, now: number): Promise<void> {
  const today = workshopDay(now - NOTIFIED_AT_MS)
  const late = await findLateOrders(env.DB, { from: today - LOOK_BACK_MS, today, limit: ORDERS_PER_RUN })
  for (const orderNumber of late) {
    const { results } = await recordLateOrder(env.DB, orderNumber, now)
    await enqueueOutbox(env.OUTBOX, results)
  }
}
