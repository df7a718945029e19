/**
 * Lets browsers fetch the page behind a link that is about to be followed. Only content pages: they
 * are free of personal data and of effects. Named by the Speculation-Rules header of every content page.
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

export function speculationRules(c: Context): Response {
  return c.body(JSON.stringify(RULES), 200, {
    'Content-Type': 'application/speculationrules+json',
    'Cache-Control': 'public, max-age=86400',
  })
}
