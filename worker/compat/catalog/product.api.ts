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
import { type ProductEntry, toProductDocument } from '../../../schema/compat/catalog/compat-product.api.ts'
import { configureProduct } from '../../../schema/compat/catalog/configure-product.api.ts'
import {
  NO_PARENT,
  parseSingleQuery,
  VARIANT_OPTIONS,
} from '../../../schema/compat/catalog/product-single.api.ts'
import { productHref } from '../../../schema/paths.ts'
import { CURRENCY } from '../../../schema/platform/money.ts'
import { getCatalog } from '../../catalog/index/request-catalog.ts'
import { signPrice } from '../../catalog/product/price-signature.ts'
import type { AppEnv } from '../../env.ts'
import { reply } from '../../platform/http/reply.ts'
import { readCatalogProducts } from './catalog-product.sql.ts'
import { productContext, productDocuments } from './product-documents.ts'

export const productApi = new Hono<AppEnv>()

productApi.get('/', list)
productApi.get('/list', list)

/** Returns a product that has a page; for a variant it returns the configured parent (A8). */
productApi.get('/single', async (c) => {
  const query = parseSingleQuery(c.req.query())
  if (!query.ok) return reply(c, 400, query.message)
  const { by, value } = query.value
  const key = by === 'id' ? { by, values: [Number(value)] } : { by, values: [value] }
  const [found] = await readCatalogProducts(c.env.DB, key)
  const child = found?.product.visibility === 1 ? found.product : null
  if (child && child.parentSku === null) return reply(c, 400, NO_PARENT)
  const entry = child?.parentSku ? await entryOf(c.env.DB, child.parentSku) : found
  if (!entry || !isViewable(entry.product)) return reply(c, 404, PRODUCT_NOT_FOUND)
  const now = Date.now()
  const document = toProductDocument(entry, await productContext(c.env.DB, await getCatalog(c), now))
  return reply(c, 200, child ? configureProduct(document, entry, VARIANT_OPTIONS, child.sku, now) : document)
})

async function entryOf(db: D1Database, sku: string): Promise<ProductEntry | undefined> {
  const [entry] = await readCatalogProducts(db, { by: 'sku', values: [sku] })
  return entry
}

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
  const context = await productContext(c.env.DB, await getCatalog(c), Date.now())
  const documents = await productDocuments(c.env.DB, { by: 'sku', values: query.skus }, context)
  const bySku = new Map(documents.map((document) => [document.sku, document]))
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
