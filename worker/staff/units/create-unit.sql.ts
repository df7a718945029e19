/** The statements that add a unit (H14). */
import { type SQL, sql } from 'drizzle-orm'
import { attribute, attributeOption } from '../../../schema/catalog/attributes/attribute.table.ts'
import { landing, urlMap } from '../../../schema/catalog/landing/landing.table.ts'
import { productRow } from '../../../schema/catalog/new-product/product-row.ts'
import { type NewLanding, tireLandings } from '../../../schema/catalog/new-product/tire-landings.ts'
import { LAST_OPTION, tireOptions } from '../../../schema/catalog/new-product/tire-options.ts'
import { product, productMedia } from '../../../schema/catalog/product/product.table.ts'
import { isShipped, type Product, type Tire } from '../../../schema/catalog/product/product.ts'
import { stock } from '../../../schema/catalog/product/stock.table.ts'
import type { Actor } from '../../../schema/staff/changes/change.ts'
import { unit } from '../../../schema/staff/units/unit.table.ts'
import type { UnitPhoto } from '../../../schema/staff/units/unit-record.ts'
import { insertFrom } from '../../platform/drizzle.sql.ts'
import { addAuditRow } from '../changes/audit-log.sql.ts'

/** What a unit is beside its product. */
type UnitDetails = Omit<Partial<typeof unit.$inferInsert>, 'productId' | 'version' | 'offSale'> &
  Pick<typeof unit.$inferInsert, 'state'>

export interface NewUnit {
  /** Its id is given by the database. */
  product: Product
  unit: UnitDetails
  /** Tires that are there. A unit that is not live has them off sale. */
  tires: number
  photos: readonly UnitPhoto[]
  /** Names the unit; a repeated request with it adds no second one. */
  key: string
  batch?: string | null
  /** Of a set: the skus of its tires. */
  members?: readonly string[]
}

/** Returns the condition that neither a product nor a stock pool has the sku. */
function isSkuFree(sku: string): SQL {
  return sql`not exists (select 1 from ${product} where sku = ${sku})
    and not exists (select 1 from ${stock} where stock_sku = ${sku})`
}

const idOf = (sku: string) => sql`(select id from ${product} where sku = ${sku})`

function addProduct(item: Product, now: number): SQL {
  const { id: _, ...row } = productRow(item, { parentId: null, setsOffered: item.setqty, now })
  return insertFrom(product, row, sql``)
}

/** Completes the unit that the trigger of the product has added. */
function setUnit(sku: string, { unit: own, tires }: { unit: UnitDetails; tires: number }): SQL {
  const {
    state,
    bin,
    lotId,
    cost,
    tin,
    findings,
    takenBy,
    takenAt,
    secondBy,
    secondAt,
    photoHash,
    suggested,
    priceWhy,
  } = own
  return sql`update ${unit} set state = ${state}, off_sale = ${state === 'live' ? 0 : tires}, bin = ${bin ?? null},
    lot_id = ${lotId ?? null}, cost = ${cost ?? null}, tin = ${tin ?? null}, findings = ${JSON.stringify(findings ?? [])},
    taken_by = ${takenBy ?? null}, taken_at = ${takenAt ?? null}, second_by = ${secondBy ?? null},
    second_at = ${secondAt ?? null}, photo_hash = ${photoHash ?? null}, suggested = ${suggested ?? null},
    price_why = ${priceWhy ?? null} where product_id = ${idOf(sku)}`
}

function addStock(
  { stockSku }: Product,
  { tires, isCounted, now }: { tires: number; isCounted: boolean; now: number },
): SQL {
  const values = { stockSku, qty: tires, manage: isCounted, lowMark: 0, updatedAt: now }
  return insertFrom(stock, values, sql``)
}

/** Adds the photos of a unit in their order. */
function addPhotos(sku: string, photos: readonly UnitPhoto[]): SQL {
  return sql`insert into ${productMedia} (product_id, position, image, label)
    select ${idOf(sku)}, key, json_extract(value, '$.image'), json_extract(value, '$.label')
    from json_each(${JSON.stringify(photos)})`
}

/** Adds attribute options that no product had before. */
function addOptions(tire: Tire): SQL {
  return sql`insert or ignore into ${attributeOption} (attribute_id, value, label, position)
    select a.attribute_id, json_extract(j.value, '$.value'), json_extract(j.value, '$.label'), ${LAST_OPTION}
    from json_each(${JSON.stringify(tireOptions(tire))}) j
    join ${attribute} a on a.attribute_code = json_extract(j.value, '$.code')`
}

/** Adds a landing and its address, if it is new. */
function addLanding(page: NewLanding): SQL[] {
  const parent = page.urlPath.split('/').slice(0, -1).join('/')
  const row = { ...page, demo: false, parentId: sql`(select id from ${landing} where url_path = ${parent})` }
  const address = { url: page.urlPath, type: sql`'landing'`, targetId: sql`id` }
  const source = sql`from ${landing} where url_path = ${page.urlPath}`
  return [
    insertFrom(landing, row, sql``, { orIgnore: true }),
    insertFrom(urlMap, address, source, { orIgnore: true }),
  ]
}

/** Returns the statements that add a unit, its row in the audit log first. */
export function unitStatements(
  actor: Actor,
  { product, unit, tires, photos, key, batch = null, members }: NewUnit,
  now: number,
): SQL[] {
  const { sku } = product
  const row = {
    at: now,
    actor,
    kind: 'create',
    record: 'unit',
    recordId: sku,
    version: 1,
    why: unit.priceWhy ?? null,
    key,
    batch,
    undoes: null,
    before: {},
    after: {
      ...unit,
      price: product.price,
      photos,
      tires,
      tire: product.tire,
      report: product.passport,
      ...(members && { members }),
    },
  }
  return [
    addAuditRow(row, isSkuFree(sku)),
    addProduct(product, now),
    setUnit(sku, { unit, tires }),
    addStock(product, { tires: unit.state === 'live' ? tires : 0, isCounted: isShipped(product.type), now }),
    addPhotos(sku, photos),
    ...(product.tire ? [addOptions(product.tire)] : []),
    ...(product.tire ? tireLandings(product.tire).flatMap(({ page }) => addLanding(page)) : []),
  ]
}
