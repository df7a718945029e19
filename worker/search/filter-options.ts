/** What the options of the catalogue allow in parameters. */
import type { KnownValues } from '../../schema/domain/listing-url.ts'
import type { FilterOptions } from './listing-engine.ts'

/** The values that parameters may have; filters without options in this catalogue take any well-formed value. */
export function knownValues({ options, smart }: FilterOptions): KnownValues {
  const known = [...options].map(([filter, values]) => [filter, new Set(values.keys())] as const)
  return new Map([...known, ['smart_filter', new Set(smart.map(({ value }) => value))]])
}
