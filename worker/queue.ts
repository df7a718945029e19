/** The consumer of all queues, which deliver outbox rows, rebuild the index and paint previews. */

import { paintPreview } from './catalog/images/paint-preview.ts'
import { rebuildIfStale } from './catalog/index/build/rebuild.ts'
import type { Env, ShopMessage } from './env.ts'
import { deliverOutbox } from './mails.ts'
import { describeError, redact } from './platform/security/log-redaction.ts'

/**
 * Handles the messages of one batch. A mail that fails waits in its outbox row. The message itself is retried
 * only when D1 fails, or when the mail service limits the rate: then this message and all later ones of the
 * batch are retried after the delay that the service requests.
 */
export async function handleQueue(batch: MessageBatch<ShopMessage>, env: Env): Promise<void> {
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
      message.retry({ delaySeconds: 30 })
    }
  }
}

/** Handles one message and returns the milliseconds that the later messages have to wait. */
async function handle(body: ShopMessage, env: Env): Promise<number> {
  if ('outboxId' in body) return deliverOutbox(env, body.outboxId, Date.now())
  if ('paint' in body) await paintPreview(env, body.paint)
  else await rebuildIfStale(env, Date.now(), body.lost)
  return 0
}
