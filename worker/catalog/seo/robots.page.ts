/** /robots.txt and /llms.txt: the rules for crawlers, and an overview of the shop for language models. */

import type { Context } from 'hono'
import { paths } from '../../../schema/paths.ts'
import { RETURN_SHIPPING, RETURN_WINDOW_DAYS } from '../../../schema/platform/return-terms.ts'
import type { AppEnv } from '../../env.ts'
import { lastProductId } from '../landing/site-index.sql.ts'
import { shardNumbers } from './shards.ts'

const HOUR = 'public, max-age=3600'

/** Paths that crawlers must not read: personal pages, form endpoints and API calls. */
const DISALLOWED = [
  '/api/',
  paths.cartForm,
  paths.checkout,
  '/customer/',
  paths.register,
  paths.authLogin,
  paths.reclaim,
  paths.applyCoupon,
  '/sales/',
  '/order/',
  paths.chat,
  '/search',
  '/compare/',
  // Lists with these parameters repeat products of lists without them.
  '/*?*sort=',
  '/*?*_from=',
  '/*?*_to=',
]

export function robots(c: Context<AppEnv>): Response {
  const { siteUrl } = c.get('config')
  const lines = [
    'User-agent: *',
    ...DISALLOWED.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
  ]
  return c.text(`${lines.join('\n')}\n`, 200, { 'Cache-Control': HOUR })
}

/** Responds with an overview of the shop for language models (llmstxt.org). */
export async function llms(c: Context<AppEnv>): Promise<Response> {
  const { siteUrl } = c.get('config')
  const link = (path: string, name: string, note: string) => `- [${name}](${siteUrl}${path}): ${note}`
  const feeds = shardNumbers(await lastProductId(c.env.DB)).map((number) =>
    link(
      `/feeds/merchant-${number}.xml`,
      `Tires in stock, part ${number}`,
      'price, condition, size, availability',
    ),
  )
  const text = `# Treadline

> New, used, driven-once and retread tires, delivered free to 48 states of the United States. Used tires are measured
> groove by groove and inspected twice. Prices are in U.S. dollars.

Orders before 1 p.m. in Chicago leave the same business day. Tires can be returned for ${RETURN_WINDOW_DAYS} days. ${RETURN_SHIPPING} We don’t deliver to
Hawaii, Alaska, Puerto Rico or Canada.

## Finding a tire
${[
  link('/t/s', 'By size', 'a page for each size, such as /t/s/225-45r17'),
  link('/t/car', 'By car', 'make, model and year lead to the factory sizes of a car'),
  link('/t/c', 'By condition', 'used, new, retread, driven once'),
  link('/t/b', 'By brand', 'a page for each brand and model'),
  link('/t/r', 'By rim', 'a page for each diameter in inches'),
  link(paths.sizes, 'All sizes in stock', 'with the cheapest price per tire'),
].join('\n')}

## Data
${[
  link('/sitemap.xml', 'Sitemap', 'every page'),
  link(paths.apiReference, 'API reference', 'every call, with examples'),
  link('/openapi.json', 'OpenAPI', 'the same as a document'),
  ...feeds,
].join('\n')}

## Policies
${[
  link(paths.delivery, 'Delivery', 'where, when and for how much'),
  link(paths.returns, 'Returns', `${RETURN_WINDOW_DAYS} days`),
  link(paths.terms, 'Terms and conditions', ''),
  link(paths.contacts, 'Contact', 'phone, email, two stores in Chicago'),
]
  .map((line) => line.replace(/: $/, ''))
  .join('\n')}
`
  return c.text(text, 200, { 'Cache-Control': HOUR, 'Content-Type': 'text/plain; charset=utf-8' })
}
