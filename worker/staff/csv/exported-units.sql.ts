/** Reads units for files (H14). */
import { type SQL, sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { stock } from '../../../schema/catalog/product/stock.table.ts'
import { bulkRefused } from '../../../schema/staff/bulk/bulk.table.ts'
import type { ExportedUnit } from '../../../schema/staff/csv/unit-columns.ts'
import { isWholeYard } from '../../../schema/staff/unit-list/unit-filter.ts'
import { unit } from '../../../schema/staff/units/unit.table.ts'
import { connect, inList } from '../../platform/drizzle.sql.ts'
import { type UnitQuestion, unitConditionsOf, unitSourceOf } from '../unit-list/unit-list.sql.ts'

const COLUMNS = sql`${product.id} as id, ${product.sku} as sku, ${unit.version} as version, ${unit.state} as state,
  ${product.price} as price, ${product.specialPrice} as specialPrice, ${product.specialFrom} as specialFrom,
  ${product.specialTo} as specialTo, ${unit.cost} as cost, ${unit.bin} as bin, ${unit.lotId} as lotId, ${unit.tin} as tin,
  ${product.brand} as brand, ${product.model} as model, ${product.size} as size, ${product.condition} as condition,
  ${product.season} as season, ${product.treadDepth} as treadDepth, ${product.treadNew} as treadNew, ${product.dot} as dot,
  ${product.passport} ->> '$.grade' as grade, coalesce(${stock.qty}, 0) + ${unit.offSale} as tires,
  ${product.createdAt} as listedAt, ${unit.suggested} as suggested`
const STOCK = sql`left join ${stock} on ${stock.stockSku} = ${product.stockSku}`

/** Returns the next units of a filter after an id, in the order of ids. */
export function readExportedUnits(
  db: D1Database,
  question: UnitQuestion,
  { after, limit }: { after: number; limit: number },
): Promise<ExportedUnit[]> {
  const where = sql.join([...unitConditionsOf(question), sql`${product.id} > ${after}`], sql` and `)
  // Without a filter the ids are read in their order; with one, its index finds few rows.
  const source: SQL = isWholeYard(question.filter)
    ? sql`${product} cross join ${unit} on ${unit.productId} = ${product.id}`
    : unitSourceOf(question)
  return connect(db).all<ExportedUnit>(
    sql`select ${COLUMNS} from ${source} ${STOCK} where ${where} order by ${product.id} limit ${limit}`,
  )
}

/** Returns units by sku. */
export async function findExportedUnits(
  db: D1Database,
  skus: readonly string[],
): Promise<ReadonlyMap<string, ExportedUnit>> {
  const rows = await connect(db).all<ExportedUnit>(
    sql`select ${COLUMNS} from ${product} join ${unit} on ${unit.productId} = ${product.id} ${STOCK}
      where ${product.sku} in ${inList(skus)}`,
  )
  return new Map(rows.map((row) => [row.sku, row]))
}

/** Returns the statement that stores a part of the refused rows of a file. */
export function addRefused(jobKey: string, n: number, text: string): SQL {
  return sql`insert into ${bulkRefused} (job_id, n, text) select id, ${n}, ${text} from bulk_job where key = ${jobKey}`
}

/** Returns the refused rows of a file as a CSV file; empty without any. */
export async function readRefused(db: D1Database, jobId: number): Promise<string> {
  const rows = await connect(db).all<{ text: string }>(
    sql`select text from ${bulkRefused} where job_id = ${jobId} order by n`,
  )
  return rows.map(({ text }) => text).join('')
}
