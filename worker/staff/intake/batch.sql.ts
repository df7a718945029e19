/** What a batch of tires belongs to (H14): the lots that were bought, and the bins of the yard. */
import { desc, sql } from 'drizzle-orm'
import { bin, lot } from '../../../schema/staff/units/unit.table.ts'
import { connect } from '../../platform/drizzle.sql.ts'

/** Lots that are offered: tires are taken in soon after they were bought. */
const MAX_LOTS = 30
const MAX_BINS = 2_000

export interface LotLine {
  id: number
  source: string
  /** Whether `paid` is for the whole lot or for each tire, in cents. */
  kind: 'whole' | 'each'
  paid: number | null
  count: number | null
  createdAt: number
}

/** Returns the newest lots, and the bins in the order of the yard. */
export async function readBatchChoices(db: D1Database): Promise<{ lots: LotLine[]; bins: string[] }> {
  const client = connect(db)
  const { id, source, kind, paid, count, createdAt } = lot
  const [lots, bins] = await client.batch([
    client
      .select({ id, source, kind, paid, count, createdAt })
      .from(lot)
      .orderBy(desc(lot.id))
      .limit(MAX_LOTS),
    client.select({ code: bin.code }).from(bin).orderBy(bin.walk, bin.code).limit(MAX_BINS),
  ])
  return { lots, bins: bins.map(({ code }) => code) }
}

/** Returns a number that no lot has. */
export async function nextLotId(db: D1Database): Promise<number> {
  const [row] = await connect(db)
    .select({ last: sql<number | null>`max(${lot.id})` })
    .from(lot)
  return (row?.last ?? 0) + 1
}
