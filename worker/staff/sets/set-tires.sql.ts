/** Reads the tires of sets, those that could make one, and what sets sold for (H14). */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { product, productMedia } from '../../../schema/catalog/product/product.table.ts'
import { stock } from '../../../schema/catalog/product/stock.table.ts'
import { sizeSlug } from '../../../schema/catalog/sizes/tire-size.ts'
import { salesOrder, salesOrderLine } from '../../../schema/orders/order.table.ts'
import { optionSlug } from '../../../schema/paths.ts'
import { auditLog } from '../../../schema/staff/changes/audit-log.table.ts'
import { isSet } from '../../../schema/staff/intake/alike.ts'
import type { IntakeSettings } from '../../../schema/staff/intake/intake-settings.ts'
import { skuSpellings } from '../../../schema/staff/print/unit-link.ts'
import type { SetSale } from '../../../schema/staff/sets/set-price.ts'
import {
  isFree,
  isUsedSingle,
  type SetSize,
  type SetTire,
  toAlikeTire,
} from '../../../schema/staff/sets/set-rule.ts'
import { bin, unit } from '../../../schema/staff/units/unit.table.ts'
import type { UnitPhoto } from '../../../schema/staff/units/unit-record.ts'
import { toProduct } from '../../catalog/product/product.sql.ts'
import { batchOf, connect, inList } from '../../platform/drizzle.sql.ts'
import { hasSku } from '../units/find-unit.sql.ts'

/** Units of one model and size that are compared with a tire, the newest first. */
const MAX_OF_MODEL = 200
/** Orders in which sets are looked for, the newest first, so that no read grows with the shop's sales. */
const MAX_ORDERS = 2000

const PHOTOS = sql<string>`(select json_group_array(json_object('image', image, 'label', label)) from
  (select image, label from ${productMedia} m where m.product_id = ${product.id} order by position))`

async function readTires(db: D1Database, condition: SQL | undefined, limit: number): Promise<SetTire[]> {
  const rows = await connect(db)
    .select({ product, unit, qty: sql<number>`coalesce(${stock.qty}, 0)`, photos: PHOTOS })
    .from(product)
    .innerJoin(unit, eq(unit.productId, product.id))
    .leftJoin(stock, eq(stock.stockSku, product.stockSku))
    .where(condition)
    .orderBy(sql`${product.id} desc`)
    .limit(limit)
  return rows.map((row) => ({
    product: toProduct(row.product),
    unit: row.unit,
    qty: row.qty,
    photos: JSON.parse(row.photos) as UnitPhoto[],
  }))
}

/** Returns the units with these skus in their order; unknown ones are left out. */
export async function findTires(db: D1Database, skus: readonly string[]): Promise<SetTire[]> {
  const found = await readTires(db, hasSku(skus.flatMap(skuSpellings)), skus.length)
  const place = ({ product: { sku } }: SetTire) =>
    skus.findIndex((code) => skuSpellings(code).includes(sku.toUpperCase()))
  return found.toSorted((a, b) => place(a) - place(b))
}

/** Returns the tires of a set, in the order of its inspection report. */
export async function readTiresOfSet(db: D1Database, setId: number): Promise<SetTire[]> {
  return (await readTires(db, eq(unit.setId, setId), 4)).toReversed()
}

/** Checks whether one of these tires was returned by a buyer after this row of the audit log. */
export async function cameBackAfter(
  db: D1Database,
  skus: readonly string[],
  auditId: number,
): Promise<boolean> {
  const [found] = await batchOf(db, [
    sql`select 1 from ${auditLog} where ${auditLog.record} = 'unit' and ${auditLog.recordId} in ${inList(skus)}
      and ${auditLog.kind} = 'return' and ${auditLog.id} > ${auditId} limit 1`,
  ])
  return (found?.results.length ?? 0) > 0
}

/** Returns the sku of the set that a tire is sold in; `null` for one that is sold alone. */
export async function findSetOf(db: D1Database, sku: string): Promise<string | null> {
  const [found] = await batchOf<{ sku: string }>(db, [
    sql`select whole.sku as sku from ${product} join ${unit} on ${unit.productId} = ${product.id}
      join ${product} whole on whole.id = ${unit.setId} where ${hasSku(skuSpellings(sku))}`,
  ])
  return found?.results[0]?.sku ?? null
}

/** Returns the other tires in the yard that are alike enough to make a pair with this one, the newest first. */
export async function findAlikeTires(
  db: D1Database,
  tire: SetTire,
  settings: IntakeSettings,
): Promise<SetTire[]> {
  const { id, tire: facts } = tire.product
  if (!facts) return []
  const condition = and(
    sql`${product.visibility} > 1 and ${product.condition} = 'Used' and ${product.id} <> ${id}`,
    eq(product.sizeSlug, sizeSlug(facts.size)),
    eq(product.brandSlug, optionSlug(facts.brand)),
    eq(product.modelSlug, optionSlug(facts.model)),
    sql`${stock.qty} = 1 and ${unit.state} = 'live'`,
  )
  const candidates = await readTires(db, condition, MAX_OF_MODEL)
  const own = toAlikeTire(tire)
  return candidates.filter(
    (other) => isUsedSingle(other) && isFree(other) && isSet([own, toAlikeTire(other)], settings),
  )
}

/** Checks whether a bin has this code. */
export async function isBin(db: D1Database, code: string): Promise<boolean> {
  return (
    (await connect(db).select({ code: bin.code }).from(bin).where(eq(bin.code, code)).get()) !== undefined
  )
}

/** Returns sets of used tires that were sold, each with what such a tire costs alone: its own price, or the mean of its size. */
export async function readSetSales(db: D1Database, size: SetSize): Promise<SetSale[]> {
  const [rows] = await batchOf<SetSale>(db, [
    sql`with newest as (select id from ${salesOrder} where status not in ('pending_payment', 'canceled')
        order by id desc limit ${MAX_ORDERS}),
      sold as materialized (select p.id, p.size_slug as size, p.setqty as tires, l.unit_price / p.setqty as price
        from newest join ${salesOrderLine} l on l.order_id = newest.id join ${product} p on p.id = l.product_id
        where p.condition = 'Used' and p.type_id = 'simple' and p.parent_id is null)
      select price as inSet, coalesce(
        (select avg(m.price) from ${unit} u join ${product} m on m.id = u.product_id where u.set_id = sold.id),
        (select avg(one.price) from sold one where one.size = sold.size and one.tires = 1)) as alone
      from sold where tires = ${size}`,
  ])
  return (rows?.results ?? []).filter(({ alone }) => alone !== null)
}
