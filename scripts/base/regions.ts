/** The 65 regions of the U.S. with the ids that clients of this API use, and the tax rate of each. */
import * as v from 'valibot'
import type { region } from '../../schema/identity/location/region.table.ts'
import { CELL_NUMBER, readTable } from '../load/data-file.ts'

/** The code `AE` stands for four regions. */
const REGIONS = readTable(
  new URL('regions.csv', import.meta.url),
  v.object({
    id: CELL_NUMBER,
    code: v.string(),
    name: v.string(),
    /** Base rate of a state in percent by law, as of July 2026, without local rates. */
    rate: v.optional(CELL_NUMBER),
  }),
)

export const REGION_ROWS: (typeof region.$inferInsert)[] = REGIONS.map(({ id, code, name }) => ({
  regionId: id,
  code,
  name,
  countryId: 'US',
}))

/** Returns the region id of a state's code. */
export function regionId(code: string): number {
  const found = REGIONS.find((known) => known.code === code)
  if (!found) throw new Error(`no region ${code}`)
  return found.id
}

export function regionName(code: string): string {
  return REGIONS.find((known) => known.code === code)?.name ?? code
}

export const STATE_RATES: Readonly<Record<string, number>> = Object.fromEntries(
  REGIONS.flatMap(({ code, rate }) => (rate === undefined ? [] : [[code, rate]])),
)

const NOT_CONTIGUOUS = ['AK', 'HI']

/** Where the shop delivers: the 48 contiguous states and the District of Columbia. */
export const ALLOWED_STATES: readonly string[] = Object.keys(STATE_RATES).filter(
  (code) => !NOT_CONTIGUOUS.includes(code),
)
