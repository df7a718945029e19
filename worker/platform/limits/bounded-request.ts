/**
 * An address or a header that is longer than anything the shop takes is refused before it is read: pages look at their
 * address many times over, and the platform lets 16 kB of it through. Cookies are bounded by who reads them, since those
 * of others come along.
 */
import type { Context, MiddlewareHandler } from 'hono'
import type { AppEnv } from '../../env.ts'
import { reply } from '../http/reply.ts'
import { ADDRESS_MAX } from '../security/secret-address.ts'

const HEADER_MAX = 8_000
/** A catalog query is JSON behind its path, with bounds of its own. */
const QUESTION = /^\/api\/catalog[\w/]{0,200}$/

type TooLong = 414 | 431

/** `page`: what a browser is answered; calls of the API have their own form. */
export function boundedRequest(
  page: (c: Context<AppEnv>, title: string, status: TooLong) => Promise<Response>,
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { path, raw } = c.req
    const refuse = (status: TooLong, words: string) =>
      path.startsWith('/api/') ? reply(c, status, words) : page(c, words, status)
    if (raw.url.length > ADDRESS_MAX && !QUESTION.test(path)) return refuse(414, 'The address is too long.')
    for (const [name, value] of raw.headers) {
      if (value.length > HEADER_MAX && name !== 'cookie') return refuse(431, 'A header is too long.')
    }
    return next()
  }
}
