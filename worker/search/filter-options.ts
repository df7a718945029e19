/** The catalogue's filter options, read once per isolate and version of the catalogue. */
import type { KnownValues } from '../../schema/domain/listing-url.ts'
import { readFilterOptions } from '../db/filter-options.ts'
import type { FilterOptions } from './listing-engine.ts'

/** Values only, never a promise: a request that is cut off would take those along that wait for its read. */
let kept: { version: string; options: FilterOptions } | null = null

export async function filterOptions(db: D1Database, version: string): Promise<FilterOptions> {
  if (kept?.version === version) return kept.options
  const options = await readFilterOptions(db)
  kept = { version, options }
  return options
}

/** The values that parameters may have; filters without options in this catalogue take any well-formed value. */
export function knownValues({ options, smart }: FilterOptions): KnownValues {
  const known = [...options].map(([filter, values]) => [filter, new Set(values.keys())] as const)
  return new Map([...known, ['smart_filter', new Set(smart.map(({ value }) => value))]])
}
