/** Generated units as documents of the index, and typical queries of shoppers; always the same ones. */

import { snowOption } from '../schema/catalog/attributes/extra-attributes.ts'
import {
  CHOICE_FILTERS,
  type ChoiceFilter,
  EMPTY_QUERY,
  type ListingQuery,
  SORTS,
} from '../schema/catalog/listing/listing.ts'
import { SETS } from '../schema/catalog/product/product.ts'
import { dotDate } from '../schema/catalog/sizes/tire-text.ts'
import { productHref } from '../schema/paths.ts'
import { createRandom } from '../scripts/seed/prng.ts'
import { rowsOfUnit } from '../scripts/seed/shop.ts'
import { makeUnit } from '../scripts/seed/unit.ts'
import { createIndexBuilder } from '../worker/catalog/index/build/build-index.ts'
import {
  type CatalogDocument,
  COLUMN_FILTERS,
  type DocumentValue,
} from '../worker/catalog/index/build/index-columns.ts'
import type { FilterOptions } from '../worker/catalog/index/listing-engine.ts'

const SEED = 1
const FIRST_ID = 1001
/** Distance between the ids of two units: a unit with its variants uses up to four. */
const STEP = 4

export interface BenchDocument extends CatalogDocument {
  urlKey: string
}

function documentOf(index: number, size: number): BenchDocument {
  const unit = makeUnit(SEED, index, size, FIRST_ID + index * STEP)
  const [row, ...variants] = rowsOfUnit(unit)
  if (!row) throw new Error('a unit has a row')
  const value = (key: unknown, label: unknown): DocumentValue | null =>
    key === null || key === undefined ? null : { key: String(key).toLowerCase(), label: String(label) }
  const year = dotDate(row.dot ?? null)?.year ?? null
  const snowMarks = row.extra?.snow_marks
  return {
    id: row.id ?? 0,
    visibility: row.visibility,
    status: row.status,
    setqty: row.setqty,
    setsOffered: row.setsOffered,
    finalPrice: row.finalPrice,
    pairPrice: variants.find(({ setqty }) => setqty === 2)?.priceByTire ?? 0,
    fourPrice: variants.find(({ setqty }) => setqty === 4)?.priceByTire ?? 0,
    treadDepth: row.treadDepth ?? null,
    createdAt: row.createdAt,
    width: row.section ?? 0,
    aspect: row.aspect ?? 0,
    rim: row.rim ?? 0,
    qty: unit.stock,
    manage: true,
    urlKey: row.urlKey,
    path: productHref({ sku: row.sku, parentSku: null, slug: row.urlKey }),
    hasAttachments: false,
    ratingRank: 0,
    marking: `${row.size} ${row.tireLoad}${row.tireSpeed}`,
    values: [
      value(row.conditionSlug, row.condition),
      value(row.brandSlug, row.brand),
      value(row.modelSlug, row.model),
      value(row.sizeSlug, row.size),
      value(row.rim, row.rim),
      value(row.construction, row.construction),
      value(row.seasonSlug, row.season),
      value(year, year),
      value(Number(row.runFlat), row.runFlat),
      value(row.tireLoad, row.tireLoad),
      value(row.tireSpeed, row.tireSpeed),
      value(row.speedRated, row.speedRated),
      null,
      value(snowOption(snowMarks), snowMarks),
      value(row.loadRange, row.loadRange),
    ],
  }
}

export function benchDocuments(size: number): BenchDocument[] {
  return Array.from({ length: size }, (_, index) => documentOf(index, size))
}

/** Multiplies documents with other prices, ages and ids, because generating them all takes a minute. */
export function multiplied(documents: readonly BenchDocument[], times: number): BenchDocument[] {
  return Array.from({ length: times }, (_, round) =>
    documents.map((one, index) => {
      const more = ((round * 37 + index) % 90) * 10
      return {
        ...one,
        id: one.id + round * documents.length * STEP,
        finalPrice: one.finalPrice + more,
        pairPrice: one.pairPrice && one.pairPrice + more,
        fourPrice: one.fourPrice && one.fourPrice + more,
        createdAt: one.createdAt - round * 7_919,
      }
    }),
  ).flat()
}

export function snapshotOf(documents: readonly BenchDocument[], options: FilterOptions): ArrayBuffer {
  const builder = createIndexBuilder()
  for (const one of documents) builder.add(one)
  const positions = Uint32Array.from(documents.keys()).sort((a, b) => {
    const [x, y] = [documents[a], documents[b]]
    return !x || !y ? 0 : x.urlKey < y.urlKey ? -1 : x.urlKey > y.urlKey ? 1 : x.id - y.id
  })
  builder.addUrlOrder([...positions].map((position) => documents[position]?.id ?? 0))
  return builder.finish({ version: 'bench', event: 0, options, categories: [] })
}

/** The compared SQL knows no ratings, which are no column of the product. */
const FILTERS = CHOICE_FILTERS.filter((filter) => filter !== 'rating')
const ORDERS = SORTS.filter(({ value }) => value !== 'rating:desc')

export interface BenchQuery {
  query: ListingQuery
  facets: readonly ChoiceFilter[]
}

/** The filters beside a list of the shop; a client of the API requests all of them. */
const LISTED_FILTERS: readonly ChoiceFilter[] = [
  'condition',
  'sets',
  'seasons',
  'smart_filter',
  'brand',
  'rim',
  'tire_speed',
  'run_flat',
]

/**
 * Returns the query mix: half start with a size, a quarter with a brand or condition, the rest with all
 * tires. Up to three more filters, 40 % in another sort than newest first, one in seven deep in the list, one
 * in ten with counts only.
 */
export function benchQueries(documents: readonly BenchDocument[], count: number): BenchQuery[] {
  const random = createRandom(SEED, 'questions')
  const someValue = (filter: ChoiceFilter): string => {
    if (filter === 'sets') return random.pick(SETS)
    if (filter === 'smart_filter') return random.pick(['almost-new', 'under-60', 'four-alike', 'snow-ready'])
    const index = (COLUMN_FILTERS as readonly string[]).indexOf(filter)
    // A value of a document, so that frequent values are queried more often.
    return random.pick(documents).values[index]?.key ?? 'none'
  }
  return Array.from({ length: count }, () => {
    const begin = random.weighted([
      ['size', 50],
      ['brand', 13],
      ['condition', 12],
      [null, 25],
    ] as const)
    const choices: Partial<Record<ChoiceFilter, string[]>> = begin ? { [begin]: [someValue(begin)] } : {}
    for (let more = random.whole(0, 3); more > 0; more--) {
      const filter = random.pick(FILTERS)
      choices[filter] ??= [...new Set([someValue(filter), ...(random.hit(0.3) ? [someValue(filter)] : [])])]
    }
    const ranges: ListingQuery['ranges'] = {}
    if (random.hit(0.2)) ranges.price_by_tire = { from: random.whole(0, 80), to: random.whole(81, 300) }
    if (random.hit(0.15)) ranges.tread_depth = { from: random.whole(4, 8), to: null }
    const query: ListingQuery = {
      ...EMPTY_QUERY,
      choices,
      ranges,
      sort: random.hit(0.4) ? random.pick(ORDERS).value : EMPTY_QUERY.sort,
      start: random.hit(0.14) ? random.whole(1, 400) * EMPTY_QUERY.size : 0,
      size: random.hit(0.1) ? 0 : EMPTY_QUERY.size,
    }
    const facets = random.hit(0.1) ? FILTERS : LISTED_FILTERS.filter((filter) => filter !== begin)
    return { query, facets }
  })
}
