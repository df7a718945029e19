/** Responds when no route matches and when a request failed: with the envelope for the API, with a page for browsers. */

import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import {
  FAILURE_MESSAGE,
  OUTAGE_MESSAGES,
  type Outage,
  RETRY_AFTER_SECONDS,
} from '../../../schema/platform/outbound/outage.ts'
import type { AppEnv } from '../../env.ts'
import { findOutage } from '../outbound/outage.ts'
import { reply } from './reply.ts'
import { wantsJson } from './wants-json.ts'

/** Error pages; the app provides them, because the pages are in a higher layer. */
export interface ErrorPages {
  notFound(c: Context<AppEnv>): Response | Promise<Response>
  /** The address exists, but not with this method. */
  wrongMethod(c: Context<AppEnv>): Response | Promise<Response>
  failure(c: Context<AppEnv>): Response | Promise<Response>
  /** A service that the shop needs does not answer. */
  outage(c: Context<AppEnv>, outage: Outage): Response | Promise<Response>
}

function isCall(c: Context): boolean {
  return c.req.path.startsWith('/api/') || c.req.path.startsWith('/webhooks/')
}

/**
 * Returns the handlers for `app.notFound` and `app.onError`. Details of a failure are logged
 * (worker/platform/metrics/request-metrics.ts) and never sent to the client.
 */
export function errorHandlers(pages: ErrorPages, methodsOf: (path: string) => readonly string[]) {
  return {
    notFound(c: Context<AppEnv>) {
      const methods = methodsOf(c.req.path)
      if (methods.length > 0 && !methods.includes(c.req.method)) {
        c.header('Allow', methods.join(', '))
        return isCall(c) ? reply(c, 405, `This call takes ${methods.join(', ')}.`) : pages.wrongMethod(c)
      }
      return isCall(c) ? reply(c, 404, 'There is no such call.') : pages.notFound(c)
    },
    async failure(error: Error, c: Context<AppEnv>) {
      // Middleware of the framework refused the request on purpose.
      if (error instanceof HTTPException) {
        return isCall(c) ? reply(c, error.status, error.message || 'Refused') : error.getResponse()
      }
      const outage = await findOutage(error, c.env.DB)
      const isForScript = isCall(c) || wantsJson(c)
      if (!outage) return isForScript ? reply(c, 500, FAILURE_MESSAGE) : pages.failure(c)
      c.header('Retry-After', String(RETRY_AFTER_SECONDS[outage]))
      if (!isForScript) return pages.outage(c, outage)
      return reply(c, 503, OUTAGE_MESSAGES[outage])
    },
  }
}
