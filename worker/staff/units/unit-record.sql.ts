/** Units in D1 as records that staff change (H14): product, unit, stock and photos are read and written together. */
import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { product, productMedia } from '../../../schema/catalog/product/product.table.ts'
import { BEFORE_SENT, SKU_MAX } from '../../../schema/catalog/product/product.ts'
import { stock } from '../../../schema/catalog/product/stock.table.ts'
import { shopDay } from '../../../schema/platform/shop-calendar.ts'
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
import { addPhotos } from './create-unit.sql.ts'

interface Row {
  price: number
  special_price: number | null
  special_from: number | null
  special_to: number | null
  price_why: string | null
  state: UnitState
  bin: string | null
  lot_id: number | null
  cost: number | null
  tin: string | null
  second: string | null
  photos: string
  version: number
  derived: number
  suggested: number | null
  taken_by: number | null
  qty: number | null
  off_sale: number
  counted: number
  bin_known: number
  lot_known: number
}

/** SQL: whether the price of `p` follows from variants, a bundle's parts or a group's members. */
const IS_DERIVED = sql.raw(
  "(exists (select 1 from product v where v.parent_id = p.id) or p.type_id in ('bundle', 'grouped'))",
)

async function readUnit(
  db: D1Database,
  sku: string,
  patch: UnitPatch | Partial<UnitValues>,
): Promise<StoredRecord<UnitValues, UnitFacts> | null> {
  const rows = await connect(db).all<Row>(sql`
    select p.price, p.special_price, p.special_from, p.special_to, u.price_why, u.state, u.bin, u.lot_id, u.cost, u.tin,
      iif(u.second_by is null, null, json_object('by', u.second_by,
        'name', coalesce(json_extract(p.passport, '$.secondInspection.by'), ''), 'at', u.second_at)) as second,
      (select json_group_array(json_object('image', image, 'label', label)) from (select image, label from ${productMedia} m
        where m.product_id = p.id order by position)) as photos,
      u.version, ${IS_DERIVED} as derived, u.suggested, u.taken_by, s.qty, u.off_sale, coalesce(s.manage, 0) as counted,
      exists (select 1 from ${bin} where code = ${patch.bin ?? null}) as bin_known,
      exists (select 1 from ${lot} where id = ${patch.lotId ?? null}) as lot_known
    from ${product} p join ${unit} u on u.product_id = p.id left join ${stock} s on s.stock_sku = p.stock_sku
    where p.sku = ${sku}`)
  return rows[0] ? toRecord(sku, rows[0]) : null
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
      tin: row.tin,
      second: row.second === null ? null : JSON.parse(row.second),
      photos,
      addTires: 0,
    },
    version: row.version,
    facts: {
      isPriceDerived: row.derived === 1,
      suggested: row.suggested,
      takenBy: row.taken_by,
      isOwnPhoto: (image) => photos.some((photo) => photo.image === image) || image.includes(`/${sku}-`),
      isBinKnown: row.bin_known === 1,
      isLotKnown: row.lot_known === 1,
      qty: row.qty ?? 0,
      offSale: row.off_sale,
      isCounted: row.counted === 1,
    },
  }
}

const productId = (sku: string) => sql`(select id from ${product} where sku = ${sku})`

/** Returns `column = value` for each field of `after` that is a column. */
function assignments(after: Partial<UnitValues>, columns: Partial<Record<keyof UnitValues, string>>): SQL[] {
  return Object.entries(columns).flatMap(([field, column]) => {
    const value = after[field as keyof UnitValues]
    return value === undefined ? [] : [sql`${sql.identifier(column)} = ${value}`]
  })
}

const UNIT_COLUMNS = {
  priceWhy: 'price_why',
  state: 'state',
  bin: 'bin',
  lotId: 'lot_id',
  cost: 'cost',
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

function writeUnit(write: UnitWrite): SQL[] {
  const { id: sku, after, now } = write
  const { forSale, offSale } = tiresMoved(write)
  const { second, photos } = after
  const own = [
    sql`version = version + 1`,
    sql`off_sale = off_sale + ${offSale}`,
    ...assignments(after, UNIT_COLUMNS),
    ...(second === undefined
      ? []
      : [sql`second_by = ${second?.by ?? null}`, sql`second_at = ${second?.at ?? null}`]),
  ]
  // The unit first: the trigger of `stock` must see the new state.
  return [
    sql`update ${unit} set ${sql.join(own, sql`, `)} where product_id = ${productId(sku)}`,
    ...(forSale === 0
      ? []
      : [
          sql`update ${stock} set qty = qty + ${forSale}, updated_at = ${now}
            where stock_sku = (select stock_sku from ${product} where sku = ${sku})`,
        ]),
    ...productStatements(write),
    ...(photos === undefined ? [] : photoStatements(sku, photos)),
  ]
}

function productStatements({ id: sku, after, now }: UnitWrite): SQL[] {
  const sets = assignments(after, PRODUCT_COLUMNS)
  const { second } = after
  if (second !== undefined) {
    const inspection = second ? { by: second.name, on: shopDay(second.at) } : { by: BEFORE_SENT, on: '' }
    sets.push(sql`passport = json_set(passport, '$.secondInspection', json(${JSON.stringify(inspection)}))`)
  }
  if (sets.length === 0) return []
  const all = sql.join([...sets, sql`updated_at = ${now}`], sql`, `)
  return [sql`update ${product} set ${all} where sku = ${sku}`]
}

function photoStatements(sku: string, photos: readonly UnitPhoto[]): SQL[] {
  return [sql`delete from ${productMedia} where product_id = ${productId(sku)}`, addPhotos(sku, photos)]
}

export const UNIT_RECORD: RecordKind<UnitValues, UnitPatch, UnitFacts> = {
  id: v.pipe(v.string(), v.maxLength(SKU_MAX)),
  patch: UNIT_PATCH,
  read: readUnit,
  hasVersion: (sku, version) =>
    sql`exists (select 1 from ${unit} where product_id = ${productId(sku)} and version = ${version})`,
  evaluate: evaluateUnit,
  write: writeUnit,
  deltas: ['addTires'],
}
