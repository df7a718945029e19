/** The consumer of all queues: messages that name a row of the outbox, ask for a new index, or for a picture. */

import { paintPreview } from './catalog/images/paint-preview.ts'
import { rebuildIfStale } from './catalog/index/build/rebuild.ts'
import type { Env, ShopMessage } from './env.ts'
import { deliverOutbox } from './mails.ts'
import { describeError, redact } from './platform/security/log-redaction.ts'

/**
 * A mail that fails waits in its row; only when D1 is away does the message itself come again, and when the mail service
 * is asked too often: then it and all behind it in the batch come again when the service says.
 */
export async function handleQueue(batch: MessageBatch<ShopMessage>, env: Env): Promise<void> {
  let pauseMs = 0
  for (const message of batch.messages) {
    try {
      if (pauseMs === 0) pauseMs = await handle(message.body, env)
      if (pauseMs === 0) message.ack()
      else message.retry({ delaySeconds: Math.ceil(pauseMs / 1000) })
    } catch (error) {
      console.error('queue', redact(JSON.stringify(message.body)), describeError(error))
      message.retry({ delaySeconds: 30 })
    }
  }
}

/** Gives the milliseconds that the messages behind it have to wait. */
async function handle(body: ShopMessage, env: Env): Promise<number> {
  if ('outboxId' in body) return deliverOutbox(env, body.outboxId, Date.now())
  if ('paint' in body) await paintPreview(env, body.paint)
  else await rebuildIfStale(env, Date.now(), body.lost)
  return 0
}
