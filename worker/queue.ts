/** The consumer of all queues, which deliver outbox rows, rebuild the index, change many units, paint previews and count events. */

import { paintPreview } from './catalog/images/paint-preview.ts'
import { rebuildIfStale } from './catalog/index/build/rebuild.ts'
import { countEvents } from './content/analytics/event-count.sql.ts'
import type { Env, ShopMessage } from './env.ts'
import { deliverOutbox } from './mails.ts'
import { countPaymentCalls } from './orders/payments/payment-call.sql.ts'
import { writePoint } from './platform/metrics/write-point.ts'
import { describeError, redact } from './platform/security/log-redaction.ts'
import { MESSAGE_MS, runBulkJob } from './staff/bulk/run-bulk.ts'

/** Seconds until a message whose handling failed is delivered again. */
const RETRY_SECONDS = 30

/**
 * Handles the messages of one batch. A mail that fails waits in its outbox row. The message itself is retried
 * only when D1 fails, or when the mail service limits the rate: then this message and all later ones of the
 * batch are retried after the delay that the service requests.
 */
export async function handleQueue(batch: MessageBatch<ShopMessage>, env: Env): Promise<void> {
  recordAge(batch, env)
  // A batch has the messages of one queue.
  if (batch.messages.some(({ body }) => isCount(body))) return countTogether(batch, env)
  let pauseMs = 0
  for (const message of batch.messages) {
    try {
      if (pauseMs === 0) pauseMs = await handle(message.body, env)
      if (pauseMs === 0) message.ack()
      else message.retry({ delaySeconds: Math.ceil(pauseMs / 1000) })
    } catch (error) {
      console.error(
        'processing a queue message failed',
        redact(JSON.stringify(message.body)),
        describeError(error),
      )
      message.retry({ delaySeconds: RETRY_SECONDS })
    }
  }
}

function isCount(body: ShopMessage): boolean {
  return 'events' in body || 'payment' in body
}

/**
 * Counts all messages in one transaction. A message that is delivered again after it was counted counts twice (decision
 * 265).
 */
async function countTogether({ messages }: MessageBatch<ShopMessage>, env: Env): Promise<void> {
  const beacons = messages.flatMap(({ body }) => ('events' in body ? [body] : []))
  const payments = messages.flatMap(({ body }) => ('payment' in body ? [body.payment] : []))
  try {
    await env.DB.batch([
      ...(beacons.length > 0 ? [countEvents(env.DB, beacons)] : []),
      ...(payments.length > 0 ? [countPaymentCalls(env.DB, payments)] : []),
    ])
    for (const message of messages) message.ack()
  } catch (error) {
    console.error('counting messages failed', describeError(error))
    for (const message of messages) message.retry({ delaySeconds: RETRY_SECONDS })
  }
}

/** Records how long messages waited. */
function recordAge({ queue, messages }: MessageBatch<ShopMessage>, env: Env): void {
  const oldest = Math.min(...messages.map(({ timestamp }) => timestamp.getTime()))
  const age = Math.max(0, Math.round((Date.now() - oldest) / 1000))
  writePoint(env, 'queue', { queue, version: env.VERSION?.id ?? '', messages: messages.length, age })
}

/** Handles one message of another queue and returns the milliseconds that the later messages have to wait. */
async function handle(body: ShopMessage, env: Env): Promise<number> {
  if ('outboxId' in body) return deliverOutbox(env, body.outboxId, Date.now())
  if ('paint' in body) await paintPreview(env, body.paint)
  else if ('bulk' in body) await runBulkJob(env, body.bulk, MESSAGE_MS)
  else if ('rebuild' in body) await rebuildIfStale(env, Date.now(), body.lost)
  return 0
}
