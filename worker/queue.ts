/** The consumer of all queues: messages that name a row of the outbox, ask for a new index, or for a picture. */
import type { Env, ShopMessage } from './env.ts'
import { deliverOutbox } from './flows/deliver-outbox.ts'
import { paintShared } from './flows/paint-shared.ts'
import { causeOf, redacted } from './http/cause.ts'
import { rebuildIfBehind } from './search/rebuild.ts'

/** A mail that fails waits in its row; only when D1 is away does the message itself come again. */
export async function handleQueue(batch: MessageBatch<ShopMessage>, env: Env): Promise<void> {
  for (const message of batch.messages) {
    try {
      await handle(message.body, env)
      message.ack()
    } catch (error) {
      console.error('queue', redacted(JSON.stringify(message.body)), causeOf(error))
      message.retry({ delaySeconds: 30 })
    }
  }
}

async function handle(body: ShopMessage, env: Env): Promise<void> {
  if ('outboxId' in body) await deliverOutbox(env, body.outboxId, Date.now())
  else if ('paint' in body) await paintShared(env, body.paint)
  else await rebuildIfBehind(env, Date.now())
}
