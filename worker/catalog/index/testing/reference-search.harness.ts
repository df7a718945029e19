/** A second, slow implementation of listing queries for tests: it reads every document for every query. */
import {
  type Bucket,
  type ChoiceFilter,
  type ListingQuery,
  type ListingResult,
  type RangeFilter,
  TREAD_STEPS,
} from '../../../../schema/catalog/listing/listing.ts'
import { SETS } from '../../../../schema/catalog/product/product.ts'
import { speedInMph } from '../../../../schema/catalog/sizes/speed-symbol.ts'
import { parseFitValue } from '../../../../schema/catalog/vehicle/fit-value.ts'
import { isSameSize } from '../../../../schema/catalog/vehicle/fitment.ts'
import type { CategoryFacts } from '../build/build-index.ts'
import { type CatalogDocument, COLUMN_FILTERS } from '../build/index-columns.ts'
import { NUMBER_ORDERS, parseSort } from '../build/index-orders.ts'
import type { FilterOptions } from '../listing-engine.ts'

export interface PlainDocument extends CatalogDocument {
  urlKey: string
}

export interface PlainCatalog {
  documents: readonly PlainDocument[]
  options: FilterOptions
  categories: readonly CategoryFacts[]
}

/** Returns the values of a document for a filter. */
export function valuesOf(document: PlainDocument, filter: ChoiceFilter, options: FilterOptions): string[] {
  if (filter === 'sets')
    return SETS.filter(
      (_, bit) => ((document.setsOffered >> bit) & 1) === 1 && (!document.manage || document.qty >= 1 << bit),
    )
  if (filter === 'smart_filter')
    return options.smart.flatMap(({ value, conditions }) =>
      conditions.length > 0 &&
      conditions.every(({ attribute_code: code, in: values, from = null, to = null }) => {
        if (code in RANGE_VALUES) return inside(document, code as RangeFilter, { from, to })
        const known = [...COLUMN_FILTERS, 'sets' as const].find((name) => name === code)
        return known ? valuesOf(document, known, options).some((own) => values?.includes(own)) : false
      })
        ? [value]
        : [],
    )
  const value = document.values[COLUMN_FILTERS.indexOf(filter)]
  return value ? [value.key] : []
}

const RANGE_VALUES: Record<RangeFilter, (document: PlainDocument) => number | null> = {
  final_price: ({ finalPrice }) => finalPrice / 100,
  price_by_tire: ({ finalPrice, setqty }) => Math.ceil(finalPrice / setqty) / 100,
  tread_depth: ({ treadDepth }) => treadDepth,
}

/** Returns the price per tire of the largest wanted set in stock, otherwise of the largest in stock. */
function cardPrice(document: PlainDocument, wanted: readonly string[], options: FilterOptions): number {
  const { finalPrice, setqty, pairPrice, fourPrice } = document
  const live = valuesOf(document, 'sets', options)
  const chosen = live.filter((form) => wanted.includes(form))
  const forms = chosen.length > 0 ? chosen : live
  const inSet = forms.includes('setOfFour') ? fourPrice : forms.includes('pairs') ? pairPrice : 0
  return inSet || Math.ceil(finalPrice / setqty)
}

function inside(
  document: PlainDocument,
  filter: RangeFilter,
  { from, to }: { from: number | null; to: number | null },
): boolean {
  const value = RANGE_VALUES[filter](document)
  return (
    (from === null || (value !== null && value >= from)) && (to === null || (value !== null && value <= to))
  )
}

/** Checks a value such as `fit-225-45r17-91-v`; false for a plain size. */
function fitsAxle(document: PlainDocument, value: string, options: FilterOptions): boolean {
  const axle = parseFitValue(value)
  const [size, load, speed] = (['size', 'tire_load', 'tire_speed'] as const).map(
    (filter) => valuesOf(document, filter, options)[0] ?? '',
  )
  if (!axle || !size || !isSameSize(size, axle.sizeSlug)) return false
  return (
    (axle.minLoad === null || Number(load) >= axle.minLoad) &&
    (axle.minSpeed === null || (speedInMph(speed ?? '') ?? 0) >= (speedInMph(axle.minSpeed) ?? 0))
  )
}

