/**
 * /feeds/merchant-{n}.xml: the tires in stock as a shopping feed (RSS 2.0 with Google's product data fields).
 */
import { type Context, Hono } from 'hono'
import { type MerchantItem, merchantItems } from '../../../schema/catalog/seo/merchant-item.ts'
import { productHref } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import { withEdgeCache } from '../../platform/cache/edge-cache.ts'
import { describeError } from '../../platform/security/log-redaction.ts'
import { lastProductId, productsInRange } from '../landing/site-index.sql.ts'
import { findOffersById } from '../product/product.sql.ts'
import { shardNumber, shardNumbers, shardRange } from './shards.ts'
import { element, xmlResponse } from './xml.ts'

/** How long a feed is cached: a tire that was sold leaves it within this time. */
const CACHE_SECONDS = 300
/** Products per read; each read includes their variants. */
const BATCH_SIZE = 250

export const merchantFeed = new Hono<AppEnv>().get('/feeds/:file', async (c) => {
  const number = shardNumber(c.req.param('file'), 'merchant')
  const { DB } = c.env
  if (number === null || !shardNumbers(await lastProductId(DB)).includes(number)) return c.notFound()
  return withEdgeCache(c, CACHE_SECONDS, async () => {
    const ids = (await productsInRange(DB, ...shardRange(number))).map(({ id }) => id)
    // The first items are read before the response begins, so a database failure is an error and not a
    // partial file.
    return xmlResponse((await feed(c, ids, Date.now())).pipeThrough(new TextEncoderStream()))
  })
})

/** Streams the feed batch by batch, so that memory never contains a whole shard. */
async function feed(
  c: Context<AppEnv>,
  ids: readonly number[],
  now: number,
): Promise<ReadableStream<string>> {
  const { siteUrl } = c.get('config')
  const itemsFrom = async (first: number) => {
    const offers = await findOffersById(c.env.DB, ids.slice(first, first + BATCH_SIZE))
    return offers
      .flatMap((offer) => merchantItems(offer, now).map((item) => itemXml(item, offer.product.slug, siteUrl)))
      .join('')
  }
  const channel = [
    element('title', 'Treadline'),
    element('link', siteUrl),
    element('description', 'New, used, driven-once and retread tires'),
  ]
  const head = `<?xml version="1.0" encoding="UTF-8"?>\n<rss xmlns:g="http://base.google.com/ns/1.0" version="2.0"><channel>`
  const first = `${head}${channel.join('')}\n${await itemsFrom(0)}`
  let next = BATCH_SIZE
  return new ReadableStream({
    start(controller) {
      controller.enqueue(first)
    },
    async pull(controller) {
      if (next >= ids.length) {
        controller.enqueue('</channel></rss>\n')
        controller.close()
        return
      }
      try {
        controller.enqueue(await itemsFrom(next))
        next += BATCH_SIZE
      } catch (error) {
        console.error('reading the merchant feed failed', describeError(error))
        controller.error(new Error('This feed could not be read to its end'))
      }
    },
  })
}

function itemXml(item: MerchantItem, slug: string, siteUrl: string): string {
  const { product } = item
  const fields: [name: string, text: string | null][] = [
    ['id', item.id],
    ['title', item.title],
    ['description', item.description],
    ['link', `${siteUrl}${productHref({ ...product, slug })}`],
    ['image_link', `${siteUrl}/pictures/product/${product.sku}.png`],
    ['availability', item.availability],
    ['price', item.price],
    ['sale_price', item.sale?.price ?? null],
    ['sale_price_effective_date', item.sale?.dates ?? null],
    ['condition', item.condition],
    ['brand', item.brand],
    ['mpn', item.mpn],
    // Without a part number of the manufacturer, nothing identifies the product outside of this shop.
    ['identifier_exists', item.mpn ? null : 'no'],
    ['item_group_id', item.group],
    ['multipack', item.multipack === null ? null : String(item.multipack)],
    ['product_type', item.type],
    ...item.highlights.map((text): [string, string] => ['product_highlight', text]),
  ]
  const details = item.details.map(
    ([name, value]) =>
      `<g:product_detail>${element('g:section_name', 'Tire')}${element('g:attribute_name', name)}${element('g:attribute_value', value)}</g:product_detail>`,
  )
  const shipping = `<g:shipping>${element('g:country', 'US')}${element('g:price', '0.00 USD')}</g:shipping>`
  return `<item>${fields.map(([name, text]) => (text === null ? '' : element(`g:${name}`, text))).join('')}${details.join('')}${shipping}</item>\n`
}
