/** Derives the filter values that URL parameters may have from the options of the catalog. */
import type { KnownValues } from '../../../../schema/catalog/listing/listing-url.ts'
import type { FilterOptions } from '../listing-engine.ts'

const cache = new WeakMap<FilterOptions, KnownValues>()

/** Returns the values that parameters may have; a filter without options accepts any well-formed value. */
export function knownValues(options: FilterOptions): KnownValues {
  const values = cache.get(options) ?? collectValues(options)
  cache.set(options, values)
  return values
}

function collectValues({ labels, smart }: FilterOptions): KnownValues {
  const values = [...labels].map(([filter, options]) => [filter, new Set(options.keys())] as const)
  return new Map([...values, ['smart_filter', new Set(smart.map(({ value }) => value))]])
}
