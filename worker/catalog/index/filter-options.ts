/** What the options of the catalog allow in parameters. */
import type { KnownValues } from '../../../schema/catalog/listing/listing-url.ts'
import type { FilterOptions } from './listing-engine.ts'

const known = new WeakMap<FilterOptions, KnownValues>()

/** The values that parameters may have; filters without options in this catalog take any well-formed value. */
export function knownValues(options: FilterOptions): KnownValues {
  let values = known.get(options)
  if (!values) {
    values = read(options)
    known.set(options, values)
  }
  return values
}

function read({ options, smart }: FilterOptions): KnownValues {
  const values = [...options].map(([filter, labels]) => [filter, new Set(labels.keys())] as const)
  return new Map([...values, ['smart_filter', new Set(smart.map(({ value }) => value))]])
}
