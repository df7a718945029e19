import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EMPTY_QUERY } from '../../../../schema/catalog/listing/listing.ts'
import { fitValue } from '../../../../schema/catalog/vehicle/fit-value.ts'
import { COLUMN_FILTERS } from '../build/index-columns.ts'
import { createIndexedListing } from '../indexed-listing.ts'
import { buildIndex, document, OPTIONS, toDocument } from '../testing/random-catalog.harness.ts'
import { bruteForce } from '../testing/reference-search.harness.ts'

const SIZES = ['225-45r17', 'p225-45r17', '225-45zr17', 'lt225-45r17', '205-55r16']
const VALUES = { size: SIZES, tire_load: ['0', '90', '91', '94'], tire_speed: ['h', 'u', 'v', 'w'] }

/** Tires with real sizes, loads and speeds; some of the values are unknown. */
const tires = fc.array(
  fc.tuple(
    document,
    ...Object.values(VALUES).map((keys) => fc.option(fc.constantFrom(...keys), { freq: 9 })),
  ),
  { maxLength: 120, size: 'max' },
)
const axle = fc.record({
  sizeSlug: fc.constantFrom(...SIZES),
  minLoad: fc.option(fc.constantFrom(90, 91, 93)),
  minSpeed: fc.option(fc.constantFrom('H', 'U', 'V')),
})

test('[H9] a list narrowed to a car has exactly the tires of its axles with at least their load and speed', async () => {
  await fc.assert(
    fc.asyncProperty(tires, fc.array(axle, { minLength: 1, maxLength: 2 }), async (drawn, axles) => {
      const documents = drawn.map(([generated, ...keys], at) => {
        const plain = toDocument(generated, 10 + at)
        const values = plain.values.map((value, column) => {
          const known = Object.keys(VALUES).indexOf(COLUMN_FILTERS[column] ?? '')
          const key = keys[known] ?? null
          if (known < 0) return value
          return key === null ? null : { key, label: key.toUpperCase() }
        })
        return { ...plain, values }
      })
      const catalog = { documents, options: OPTIONS, categories: [] }
      const query = { ...EMPTY_QUERY, choices: { size: axles.map(fitValue) } }
      const { ids, total } = await createIndexedListing(buildIndex(catalog)).find(query, ['size'])
      const expected = bruteForce(catalog, query, ['size'])
      expect([ids, total]).toEqual([expected.ids, expected.total])
    }),
    { numRuns: 300 },
  )
})