function matches(
  catalog: PlainCatalog,
  document: PlainDocument,
  query: ListingQuery,
  own: ChoiceFilter | RangeFilter | null,
): boolean {
  const { options, categories } = catalog
  const { visibility, status, within, category } = query
  if (!query.outOfStock && document.manage && document.qty < document.setqty) return false
  if (visibility && !visibility.includes(document.visibility)) return false
  if (status && !status.includes(document.status)) return false
  if (within && !within.includes(document.id)) return false
  const has = (filter: ChoiceFilter, values: readonly string[]) =>
    valuesOf(document, filter, options).some((value) => values.includes(value)) ||
    (filter === 'size' && values.some((value) => fitsAxle(document, value, options)))
  if (category !== undefined) {
    const known = categories.find(({ id }) => id === category)
    const conditions = Object.entries(known?.filter ?? {}) as [ChoiceFilter, string[]][]
    const found = conditions.length > 0 && conditions.every(([filter, values]) => has(filter, values))
    if (!found && !known?.products.includes(document.id)) return false
  }
  const choices = Object.entries(query.choices) as [ChoiceFilter, readonly string[]][]
  const ranges = Object.entries(query.ranges) as [RangeFilter, { from: number | null; to: number | null }][]
  return (
    choices.every(([filter, values]) => filter === own || has(filter, values)) &&
    ranges.every(([filter, range]) => filter === own || inside(document, filter, range))
  )
}

function sorted(documents: readonly PlainDocument[], { sort, within }: ListingQuery): PlainDocument[] {
  const { field, isDescending } = parseSort(sort)
  const key = (document: PlainDocument) =>
    field === 'url_key' ? document.urlKey : NUMBER_ORDERS[field](document)
  const order = (a: PlainDocument, b: PlainDocument) => {
    if (sort === 'relevance' && within) return within.indexOf(a.id) - within.indexOf(b.id)
    const [x, y] = [key(a), key(b)]
    return (x < y ? -1 : x > y ? 1 : a.id - b.id) * (isDescending ? -1 : 1)
  }
  return documents.toSorted(order)
}

/** Returns the expected result of `find`; the buckets are sorted by key and have no labels. */
export function bruteForce(
  catalog: PlainCatalog,
  query: ListingQuery,
  facets: readonly ChoiceFilter[],
): Omit<ListingResult, 'buckets'> & { buckets: Partial<Record<ChoiceFilter, Omit<Bucket, 'label'>[]>> } {
  const { documents, options } = catalog
  const without = (own: ChoiceFilter | RangeFilter | null) =>
    documents.filter((document) => matches(catalog, document, query, own))
  const found = sorted(without(null), query)
  const tires = (list: readonly PlainDocument[]) =>
    list.map((document) => cardPrice(document, query.choices.sets ?? [], options))
  const deep = without('tread_depth')
  return {
    ids: found.slice(query.start, query.start + query.size).map(({ id }) => id),
    total: found.length,
    minPriceByTire: found.length > 0 ? Math.min(...tires(found)) : null,
    treadSteps: [null, ...TREAD_STEPS].map((from) => ({
      from,
      count: deep.filter(({ treadDepth }) => from === null || (treadDepth ?? 0) >= from).length,
    })),
    buckets: Object.fromEntries(
      facets.map((facet) => {
        const counted = new Map<string, PlainDocument[]>()
        for (const document of without(facet))
          for (const value of valuesOf(document, facet, options))
            counted.set(value, [...(counted.get(value) ?? []), document])
        const buckets = [...counted].map(([key, list]) => ({
          key,
          count: list.length,
          minFinalPrice: Math.min(...list.map(({ finalPrice }) => finalPrice)),
          minPriceByTire: (COLUMN_FILTERS as readonly string[]).includes(facet)
            ? Math.min(...tires(list))
            : null,
        }))
        return [facet, buckets.sort((a, b) => (a.key < b.key ? -1 : 1))]
      }),
    ),
  }
}

/** Returns the documents with a new stock of one product. */
export function restocked(
  documents: readonly PlainDocument[],
  id: number,
  qty: number,
  manage: boolean,
): PlainDocument[] {
  return documents.map((document) => (document.id === id ? { ...document, qty, manage } : document))
}
