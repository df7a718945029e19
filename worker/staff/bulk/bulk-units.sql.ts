/** Finds the units of a change of many, and says before it runs what happens to each (H14). */
import { eq, type SQL, sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { stock } from '../../../schema/catalog/product/stock.table.ts'
import { bulkPart } from '../../../schema/staff/bulk/bulk.table.ts'
import type { BulkAct, PriceAct } from '../../../schema/staff/bulk/bulk-act.ts'
import type { BulkOutcome, BulkSummary } from '../../../schema/staff/bulk/bulk-job.ts'
import { isWholeYard } from '../../../schema/staff/unit-list/unit-filter.ts'
import { bin, unit } from '../../../schema/staff/units/unit.table.ts'
import { connect, inList } from '../../platform/drizzle.sql.ts'
import { PART_SIZE } from '../changes/apply-many.ts'
import { type UnitQuestion, unitConditionsOf, unitSourceOf } from '../unit-list/unit-list.sql.ts'
import { isPriceDerived } from '../units/derived-price.sql.ts'
import { isSecondAsked } from '../units/inspections.sql.ts'

/** The units of a filter, or marked ones. */
export type BulkUnits = UnitQuestion | { skus: readonly string[] }

/** Refused units that a preview names. */
const REFUSED_SHOWN = 50

/** A number in the text of a statement: D1 binds numbers as reals, whose quotient is not whole. */
const integer = (value: number) => sql.raw(String(Math.trunc(value)))

function newPrice({ how, by, isRounded }: PriceAct): SQL {
  const price = sql`${product.price}`
  const exact =
    how === 'set'
      ? integer(by)
      : how === 'add'
        ? sql`${price} + ${integer(by)}`
        : sql`(${price} * ${integer(10_000 + by)} + 5000) / 10000`
  return isRounded ? sql`max(900, (max(1, ${exact}) + 600) / 1000 * 1000 - 100)` : sql`max(1, ${exact})`
}

/** What `outcomeOf` can say of each kind of act. */
const OUTCOMES = {
  price: ['change', 'same', 'special', 'derived-price', 'below-cost'],
  bin: ['change', 'same', 'in-set', 'split'],
  state: ['change', 'same', 'state', 'uninspected', 'held'],
} as const satisfies Record<BulkAct['kind'], readonly BulkOutcome[]>

interface PriceSums {
  difference: number | null
  below: number | null
}

/** The rules of `evaluateUnit` for one act, as SQL; `bulk-units.sql.test.ts` holds both together. */
function outcomeOf(act: BulkAct, mayPriceBelowCost: boolean): { outcome: SQL; price: SQL; isBelowCost: SQL } {
  const same = { price: sql`${product.price}`, isBelowCost: sql`0` }
  switch (act.kind) {
    case 'price': {
      const price = newPrice(act)
      const isBelowCost = sql`coalesce(coalesce(${product.specialPrice}, ${price}) < ${unit.cost}, 0)`
      const refusal = mayPriceBelowCost ? sql`` : sql`when ${isBelowCost} then 'below-cost'`
      return {
        price,
        isBelowCost,
        outcome: sql`case when ${product.specialPrice} >= ${price} then 'special' when ${price} = ${product.price} then 'same'
          when ${isPriceDerived(product)} then 'derived-price' ${refusal} else 'change' end`,
      }
    }
    case 'bin':
      return {
        ...same,
        outcome: sql`case when ${unit.bin} is ${act.bin} then 'same'
          when ${unit.state} in ('in-set', 'split') then ${unit.state} else 'change' end`,
      }
    case 'state':
      return {
        ...same,
        outcome: sql`case when ${unit.state} = ${act.state} then 'same' when ${unit.state} not in ('live', 'parked') then 'state'
          when ${unit.state} = 'parked' and ${unit.secondBy} is null and ${isSecondAsked(product)} then 'uninspected'
          when ${unit.state} = 'live' and exists (select 1 from ${stock} where ${stock.stockSku} = ${product.stockSku}
            and ${stock.manage} and ${stock.qty} = 0) then 'held' else 'change' end`,
      }
  }
}

/** Returns the rows of the units, for `from` and `where`. */
function rowsOf(units: BulkUnits): { source: SQL; where: SQL } {
  if ('skus' in units)
    return {
      source: sql`${product} cross join ${unit} on ${unit.productId} = ${product.id}`,
      where: sql`${product.sku} in ${inList(units.skus)}`,
    }
  // Without a filter each unit is read, which is fastest in the order of their table.
  return {
    source: isWholeYard(units.filter)
      ? sql`${unit} cross join ${product} on ${product.id} = ${unit.productId}`
      : unitSourceOf(units),
    where: sql.join(unitConditionsOf(units), sql` and `),
  }
}

/** Returns how many units there are. */
export async function countUnits(db: D1Database, units: BulkUnits): Promise<number> {
  const { source, where } = rowsOf(units)
  const [row] = await connect(db).all<{ n: number }>(sql`select count(*) as n from ${source} where ${where}`)
  return row?.n ?? 0
}

/** Checks whether a bin has this code. */
export async function hasBin(db: D1Database, code: string): Promise<boolean> {
  return (await connect(db).select().from(bin).where(eq(bin.code, code)).get()) !== undefined
}

export interface TireName {
  sku: string
  size: string | null
  brand: string | null
  model: string | null
}

/** Returns what tires the units are, by sku. */
export async function readTireNames(
  db: D1Database,
  skus: readonly string[],
): Promise<ReadonlyMap<string, TireName>> {
  const { sku, size, brand, model } = product
  const rows = await connect(db)
    .select({ sku, size, brand, model })
    .from(product)
    .where(sql`${sku} in ${inList(skus)}`)
  return new Map(rows.map((row) => [row.sku, row]))
}

/** Returns the units with what an act does to each: sku, version, price, new price, outcome. */
function outcomes(units: BulkUnits, act: BulkAct, mayPriceBelowCost: boolean): SQL {
  const { outcome, price, isBelowCost } = outcomeOf(act, mayPriceBelowCost)
  const { source, where } = rowsOf(units)
  return sql`select ${product.id} as id, ${product.sku} as sku, ${unit.version} as version, ${product.price} as price,
    ${price} as new_price, ${isBelowCost} as below, ${outcome} as outcome from ${source} where ${where}`
}

/** Says what an act does to units: one read of each of them, and a second one until the first refused units are found. */
export async function readOutcomes(
  db: D1Database,
  units: BulkUnits,
  { act, mayPriceBelowCost }: { act: BulkAct; mayPriceBelowCost: boolean },
): Promise<BulkSummary> {
  const all = outcomes(units, act, mayPriceBelowCost)
  const client = connect(db)
  // Sums need no sorting, unlike groups. `limit -1` keeps SQLite from computing the outcome again in each sum.
  const possible: readonly BulkOutcome[] = OUTCOMES[act.kind]
  const sums = possible.map((outcome) => sql`sum(outcome = ${outcome}) as ${sql.raw(`"${outcome}"`)}`)
  const [counted] = await client.all<Partial<Record<BulkOutcome, number>> & PriceSums>(
    sql`select ${sql.join(sums, sql`, `)}, sum(iif(outcome = 'change', new_price - price, 0)) as difference,
      sum(iif(outcome = 'change', below, 0)) as below from (${all} limit -1)`,
  )
  const found = possible.filter((outcome) => counted?.[outcome])
  // Units that would lose money are named first; without any, the read ends at the last one that is shown.
  const order = found.includes('below-cost') ? sql`order by outcome <> 'below-cost'` : sql``
  return {
    outcomes: Object.fromEntries(found.map((outcome) => [outcome, counted?.[outcome] ?? 0])),
    difference: counted?.difference ?? 0,
    belowCost: counted?.below ?? 0,
    refused: found.some((outcome) => outcome !== 'change' && outcome !== 'same')
      ? await client.all<BulkSummary['refused'][number]>(
          sql`select sku, outcome from (${all}) where outcome not in ('change', 'same') ${order}
            limit ${REFUSED_SHOWN}`,
        )
      : [],
  }
}

/** Returns the statement that stores the units of a job in parts; those that stay as they are need no part. */
export function addParts(
  jobKey: string,
  units: BulkUnits,
  { act, mayPriceBelowCost }: { act: BulkAct; mayPriceBelowCost: boolean },
): SQL {
  return sql`insert into ${bulkPart} (job_id, n, entries)
    select (select id from bulk_job where key = ${jobKey}), n, json_group_array(json_array(sku, version, price)) from (
      select sku, version, price, (row_number() over (order by id) - 1) / ${integer(PART_SIZE)} as n
      from (${outcomes(units, act, mayPriceBelowCost)}) where outcome <> 'same')
    group by n`
}
