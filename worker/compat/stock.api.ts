/** GET /api/stock/check and /api/stock/list (D7). */
import { type Context, Hono } from 'hono'
import {
  type ApiStock,
  STOCK_LIST_MAX,
  STOCK_MISSING,
  toApiStock,
  unknownSkuEntry,
} from '../../schema/cart/stock/stock.api.ts'
import { findProducts, findStock } from '../catalog/product/product.sql.ts'
import type { AppEnv } from '../env.ts'
import { reply } from '../platform/http/reply.ts'

export const stockApi = new Hono<AppEnv>()

stockApi.get('/check', (c) => check(c, c.req.query('sku') ?? ''))
stockApi.get('/check/:sku', (c) => check(c, c.req.param('sku')))

/** Returns stock in the order of the skus; one unknown sku fails the complete call, as clients expect. */
stockApi.get('/list', async (c) => {
  const skus = (c.req.query('skus') ?? '')
    .split(',')
    .map((sku) => sku.trim())
    .filter(Boolean)
  if (skus.length === 0) return reply(c, 500, STOCK_MISSING.skus)
  if (skus.length > STOCK_LIST_MAX) return reply(c, 400, `Ask for at most ${STOCK_LIST_MAX} skus at a time.`)
  const found = await readStock(c.env.DB, skus)
  const unknown = skus.find((sku) => !found.has(sku))
  if (unknown !== undefined) return reply(c, 404, unknownSkuEntry(unknown))
  return reply(
    c,
    200,
    skus.flatMap((sku) => found.get(sku) ?? []),
  )
})

async function check(c: Context<AppEnv>, param: string): Promise<Response> {
  const sku = param.trim()
  if (sku === '') return reply(c, 500, STOCK_MISSING.sku)
  const stock = (await readStock(c.env.DB, [sku])).get(sku)
  return stock ? reply(c, 200, stock) : reply(c, 500, { errorMessage: unknownSkuEntry(sku), code: 404 })
}

/** Reads the stock of the known skus. */
async function readStock(db: D1Database, skus: readonly string[]): Promise<Map<string, ApiStock>> {
  const products = await findProducts(db, skus)
  const pools = await findStock(
    db,
    [...products.values()].map((product) => product.stockSku),
  )
  return new Map(
    [...products].map(([sku, product]) => [sku, toApiStock(product, pools.get(product.stockSku))]),
  )
}
