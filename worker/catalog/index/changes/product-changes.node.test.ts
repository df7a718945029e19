import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CHOICE_FILTERS, EMPTY_QUERY, type ListingQuery } from '../../../../schema/catalog/listing/listing.ts'
import { COLUMN_FILTERS } from '../build/index-columns.ts'
import { SPARE_DOCUMENTS } from '../build/index-meta.ts'
import { applyStockEvent, type FacetedIndex } from '../faceted-index.ts'
import { brandsInStock, createIndexedListing, sizesInStock } from '../indexed-listing.ts'
import {
  buildIndex,
  catalog,
  document,
  drawnQuery,
  restock,
  toDocument,
  toQuery,
} from '../testing/random-catalog.harness.ts'
import { type PlainCatalog, type PlainDocument, restocked } from '../testing/reference-search.harness.ts'
import type { ProductChange } from './product-change.ts'
import { applyProductChanges } from './product-changes.ts'

/** Whether a product is new, changed or gone, which one it is, and what it is now. */
const change = fc.record({
  kind: fc.constantFrom('new', 'changed', 'changed', 'gone'),
  position: fc.nat(),
  document,
  /** Values that no product of the snapshot has. */
  isUnseen: fc.boolean(),
  categories: fc.subarray([3, 4, 5]),
})
type DrawnChange = typeof change extends fc.Arbitrary<infer T> ? T : never

/** A round: what happens between two reads of the change feed. */
const round = fc.record({
  changes: fc.array(change, { minLength: 1, maxLength: 12 }),
  restocks: fc.array(restock, { maxLength: 3 }),
})

const byTime = (a: PlainDocument, b: PlainDocument) => a.createdAt - b.createdAt || a.id - b.id
const byUrl = (a: PlainDocument, b: PlainDocument) =>
  a.urlKey < b.urlKey ? -1 : a.urlKey > b.urlKey ? 1 : a.id - b.id

/** Changes a catalog; returns it with the ids of all products that changed. */
function changed(plain: PlainCatalog, changes: readonly DrawnChange[]) {
  const documents = new Map(plain.documents.map((each) => [each.id, each]))
  const categories = plain.categories.map((each) => ({ ...each, products: new Set(each.products) }))
  const ids = new Set<number>()
  for (const { kind, position, document: drawn, isUnseen, categories: own } of changes) {
    const known = [...documents.keys()]
    const largest = Math.max(0, ...known, ...ids)
    const id = (kind === 'new' ? undefined : known[position % Math.max(1, known.length)]) ?? largest + 1
    ids.add(id)
    for (const category of categories) category.products.delete(id)
    documents.delete(id)
    if (kind === 'gone') continue
    const values = drawn.values.map((value) => (value === null || !isUnseen ? value : value + 2.5))
    documents.set(id, toDocument({ ...drawn, values: values as typeof drawn.values }, id))
    for (const category of categories) if (own.includes(category.id)) category.products.add(id)
  }
  const after: PlainCatalog = {
    ...plain,
    documents: [...documents.values()].sort((a, b) => a.id - b.id),
    categories: categories.map((each) => ({ ...each, products: [...each.products] })),
  }
  return { after, ids }
}

/** Returns the changes as the database reports them. */
function toChanges({ documents, categories }: PlainCatalog, ids: ReadonlySet<number>): ProductChange[] {
  const [time, url] = [documents.toSorted(byTime), documents.toSorted(byUrl)]
  const previous = (order: readonly PlainDocument[], id: number) =>
    order[order.findIndex((each) => each.id === id) - 1]?.id ?? null
  const listed = url.filter(({ id }) => ids.has(id))
  const gone = [...ids].filter((id) => !listed.some((each) => each.id === id))
  return [
    ...gone.map((id) => ({
      id,
      document: null,
      categories: [],
      previous: { created_at: null, url_key: null },
    })),
    ...listed.map((each) => ({
      id: each.id,
      document: each,
      categories: categories.flatMap(({ id, products }) => (products.includes(each.id) ? id : [])),
      previous: { created_at: previous(time, each.id), url_key: previous(url, each.id) },
    })),
  ]
}

const RANGES = [
  { from: null, to: 60 },
  { from: 60, to: null },
]

async function results(index: FacetedIndex, query: ListingQuery) {
  const engine = createIndexedListing(index)
  return {
    found: await engine.find(query, CHOICE_FILTERS, CHOICE_FILTERS),
    prices: await engine.prices(query, 'price_by_tire', RANGES, 'ignored'),
    applied: await engine.prices(query, 'final_price', RANGES, 'applied'),
    sizes: sizesInStock(index),
    brands: brandsInStock(index),
  }
}

test('[H1] an index with changed products returns exactly what a rebuilt index returns', async () => {
  await fc.assert(
    fc.asyncProperty(
      catalog,
      fc.array(round, { minLength: 1, maxLength: 4 }),
      fc.array(drawnQuery, { minLength: 5, maxLength: 5 }),
      async (first, rounds, queries) => {
        const index = buildIndex(first)
        let plain = first
        for (const { changes, restocks } of rounds) {
          const { after, ids } = changed(plain, changes)
          plain = after
          expect(applyProductChanges(index, toChanges(plain, ids))).toBe(true)
          for (const { position, qty, manage } of restocks) {
            const id = plain.documents[position % Math.max(1, plain.documents.length)]?.id ?? 4242
            plain = { ...plain, documents: restocked(plain.documents, id, qty, manage) }
            applyStockEvent(index, [id], { qty, manage })
          }
          const rebuilt = buildIndex(plain)
          for (const drawn of queries) {
            const query = toQuery(drawn, plain)
            expect(await results(index, query)).toEqual(await results(rebuilt, query))
          }
        }
      },
    ),
    { numRuns: 150 },
  )
})

const [plain] = fc.sample(
  catalog.filter(({ documents }) => documents.length > 120),
  { numRuns: 1, seed: 7 },
)
if (!plain) throw new Error('fast-check gave no sample')
const sample = plain
const [unit] = sample.documents
if (!unit) throw new Error('the sample has documents')

/** Units that are alike except for their id, price and brand, after all others by url_key. */
const units = (count: number) =>
  Array.from({ length: count }, (_, at): PlainDocument => {
    const values = unit.values.map((value, column) =>
      COLUMN_FILTERS[column] === 'brand' ? { key: `new-${at % 400}`, label: `New ${at % 400}` } : value,
    )
    return { ...unit, values, id: 10_000 + at, finalPrice: at, urlKey: `z-${10_000 + at}`, setqty: 1, qty: 1 }
  })

test('more brands than one byte can number are found', async () => {
  const index = buildIndex(sample)
  const added = units(600)
  const after = { ...sample, documents: [...sample.documents, ...added] }
  expect(applyProductChanges(index, toChanges(after, new Set(added.map(({ id }) => id))))).toBe(true)
  const query = { ...EMPTY_QUERY, choices: { brand: ['new-399', 'new-7'] } }
  expect(await results(index, query)).toEqual(await results(buildIndex(after), query))
})

test('changes that do not fit, or that follow an unknown product, change nothing', async () => {
  const index = buildIndex(sample)
  const before = await results(index, EMPTY_QUERY)
  const added = units(SPARE_DOCUMENTS + 1)
  const after = { ...sample, documents: [...sample.documents, ...added] }
  const tooMany = toChanges(after, new Set(added.map(({ id }) => id)))
  expect(applyProductChanges(index, tooMany)).toBe(false)
  expect(applyProductChanges(index, tooMany.slice(5, 6))).toBe(false)
  expect(await results(index, EMPTY_QUERY)).toEqual(before)
})
