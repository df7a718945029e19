/**
 * The Worker as tests run it. Several test files share a runtime, and its queues outlive a file: messages of
 * an earlier file are discarded. So are counts, which would arrive while another test counts trips to the database.
 */
import type { Env, ShopMessage } from '../env.ts'
import shop from '../index.ts'

export * from '../index.ts'

/** Time when the current test file loaded its modules (new-test-file.harness.ts). */
const startedAt = Date.now()

export default {
  ...shop,
  async queue(batch: MessageBatch<ShopMessage>, env: Env): Promise<void> {
    const messages = batch.messages.filter(
      ({ timestamp, body }) => timestamp.getTime() >= startedAt && !('events' in body || 'payment' in body),
    )
    for (const message of batch.messages) if (!messages.includes(message)) message.ack()
    if (messages.length > 0) await shop.queue({ ...batch, queue: batch.queue, messages }, env)
  },
}
