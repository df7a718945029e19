/** Random catalogs, changes and queries for the tests of the index. */
import fc from 'fast-check'
import {
  CHOICE_FILTERS,
  type ChoiceFilter,
  type ListingQuery,
  SORTS,
} from '../../../../schema/catalog/listing/listing.ts'
import { createIndexBuilder } from '../build/build-index.ts'
import { COLUMN_FILTERS } from '../build/index-columns.ts'
import { type FacetedIndex, openIndex } from '../faceted-index.ts'
import type { FilterOptions } from '../listing-engine.ts'
import { type PlainCatalog, type PlainDocument, valuesOf } from './reference-search.harness.ts'

export const OPTIONS: FilterOptions = {
  labels: new Map([['condition', new Map([['condition-1', { label: 'First', position: 1 }]])]]),
  smart: [
    { value: 'cheap', name: 'Cheap', conditions: [{ attribute_code: 'price_by_tire', to: 60 }] },
    {
      value: 'deep-four',
      name: 'Deep, four of them',
      conditions: [
        { attribute_code: 'sets', in: ['setOfFour'] },
        { attribute_code: 'tread_depth', from: 6.5 },
      ],
    },
    { value: 'odd', name: 'Odd', conditions: [{ attribute_code: 'color', in: ['red'] }] },
  ],
}
/** Values of each filter; size has more than 32, so that both formats of a column are tested. */
const VALUES = [4, 9, 30, 70, 12, 2, 3, 2, 20, 8, 8, 6]

/** A document without its id. */
export const document = fc.record({
  values: fc.tuple(...VALUES.map((count) => fc.option(fc.nat(count - 1), { freq: 8 }))),
  finalPrice: fc.oneof(fc.integer({ min: 0, max: 40_000 }), fc.constantFrom(6000, 12_000, 24_000)),
  setqty: fc.constantFrom(1, 2, 4),
  pairPrice: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 40_000 })),
  fourPrice: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 40_000 })),
  setsOffered: fc.integer({ min: 0, max: 7 }),
  treadDepth: fc.option(
    fc.integer({ min: 4, max: 30 }).map((half) => half / 2),
    { freq: 6 },
  ),
  createdAt: fc.integer({ min: 1_700_000_000_000, max: 1_700_000_000_040 }),
  qty: fc.integer({ min: 0, max: 6 }),
  manage: fc.boolean(),
  visibility: fc.constantFrom(2, 3, 4),
  status: fc.constantFrom(0, 1),
  path: fc.constant('/p/none'),
  marking: fc.constantFrom('', '225/45R17 94W'),
  hasAttachments: fc.boolean(),
  ratingRank: fc.oneof(fc.constant(0), fc.integer({ min: 1000, max: 5000 })),
  urlKey: fc.integer({ min: 0, max: 60 }).map((name) => `tire-${name}`),
})

export type DrawnDocument = typeof document extends fc.Arbitrary<infer T> ? T : never

/** Returns the document with its id and with named values. */
export function toDocument(generated: DrawnDocument, id: number): PlainDocument {
  // A size has the same measures on every product.
  const size = generated.values[COLUMN_FILTERS.indexOf('size')] ?? 0
  return {
    ...generated,
    id,
    width: size % 2 === 0 ? 225 : 315,
    aspect: size % 3 === 0 ? 45 : 12.5,
    rim: [17, 19.5, 22.5][Math.floor(size) % 3] ?? 17,
    values: generated.values.map((value, at) => {
      const key = `${COLUMN_FILTERS[at]}-${value}`
      return value === null ? null : { key, label: key.toUpperCase() }
    }),
  }
}

export const catalog = fc
  .array(document, { minLength: 0, maxLength: 260, size: 'max' })
  .map((documents): PlainCatalog => {
    const plain = documents.map((generated, position) => toDocument(generated, 10 + position * 3))
    const everyNth = (step: number) => plain.filter((_, at) => at % step === 0).map(({ id }) => id)
    return {
      documents: plain,
      options: OPTIONS,
      categories: [
        { id: 3, filter: null, products: [...everyNth(5), 9999] },
        {
          id: 4,
          filter: { condition: ['condition-1', 'condition-2'], sets: ['single'] },
          products: everyNth(11),
        },
        { id: 5, filter: { color: ['red'] }, products: [] },
      ],
    }
  })

export function buildSnapshot({ documents, options, categories }: PlainCatalog): ArrayBuffer {
  const builder = createIndexBuilder()
  for (const each of documents) builder.add(each)
  const byUrl = documents.toSorted((a, b) =>
    a.urlKey < b.urlKey ? -1 : a.urlKey > b.urlKey ? 1 : a.id - b.id,
  )
  const ids = byUrl.map(({ id }) => id)
  builder.addUrlOrder(ids.slice(0, 7))
  builder.addUrlOrder(ids.slice(7))
  return builder.finish({ version: 'v', event: 0, options, categories })
}

export function buildIndex(plain: PlainCatalog): FacetedIndex {
  const index = openIndex(buildSnapshot(plain))
  if (!index) throw new Error('the snapshot was just built')
  return index
}

const range = (min: number, max: number) =>
  fc.record({
    from: fc.option(fc.integer({ min: min * 2, max: max * 2 }).map((half) => half / 2)),
    to: fc.option(fc.integer({ min, max })),
  })

/**
 * Random queries; `toQuery` maps the numbers to values of the tested catalog, so that queries find products.
 */
export const drawnQuery = fc.record(
  {
    choices: fc.uniqueArray(
      fc.tuple(fc.constantFrom(...CHOICE_FILTERS), fc.array(fc.nat(), { minLength: 0, maxLength: 4 })),
      { selector: ([filter]) => filter, maxLength: 5 },
    ),
    ranges: fc.record(
      { price_by_tire: range(0, 200), final_price: range(0, 400), tread_depth: range(2, 15) },
      { requiredKeys: [] },
    ),
    sort: fc.constantFrom(...SORTS.map(({ value }) => value), 'relevance' as const),
    start: fc.constantFrom(0, 0, 1, 7, 50, 140),
    size: fc.constantFrom(50, 3, 0),
    within: fc.array(
      fc.integer({ min: 0, max: 300 }).map((offset) => 10 + offset),
      { maxLength: 80 },
    ),
    category: fc.constantFrom(3, 4, 5, 6),
    visibility: fc.subarray([2, 3, 4]),
    status: fc.subarray([0, 1]),
    outOfStock: fc.boolean(),
  },
  { requiredKeys: ['choices', 'ranges', 'sort', 'start', 'size'] },
)
type DrawnQuery = typeof drawnQuery extends fc.Arbitrary<infer T> ? T : never

export function toQuery(
  { choices, ...rest }: DrawnQuery,
  { documents, options }: PlainCatalog,
): ListingQuery {
  const chosen = choices.map(([filter, numbers]): [ChoiceFilter, string[]] => {
    const values = [...new Set([...documents.flatMap((each) => valuesOf(each, filter, options)), 'none'])]
    return [filter, numbers.map((n) => values[n % values.length] ?? 'none')]
  })
  return { ...rest, choices: Object.fromEntries(chosen) }
}

export const restock = fc.record({
  position: fc.nat(),
  qty: fc.integer({ min: 0, max: 6 }),
  manage: fc.boolean(),
})
