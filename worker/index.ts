/** What the platform calls: requests, queue, cron, and the classes of the objects. */
import { app } from './app.ts'
import { SALE_CALLS } from './cart.object.ts'
import { handleCron } from './cron.ts'
import type { Env, ShopMessage } from './env.ts'
import { serveFromMemory } from './platform/cache/page-cache.ts'
import { withBounds } from './platform/limits/binding-timeouts.ts'
import { redirectToHttps } from './platform/security/https-redirect.ts'
import { handleQueue } from './queue.ts'

export { CartObject } from './cart.object.ts'
export { ChatObject } from './content/chat/chat.object.ts'

export default {
  fetch: (request, env, ctx) =>
    redirectToHttps(request, env.SITE_URL) ??
    serveFromMemory(request) ??
    app.fetch(request, withBounds(env, SALE_CALLS), ctx),
  queue: handleQueue,
  scheduled: handleCron,
} satisfies ExportedHandler<Env, ShopMessage>
