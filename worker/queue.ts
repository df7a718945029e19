/** The queue's consumer: each message names a row of the outbox. */
import type { Env, OutboxMessage } from './env.ts'
import { deliverOutbox } from './flows/deliver-outbox.ts'

/** Delivers a batch. A mail that fails waits in its row; only when D1 is away does the message itself come again. */
export async function handleQueue(batch: MessageBatch<OutboxMessage>, env: Env): Promise<void> {
  for (const message of batch.messages) {
    try {
      await deliverOutbox(env, message.body.outboxId, Date.now())
      message.ack()
    } catch (error) {
      console.error('outbox', message.body.outboxId, error)
      message.retry({ delaySeconds: 30 })
    }
  }
}
