/** The statements that put tires into a set and take them out again, each with its row in the audit log (H14). */
import { type SQL, sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { stock } from '../../../schema/catalog/product/stock.table.ts'
import type { Actor } from '../../../schema/staff/changes/change.ts'
import type { SetTire } from '../../../schema/staff/sets/set-rule.ts'
import { unit } from '../../../schema/staff/units/unit.table.ts'
import type { UnitState } from '../../../schema/staff/units/unit-state.ts'
import { inList } from '../../platform/drizzle.sql.ts'
import { addAuditRow } from '../changes/audit-log.sql.ts'
import { UNIT_RECORD } from '../units/unit-record.sql.ts'

export interface SetChange {
  actor: Actor
  now: number
  /** Names the change; the rows of its tires have it with their sku. */
  key: string
  why: string | null
  /** The sku of the set. */
  set: string
  kind: 'change' | 'undo'
}

/** Where a unit is, and whether it is sold in a set. */
interface Place {
  state: UnitState
  set: string | null
  bin: string | null
}

/** All rows of one change of a set have the same batch. */
export function batchOfSet(key: string): string {
  return `set ${key}`
}

const idsOf = (skus: readonly string[]) =>
  sql`(select ${product.id} from ${product} where ${product.sku} in ${inList(skus)})`
const skusOf = (tires: readonly SetTire[]) => tires.map(({ product: { sku } }) => sku)

/** Returns the rows of the tires; one of a tire that was changed since it was read fails the batch. */
function tireRows(
  { actor, now, key, why, kind }: SetChange,
  tires: readonly SetTire[],
  move: (tire: SetTire) => [Place, Place],
): SQL[] {
  return tires.map((tire) => {
    const { sku } = tire.product
    const { version } = tire.unit
    const [before, after] = move(tire)
    const row = {
      at: now,
      actor,
      kind,
      record: 'unit',
      recordId: sku,
      version: version + 1,
      before: { ...before },
      after: { ...after },
    }
    return addAuditRow(
      { ...row, why, key: `${key} ${sku}`, batch: batchOfSet(key), undoes: null },
      UNIT_RECORD.hasVersion(sku, version),
    )
  })
}

/** Adds tires to those for sale, or takes them away; below zero, which is a tire that was sold, fails the batch. */
function addToStock(skus: readonly string[], tires: number, now: number): SQL {
  return sql`update ${stock} set qty = qty + ${tires}, updated_at = ${now}
    where stock_sku in (select stock_sku from ${product} where ${product.sku} in ${inList(skus)})`
}

/** Takes singles off sale and puts them into the set, which is there already. They lie where the set lies. */
export function joinTires(change: SetChange, tires: readonly SetTire[]): SQL[] {
  const { set, now } = change
  const skus = skusOf(tires)
  return [
    ...tireRows(change, tires, ({ unit: { state, bin } }) => [
      { state, set: null, bin },
      { state: 'in-set', set, bin: null },
    ]),
    sql`update ${unit} set state = 'in-set', set_id = (select id from ${product} where sku = ${set}), bin = null, off_sale = 0,
      version = version + 1 where product_id in ${idsOf(skus)}`,
    ...(tires[0]?.unit.state === 'live' ? [addToStock(skus, -1, now)] : []),
  ]
}

/** Takes the tires out of their set, to sale or off sale as the set was. They lie where it lay. */
export function releaseTires(
  change: SetChange,
  tires: readonly SetTire[],
  to: Pick<Place, 'state' | 'bin'>,
): SQL[] {
  const { set, now } = change
  const { state, bin } = to
  const skus = skusOf(tires)
  return [
    ...tireRows(change, tires, () => [
      { state: 'in-set', set, bin: null },
      { state, set: null, bin },
    ]),
    sql`update ${unit} set state = ${state}, set_id = null, bin = ${bin}, off_sale = ${state === 'live' ? 0 : 1},
      version = version + 1 where product_id in ${idsOf(skus)}`,
    ...(state === 'live' ? [addToStock(skus, 1, now)] : []),
  ]
}

interface SetMove {
  tires: number
  before: Pick<Place, 'state' | 'bin'>
  after: Pick<Place, 'state' | 'bin'>
  members: readonly string[]
  version: number
  /** The row of the audit log that this undoes. */
  undoes: number | null
}

/** Changes the unit of the set itself: it is broken up, or together again. Its row is the first of the batch. */
export function moveSet(
  { actor, now, key, why, kind, set }: SetChange,
  { tires, before, after, members, version, undoes }: SetMove,
): SQL[] {
  const row = {
    at: now,
    actor,
    kind,
    record: 'unit',
    recordId: set,
    version: version + 1,
    before: { ...before, members },
  }
  const forSale = (after.state === 'live' ? tires : 0) - (before.state === 'live' ? tires : 0)
  return [
    addAuditRow(
      { ...row, after: { ...after }, why, key, batch: batchOfSet(key), undoes },
      UNIT_RECORD.hasVersion(set, version),
    ),
    sql`update ${unit} set state = ${after.state}, bin = ${after.bin}, off_sale = ${after.state === 'parked' ? tires : 0},
      version = version + 1 where product_id in ${idsOf([set])}`,
    ...(forSale === 0 ? [] : [addToStock([set], forSale, now)]),
  ]
}
