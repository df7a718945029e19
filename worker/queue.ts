/** The consumer of all queues, which deliver outbox rows, send webhooks, rebuild the index, change many units, send parcels, paint previews and count events. */

import { paintPreview } from './catalog/images/paint-preview.ts'
import { rebuildIfStale } from './catalog/index/build/rebuild.ts'
import { countEvents } from './content/analytics/event-count.sql.ts'
import type { Env, ShopMessage } from './env.ts'
import { deliverOutbox } from './mails.ts'
import { countPaymentCalls } from './orders/payments/payment-call.sql.ts'
import { writePoint } from './platform/metrics/write-point.ts'
import { describeError, redact } from './platform/security/log-redaction.ts'
import { queueWebhooks, sendWebhook } from './staff/api/send-webhooks.ts'
import { MESSAGE_MS, runBulkJob } from './staff/bulk/run-bulk.ts'
import { continueTracking } from './staff/carriers/send-tracking.ts'
import { informScreens } from './staff/new-orders/new-orders.api.ts'
import { countDemand } from './staff/reports/demand.sql.ts'

/** Seconds until a message whose handling failed is delivered again. */
const RETRY_SECONDS = 30
/** Seconds until a webhook is looked at again to which another run sends. */
const BUSY_SECONDS = 1

/**
 * Handles the messages of one batch. A mail that fails waits in its outbox row. The message itself is retried
 * only when D1 fails, or when the mail service limits the rate: then this message and all later ones of the
 * batch are retried after the delay that the service requests.
 */
export async function handleQueue(batch: MessageBatch<ShopMessage>, env: Env): Promise<void> {
  recordAge(batch, env)
  // A batch has the messages of one queue.
  if (batch.messages.some(({ body }) => isCount(body))) return countTogether(batch, env)
  // A slow receiver of webhooks does not delay mails.
  const isWebhook = ({ body }: Message<ShopMessage>) => 'webhook' in body
  const others = batch.messages.filter((message) => !isWebhook(message))
  await Promise.all([
    handleInOrder(others, env),
    ...batch.messages.filter(isWebhook).map((message) => handleWebhook(message, env)),
  ])
  // What the messages changed may be of interest to webhooks.
  if (others.length > 0) await queueWebhooks(env, Date.now())
  // Each order has a mail.
  if (others.some(({ body }) => 'outboxId' in body)) await informScreens(env)
}

async function handleInOrder(messages: readonly Message<ShopMessage>[], env: Env): Promise<void> {
  let pauseMs = 0
  for (const message of messages) {
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

async function handleWebhook(message: Message<ShopMessage>, env: Env): Promise<void> {
  try {
    const isBusy = 'webhook' in message.body && (await sendWebhook(env, message.body.webhook, Date.now))
    if (isBusy) message.retry({ delaySeconds: BUSY_SECONDS })
    else message.ack()
  } catch (error) {
    console.error('sending webhooks failed', describeError(error))
    message.retry({ delaySeconds: RETRY_SECONDS })
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
      ...(beacons.length > 0 ? [countEvents(env.DB, beacons), ...countDemand(env.DB, beacons)] : []),
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
  else if ('tracking' in body) await continueTracking(env, body, Date.now())
  else if ('rebuild' in body) await rebuildIfStale(env, Date.now(), body.lost)
  return 0
}
