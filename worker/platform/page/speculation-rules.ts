/**
 * Allows browsers to prefetch the page of a link that the shopper is about to follow. Only content pages are
 * prefetched, because they have no personal data and no side effects. The Speculation-Rules header of content pages
 * names this file.
 */
import type { Context } from 'hono'
import { paths } from '../../../schema/paths.ts'

export const SPECULATION_RULES_PATH = '/speculation-rules.json'

const PERSONAL = [
  paths.cart,
  '/checkout/*',
  '/customer/*',
  '/login/*',
  '/register/*',
  '/cart/*',
  '/api/*',
  '/applycoupon/*',
  '/chat/*',
  '/staff/*',
]

const RULES = {
  prefetch: [
    {
      source: 'document',
      where: { and: [{ href_matches: '/*' }, ...PERSONAL.map((path) => ({ not: { href_matches: path } }))] },
      eagerness: 'moderate',
    },
  ],
}

/** Responds with the speculation rules. */
export function speculationRules(c: Context): Response {
  return c.body(JSON.stringify(RULES), 200, {
    'Content-Type': 'application/speculationrules+json',
    'Cache-Control': 'public, max-age=86400',
  })
}
