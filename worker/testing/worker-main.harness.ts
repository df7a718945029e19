/**
 * The shop as worker tests run it. Several files of tests share a runtime, whose queues live longer than a file: what an
 * earlier one sent is not delivered to the next.
 */
import type { Env, ShopMessage } from '../env.ts'
import shop from '../index.ts'

export * from '../index.ts'

/** Each file of tests loads its modules anew (new-test-file.harness.ts). */
const startedAt = Date.now()

export default {
  ...shop,
  async queue(batch: MessageBatch<ShopMessage>, env: Env): Promise<void> {
    const messages = batch.messages.filter((message) => message.timestamp.getTime() >= startedAt)
    for (const message of batch.messages) if (!messages.includes(message)) message.ack()
    if (messages.length > 0) await shop.queue({ ...batch, messages }, env)
  },
}
