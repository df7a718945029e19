/** Compares adding to a cart with the least that an object can do: write one row per call. */
import { type BenchShop, newGuestId } from './bench-shop.ts'
import type { BenchReport } from './goal.ts'
import { type Call, compare, reportOf } from './measure.ts'

const GOAL = 0.7
const CONNECTIONS = 64
/** Carts of one connection, used in turn: a line has at most 999 units. */
const CARTS = 8

/** Returns the sku of a new tire with unlimited stock. */
async function endlessUnit(db: D1Database): Promise<string> {
  const unit = await db
    .prepare("select sku, stock_sku from product where parent_id is not null and condition = 'New' limit 1")
    .first<{ sku: string; stock_sku: string }>()
  if (!unit) throw new Error('The shop has no variant of a new tire')
  await db.prepare('update stock set qty = 1000000 where stock_sku = ?').bind(unit.stock_sku).run()
  return unit.sku
}

function addCall(sku: string, quoteId: string): Call {
  return {
    method: 'POST',
    path: `/api/cart/update?token=&cartId=${quoteId}`,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ cartItem: { sku, qty: 1, quoteId } }),
  }
}

/** Returns the length of the row that a cart with one such line writes. */
async function rowLength({ url }: BenchShop, sku: string): Promise<number> {
  const quoteId = newGuestId()
  const { path, ...init } = addCall(sku, quoteId)
  const reply = await fetch(`${url}${path}`, init)
  const text = await reply.text()
  if (reply.status !== 200) throw new Error(`The first add answers ${reply.status}: ${text}`)
  const row = await fetch(`${url}/__row?cart=${quoteId}`)
  return (await row.text()).length
}

export async function measureCart(shop: BenchShop): Promise<BenchReport> {
  const { url, db } = shop
  const sku = await endlessUnit(db)
  const bytes = await rowLength(shop, sku)
  const carts = Array.from({ length: CONNECTIONS }, () => Array.from({ length: CARTS }, newGuestId))
  const adds = carts.map((ids) => ids.map((id) => addCall(sku, id)))
  const writes = carts.map((ids) =>
    ids.map((id) => ({ ...addCall(sku, id), path: `/__bare/${id}?bytes=${bytes}` })),
  )
  const result = await compare(
    { name: 'adding to a cart', url, callsOf: (connection) => adds[connection] ?? [] },
    { name: 'the bare write', url, callsOf: (connection) => writes[connection] ?? [] },
    CONNECTIONS,
  )
  return reportOf(
    {
      measure: `adding to a cart (row of ${bytes} characters)`,
      against: 'a bare write of this row by an object',
      goal: GOAL,
    },
    result,
  )
}
