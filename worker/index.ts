/** What the platform calls: requests, queue, cron, and the classes of the objects. */
import { app } from './app.ts'
import { handleCron } from './cron.ts'
import type { Env, ShopMessage } from './env.ts'
import { withBounds } from './http/bounded.ts'
import { keptPage } from './http/page-cache.ts'
import { toHttps } from './http/to-https.ts'
import { handleQueue } from './queue.ts'

export { CartObject } from './objects/cart-object.ts'
export { ChatObject } from './objects/chat-object.ts'

export default {
  fetch: (request, env, ctx) =>
    toHttps(request, env.SITE_URL) ?? keptPage(request) ?? app.fetch(request, withBounds(env), ctx),
  queue: handleQueue,
  scheduled: handleCron,
} satisfies ExportedHandler<Env, ShopMessage>
