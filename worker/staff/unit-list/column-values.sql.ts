/** What the columns of the list of units show beside the usual ones (H14h). */
import { sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { stock } from '../../../schema/catalog/product/stock.table.ts'
import { staff } from '../../../schema/identity/staff/staff.table.ts'
import { unit } from '../../../schema/staff/units/unit.table.ts'
import { connect, inList } from '../../platform/drizzle.sql.ts'

/** Amounts are cents. */
export interface ListedValues {
  id: number
  season: string | null
  load: number | null
  dualLoad: number | null
  speed: string | null
  tin: string | null
  lotId: number | null
  by: string | null
  second: string | null
  suggested: number | null
  /** Tires that are there, on sale or off sale. */
  tires: number
  /** For one tire or set, as its price; `null` also for who may not see it. */
  cost: number | null
}

/** Returns the values of units by the ids of their products. */
export async function readListedValues(
  db: D1Database,
  ids: readonly number[],
  { withCost }: { withCost: boolean },
): Promise<ReadonlyMap<number, ListedValues>> {
  const nameOf = (id: typeof unit.takenBy | typeof unit.secondBy) =>
    sql`(select ${staff.name} from ${staff} where ${staff.id} = ${id})`
  const rows = await connect(db).all<ListedValues>(
    sql`select ${product.id} as id, ${product.season} as season, ${product.tireLoad} as load,
        ${product.tireLoadDual} as dualLoad, ${product.tireSpeed} as speed, ${unit.tin} as tin, ${unit.lotId} as lotId,
        ${nameOf(unit.takenBy)} as "by", ${nameOf(unit.secondBy)} as second, ${unit.suggested} as suggested,
        coalesce(${stock.qty}, 0) + ${unit.offSale} as tires, ${withCost ? sql`${unit.cost}` : sql`null`} as cost
      from ${product} join ${unit} on ${unit.productId} = ${product.id}
        left join ${stock} on ${stock.stockSku} = ${product.stockSku}
      where ${product.id} in ${inList(ids)}`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
