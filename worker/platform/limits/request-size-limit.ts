/**
 * Refuses a request whose address or header is longer than the shop accepts, before it is parsed: pages read their
 * address many times, and the platform accepts 16 kB. Cookies are limited by the code that reads them, because a
 * request also has cookies of other programs.
 */
import type { Context, MiddlewareHandler } from 'hono'
import type { AppEnv } from '../../env.ts'
import { reply } from '../http/reply.ts'
import { ADDRESS_MAX } from '../security/secret-address.ts'

const HEADER_MAX = 8_000
/** A catalog query is JSON after the path, with limits of its own. */
const CATALOG_QUERY = /^\/api\/catalog[\w/]{0,200}$/

type TooLong = 414 | 431

/** Responds with `page` to a browser and with the envelope to calls of the API. */
export function limitRequestSize(
  page: (c: Context<AppEnv>, title: string, status: TooLong) => Promise<Response>,
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { path, raw } = c.req
    const refuse = (status: TooLong, message: string) =>
      path.startsWith('/api/') ? reply(c, status, message) : page(c, message, status)
    if (raw.url.length > ADDRESS_MAX && !CATALOG_QUERY.test(path))
      return refuse(414, 'The address is too long.')
    for (const [name, value] of raw.headers) {
      if (value.length > HEADER_MAX && name !== 'cookie') return refuse(431, 'A header is too long.')
    }
    return next()
  }
}
