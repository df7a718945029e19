/** GET /api/product/list, /single and /render-list (C10, C11). */
import { type Context, Hono } from 'hono'
import {
  RENDER_LIST_MAX,
  RENDER_MESSAGES,
  readStoreId,
  renderItem,
} from '../../../schema/catalog/price/compat-price.api.ts'
import { isViewable, PRODUCT_NOT_FOUND } from '../../../schema/catalog/product/product.ts'
import { availableVariants } from '../../../schema/catalog/product/variant.ts'
import { toProductDocument } from '../../../schema/compat/catalog/compat-product.api.ts'
import { configureProduct } from '../../../schema/compat/catalog/configure-product.api.ts'
import {
  NO_PARENT,
  parseSingleQuery,
  VARIANT_OPTIONS,
} from '../../../schema/compat/catalog/product-single.api.ts'
import { productHref } from '../../../schema/paths.ts'
import { CURRENCY } from '../../../schema/platform/money.ts'
import { signPrice } from '../../catalog/product/price-signature.ts'
import type { AppEnv } from '../../env.ts'
import { reply } from '../../platform/http/reply.ts'
import { readCatalogProducts } from './documents/catalog-product.sql.ts'
import { documentsOfKey, parseDocument } from './documents/product-documents.ts'
import { openProducts } from './documents/product-source.ts'

export const productApi = new Hono<AppEnv>()

productApi.get('/', list)
productApi.get('/list', list)

/** Returns a product that has a page; for a variant it returns the configured parent (A8). */
productApi.get('/single', async (c) => {
  const query = parseSingleQuery(c.req.query())
  if (!query.ok) return reply(c, 400, query.message)
  const { by, value } = query.value
  const key = by === 'id' ? { by, values: [Number(value)] } : { by, values: [value] }
  const now = Date.now()
  const products = await openProducts(c, now)
  const [document] = (await documentsOfKey(products, key)).map(parseDocument)
  if (document?.visibility !== 1) {
    return document ? reply(c, 200, document) : reply(c, 404, PRODUCT_NOT_FOUND)
  }
  const { sku, parentSku } = document
  if (parentSku === sku) return reply(c, 400, NO_PARENT)
  const [entry] = await readCatalogProducts(c.env.DB, { by: 'sku', values: [parentSku] })
  if (!entry || !isViewable(entry.product)) return reply(c, 404, PRODUCT_NOT_FOUND)
  const parent = toProductDocument(entry, products.context)
  return reply(c, 200, configureProduct(parent, entry, VARIANT_OPTIONS, sku, now))
})

/** Parses a comma-separated list of skus; an error message when there are none or too many. */
function readSkus(c: Context): { skus: string[] } | { code: number; message: string } {
  const skus = [...new Set((c.req.query('skus') ?? '').split(',').map((sku) => sku.trim()))].filter(Boolean)
  if (skus.length === 0) return { code: 500, message: RENDER_MESSAGES.skus }
  if (skus.length > RENDER_LIST_MAX) return { code: 400, message: RENDER_MESSAGES.tooMany }
  return { skus }
}

async function list(c: Context<AppEnv>): Promise<Response> {
  const query = readSkus(c)
  if ('code' in query) return reply(c, query.code, query.message)
  const products = await openProducts(c, Date.now())
  const documents = await documentsOfKey(products, { by: 'sku', values: query.skus })
  const bySku = new Map(documents.map(parseDocument).map((document) => [document.sku, document]))
  const items = query.skus.flatMap((sku) => bySku.get(sku) ?? [])
  return reply(c, 200, {
    items: items.map((item) => ({
      ...item,
      custom_attributes: item.attributes_metadata.map(({ attribute_code: code }) => ({
        attribute_code: code,
        value: item[code],
      })),
    })),
    search_criteria: { filter_groups: [], page_size: RENDER_LIST_MAX, current_page: 1 },
    total_count: items.length,
  })
}

/**
 * Returns current prices, also of variants; clients match them by id. A token has no effect, because prices
 * do not depend on the customer group.
 */
productApi.get('/render-list', async (c) => {
  const query = readSkus(c)
  if ('code' in query) return reply(c, query.code, query.message)
  const currency = c.req.query('currencyCode') || CURRENCY
  if (currency !== CURRENCY) return reply(c, 400, RENDER_MESSAGES.currency)
  const storeId = readStoreId(c.req.query('storeId'))
  if (storeId === null) return reply(c, 404, RENDER_MESSAGES.store)
  const now = Date.now()
  const entries = await readCatalogProducts(c.env.DB, { by: 'sku', values: query.skus })
  const { config } = c.var
  const items = entries.flatMap((entry) => {
    const units = [entry.product, ...entry.variants]
    return units.map((unit) => {
      const chosen = unit === entry.product ? availableVariants(entry) : []
      return renderItem(unit, chosen, {
        url: `${config.siteUrl}${productHref(unit)}`,
        sgn: signPrice(config.cartSecret, unit, now),
        now,
        storeId,
      })
    })
  })
  const positions = new Map(query.skus.map((sku, index) => [sku, index]))
  const positionOf = (sku: string) => positions.get(sku) ?? query.skus.length
  items.sort((a, b) => positionOf(a.sku) - positionOf(b.sku) || a.id - b.id)
  // A variant that was requested beside its parent is returned once.
  const unique = [...new Map(items.map((item) => [item.id, item])).values()]
  return reply(c, 200, { items: unique })
})
