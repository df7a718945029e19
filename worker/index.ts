/** Entry points of the platform: requests, queues, cron, and the classes of the Durable Objects. */
import { app } from './app.ts'
import { PROVIDER_METHODS } from './cart.object.ts'
import { choseColumns, withColumns, withPlainETags } from './catalog/listing/cards-view.ts'
import { handleCron } from './cron.ts'
import type { Env, ShopMessage } from './env.ts'
import { serveFromMemory } from './platform/cache/page-cache.ts'
import { withTimeLimits } from './platform/limits/binding-timeouts.ts'
import { recordMemoryHit } from './platform/metrics/request-metrics.ts'
import { redirectToHttps } from './platform/security/https-redirect.ts'
import { handleQueue } from './queue.ts'
import { mayNotify, queueWebhooks } from './staff/api/send-webhooks.ts'

export { CartObject } from './cart.object.ts'
export { ChatObject } from './content/chat/chat.object.ts'
export { MountingDayObject } from './orders/mounting/mounting-day.object.ts'
export { NewOrdersObject } from './staff/new-orders/new-orders.object.ts'

function respond(request: Request, env: Env, ctx: ExecutionContext): Response | Promise<Response> {
  const cached = serveFromMemory(request)
  if (!cached) {
    const limited = withTimeLimits(env, PROVIDER_METHODS)
    const response = app.fetch(request, limited, ctx)
    // After the response, which does not wait for it.
    if (mayNotify(request))
      ctx.waitUntil(Promise.resolve(response).then(() => queueWebhooks(limited, Date.now())))
    return response
  }
  recordMemoryHit(env, request, cached.route, cached.response)
  return cached.response
}

export default {
  fetch(request, env, ctx) {
    const redirect = redirectToHttps(request, env.SITE_URL)
    if (redirect) return redirect
    if (!choseColumns(request)) return respond(request, env, ctx)
    return Promise.resolve(respond(withPlainETags(request), env, ctx)).then(withColumns)
  },
  queue: handleQueue,
  scheduled: handleCron,
} satisfies ExportedHandler<Env, ShopMessage>
