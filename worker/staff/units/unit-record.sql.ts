/** Units in D1 as records that staff change (H14): product, unit, stock and photos are read and written together. */
import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { isPhotoOf } from '../../../schema/catalog/images/photo-name.ts'
import { product, productMedia } from '../../../schema/catalog/product/product.table.ts'
import { BEFORE_SENT, SKU_MAX } from '../../../schema/catalog/product/product.ts'
import { stock } from '../../../schema/catalog/product/stock.table.ts'
import { shopDay } from '../../../schema/platform/shop-calendar.ts'
import { isRestocked } from '../../../schema/staff/units/receipt.ts'
import { bin, lot, unit } from '../../../schema/staff/units/unit.table.ts'
import {
  evaluateUnit,
  UNIT_PATCH,
  type UnitFacts,
  type UnitPatch,
  type UnitPhoto,
  type UnitValues,
} from '../../../schema/staff/units/unit-record.ts'
import type { UnitState } from '../../../schema/staff/units/unit-state.ts'
import { connect } from '../../platform/drizzle.sql.ts'
import type { RecordKind, RecordWrite, StoredRecord } from '../changes/record-kind.sql.ts'
import { isPriceDerived } from './derived-price.sql.ts'
import { firstInspectorsOf, isSecondAsked } from './inspections.sql.ts'

interface UnitRequest {
  id: string
  patch: UnitPatch | Partial<UnitValues>
}

interface Row {
  sku: string
  price: number
  special_price: number | null
  special_from: number | null
  special_to: number | null
  price_why: string | null
  state: UnitState
  bin: string | null
  lot_id: number | null
  cost: number | null
  last_cost: number | null
  tin: string | null
  second: string | null
  photos: string
  version: number
  derived: number
  suggested: number | null
  first_inspectors: string
  second_asked: number
  qty: number | null
  off_sale: number
  counted: number
  condition: string | null
  setqty: number
  bin_known: number
  lot_known: number
}

/** Reads units in one query, by sku; a unit that does not exist is absent. */
async function readUnits(
  db: D1Database,
  changes: readonly UnitRequest[],
): Promise<ReadonlyMap<string, StoredRecord<UnitValues, UnitFacts>>> {
  const asked = changes.map(({ id, patch }) => ({
    sku: id,
    bin: patch.bin ?? null,
    lot: patch.lotId ?? null,
  }))
  const rows = await connect(db).all<Row>(sql`
    select p.sku, p.price, p.special_price, p.special_from, p.special_to, u.price_why, u.state, u.bin, u.lot_id, u.cost, u.last_cost, u.tin,
      iif(u.second_by is null, null, json_object('by', u.second_by,
        'name', coalesce(json_extract(p.passport, '$.secondInspection.by'), ''), 'at', u.second_at)) as second,
      (select json_group_array(json_object('image', image, 'label', label)) from (select image, label from ${productMedia} m
        where m.product_id = p.id order by position)) as photos,
      u.version, ${isPriceDerived(sql`p`)} as derived, u.suggested, ${firstInspectorsOf(sql`p`)} as first_inspectors, ${isSecondAsked(sql`p`)} as second_asked, s.qty, u.off_sale, coalesce(s.manage, 0) as counted, p.condition, p.setqty,
      exists (select 1 from ${bin} where code = j.value ->> 'bin') as bin_known,
      exists (select 1 from ${lot} where id = j.value ->> 'lot') as lot_known
    from json_each(${JSON.stringify(asked)}) j cross join ${product} p on p.sku = j.value ->> 'sku'
      join ${unit} u on u.product_id = p.id left join ${stock} s on s.stock_sku = p.stock_sku`)
  return new Map(rows.map((row) => [row.sku, toRecord(row.sku, row)]))
}

function toRecord(sku: string, row: Row): StoredRecord<UnitValues, UnitFacts> {
  const photos = JSON.parse(row.photos) as UnitPhoto[]
  return {
    values: {
      price: row.price,
      specialPrice: row.special_price,
      specialFrom: row.special_from,
      specialTo: row.special_to,
      priceWhy: row.price_why,
      state: row.state,
      bin: row.bin,
      lotId: row.lot_id,
      cost: row.cost,
      lastCost: row.last_cost,
      tin: row.tin,
      second: row.second === null ? null : JSON.parse(row.second),
      photos,
      addTires: 0,
    },
    version: row.version,
    facts: {
      isPriceDerived: row.derived === 1,
      suggested: row.suggested,
      firstInspectors: JSON.parse(row.first_inspectors) as number[],
      isSecondAsked: row.second_asked === 1,
      isOwnPhoto: (image) => photos.some((photo) => photo.image === image) || isPhotoOf(sku, image),
      isBinKnown: row.bin_known === 1,
      isLotKnown: row.lot_known === 1,
      qty: row.qty ?? 0,
      offSale: row.off_sale,
      isCounted: row.counted === 1,
      isRestocked: isRestocked(row, { state: row.state, isCounted: row.counted === 1 }),
    },
  }
}

const productId = (sku: string | SQL) => sql`(select id from ${product} where sku = ${sku})`

/** Returns `column = value` for each changed field that is a column; the value comes from a row `j` of JSON. */
function assignments(fields: readonly string[], columns: Partial<Record<keyof UnitValues, string>>): SQL[] {
  return Object.entries(columns).flatMap(([field, column]) =>
    fields.includes(field) ? [sql`${sql.identifier(column)} = j.value ->> ${`$.after.${field}`}`] : [],
  )
}

const UNIT_COLUMNS = {
  priceWhy: 'price_why',
  state: 'state',
  bin: 'bin',
  lotId: 'lot_id',
  cost: 'cost',
  lastCost: 'last_cost',
  tin: 'tin',
} as const
const PRODUCT_COLUMNS = {
  price: 'price',
  specialPrice: 'special_price',
  specialFrom: 'special_from',
  specialTo: 'special_to',
} as const

type UnitWrite = RecordWrite<UnitValues, UnitFacts>

/** Returns how many tires a change adds to those for sale and to those off sale. */
function tiresMoved({ before, after, facts }: UnitWrite): { forSale: number; offSale: number } {
  const { state = before.state, addTires = 0 } = after
  const isLive = state === 'live'
  const wasLive = before.state === 'live'
  const moved = !facts.isCounted || isLive === wasLive ? 0 : isLive ? facts.offSale : -facts.qty
  return {
    forSale: moved + (isLive ? addTires : 0),
    offSale: -moved + (isLive ? 0 : addTires),
  }
}

/**
 * Checks whether a change was computed from the tires that were read. A sale or a refund changes them without the version of the unit.
 */
function isOfReadTires({ before, after, facts }: UnitWrite): boolean {
  const { state = before.state, addTires, cost } = after
  const isMoved = (state === 'live') !== (before.state === 'live')
  return facts.isCounted && (isMoved || (addTires !== undefined && cost !== undefined))
}

/** Writes units with few statements: those that change the same fields share one for each table. */
function writeUnits(writes: readonly UnitWrite[]): SQL[] {
  const alike = new Map<string, UnitWrite[]>()
  for (const write of writes) {
    const fields = Object.keys(write.after).sort().join()
    const group = alike.get(fields)
    if (group) group.push(write)
    else alike.set(fields, [write])
  }
  return [...alike.values()].flatMap(groupStatements)
}

function groupStatements(writes: readonly UnitWrite[]): SQL[] {
  const [{ after, now }] = writes as [UnitWrite]
  const fields = Object.keys(after)
  const moved = writes.map(tiresMoved)
  const rows = writes.map((write, index) => ({
    sku: write.id,
    after: write.after,
    ...moved[index],
    ...(isOfReadTires(write) && { read: { qty: write.facts.qty, offSale: write.facts.offSale } }),
    ...inspection(write),
  }))
  const source = sql`json_each(${JSON.stringify(rows)}) j`
  const own = [
    // Without a version the batch fails, and the change is evaluated again.
    sql`version = iif(j.value ->> '$.read.qty' <> s.qty or j.value ->> '$.read.offSale' <> off_sale, null, version + 1)`,
    sql`off_sale = off_sale + (j.value ->> 'offSale')`,
    ...assignments(fields, UNIT_COLUMNS),
    ...(fields.includes('second')
      ? [sql`second_by = j.value ->> '$.after.second.by'`, sql`second_at = j.value ->> '$.after.second.at'`]
      : []),
  ]
  // The unit first: the trigger of `stock` must see the new state.
  return [
    sql`update ${unit} set ${sql.join(own, sql`, `)} from ${source} join ${product} p on p.sku = j.value ->> 'sku'
      left join ${stock} s on s.stock_sku = p.stock_sku where ${unit}.product_id = p.id`,
    ...(moved.every(({ forSale }) => forSale === 0)
      ? []
      : [
          sql`update ${stock} set qty = qty + (j.value ->> 'forSale'), updated_at = ${now}
            from ${source} join ${product} p on p.sku = j.value ->> 'sku'
            where ${stock}.stock_sku = p.stock_sku and j.value ->> 'forSale' <> 0`,
        ]),
    ...productStatements(fields, source, now),
    ...(fields.includes('photos') ? photoStatements(source) : []),
  ]
}

/** The second inspection as the inspection report names it. */
function inspection({ after: { second } }: UnitWrite): object {
  if (second === undefined) return {}
  return { inspection: second ? { by: second.name, on: shopDay(second.at) } : { by: BEFORE_SENT, on: '' } }
}

function productStatements(fields: readonly string[], source: SQL, now: number): SQL[] {
  const sets = assignments(fields, PRODUCT_COLUMNS)
  if (fields.includes('second'))
    sets.push(sql`passport = json_set(passport, '$.secondInspection', json(j.value -> 'inspection'))`)
  if (sets.length === 0) return []
  const all = sql.join([...sets, sql`updated_at = ${now}`], sql`, `)
  return [sql`update ${product} set ${all} from ${source} where ${product}.sku = j.value ->> 'sku'`]
}

/** Replaces the photos of the units in `source`. */
function photoStatements(source: SQL): SQL[] {
  return [
    sql`delete from ${productMedia} where product_id in (select p.id from ${source} join ${product} p on p.sku = j.value ->> 'sku')`,
    sql`insert into ${productMedia} (product_id, position, image, label)
      select p.id, f.key, f.value ->> 'image', f.value ->> 'label' from ${source} join ${product} p on p.sku = j.value ->> 'sku',
        json_each(j.value, '$.after.photos') f`,
  ]
}

function hasVersion(sku: string | SQL, version: number | SQL): SQL {
  return sql`exists (select 1 from ${unit} where product_id = ${productId(sku)} and version = ${version})`
}

export const UNIT_RECORD: RecordKind<UnitValues, UnitPatch, UnitFacts> = {
  id: v.pipe(v.string(), v.maxLength(SKU_MAX)),
  patch: UNIT_PATCH,
  read: async (db, id, patch) => (await readUnits(db, [{ id, patch }])).get(id) ?? null,
  hasVersion,
  evaluate: evaluateUnit,
  write: (write) => writeUnits([write]),
  many: { read: readUnits, hasVersion, write: writeUnits },
  deltas: ['addTires'],
  undoneTogether: ['addTires', 'cost', 'lastCost'],
  withdraw: ({ state, tires }) => ({
    ...(state === 'recalled' ? {} : { state: 'parked' as const }),
    addTires: -Number(tires),
  }),
}
