/**
 * Answers listings by D1 as the reference of bench/search.ts. One statement reads the matching rows once and
 * computes all results from them: a query per facet would scan the catalog again, and D1 allows only five
 * terms in a compound select.
 */
import {
  type Bucket,
  type ChoiceFilter,
  type ListingQuery,
  type ListingResult,
  type RangeFilter,
  type Sort,
  TREAD_STEPS,
} from '../../schema/catalog/listing/listing.ts'
import { SETS } from '../../schema/catalog/product/product.ts'
import type { FilterOptions, ListingEngine } from '../../worker/catalog/index/listing-engine.ts'
import { COLUMNS, conditionsOf, isColumn, type Part, SETS_NOW, smartPart } from './sql-conditions.ts'

const LISTED = 'p.visibility > 1 and p.status in (0, 1) and (s.manage = 0 or s.qty >= p.setqty)'
const FROM = 'from product p join stock s on s.stock_sku = p.stock_sku'

/** Equal values are sorted by id, so that each product is on exactly one page. */
const ORDER: Partial<Record<Sort, string>> = {
  'created_at:desc': 'created_at desc, id desc',
  'final_price:asc': 'final_price, id',
  'final_price:desc': 'final_price desc, id desc',
  'url_key:asc': 'url_key, id',
  'url_key:desc': 'url_key desc, id desc',
  'tread_depth:asc': 'tread_depth, id',
  'tread_depth:desc': 'tread_depth desc, id desc',
  relevance: 'place, id',
}

/** Key, count, least final price, least price per tire, text of the column. */
type Counted = [key: string, count: number, final: number | null, byTire: number | null, label: string | null]

export function sqlListing(db: D1Database, catalog: FilterOptions): Pick<ListingEngine, 'find'> {
  return { find: (query, facets) => find(db, catalog, query, facets) }
}

function all(parts: readonly Part[]): Part {
  return {
    text: parts.map(({ text }) => `(${text})`).join(' and ') || 'true',
    params: parts.flatMap(({ params }) => params),
  }
}

async function find(
  db: D1Database,
  catalog: FilterOptions,
  query: ListingQuery,
  facets: readonly ChoiceFilter[],
): Promise<ListingResult> {
  const columns = facets.filter(isColumn)
  const smart = facets.includes('smart_filter') ? catalog.smart : []
  const conditions = conditionsOf(query, catalog.smart)
  // A filter must not narrow its own facet: it becomes a flag of the row instead of a condition.
  const isFlag = (filter: ChoiceFilter | RangeFilter | null) =>
    filter === 'tread_depth' || facets.some((facet) => facet === filter)
  const flags = conditions.filter(({ filter }) => isFlag(filter))
  const hard = all(conditions.filter(({ filter }) => !isFlag(filter)).map(({ part }) => part))
  const smartParts = smart.map(smartPart)

  const fields = [
    'p.id, p.created_at, p.final_price, p.price_by_tire, p.url_key, p.tread_depth',
    `${SETS_NOW} as sets_now`,
    query.sort === 'relevance'
      ? '(select w.key from json_each(?) w where w.value = p.id) as place'
      : '0 as place',
    ...columns.map((facet) => `${COLUMNS[facet].key} as k_${facet}, ${COLUMNS[facet].label} as l_${facet}`),
    ...smartParts.map(({ text }, index) => `(${text}) as s_${index}`),
    // A missing value does not match; a null would make the sum below null.
    ...flags.map(({ part }, index) => `((${part.text}) is true) as f_${index}`),
  ]
  // A row that fails two filters is in no result.
  const near =
    flags.length > 1 ? `where ${flags.map((_, i) => `f_${i}`).join(' + ')} >= ${flags.length - 1}` : ''
  const others = (own?: ChoiceFilter | RangeFilter) =>
    flags.flatMap(({ filter }, index) => (filter === own ? [] : [`f_${index}`])).join(' and ') || 'true'
  const counts = 'count(*) as n, min(final_price) as f, min(price_by_tire) as t'
  const bucketList = (source: string) =>
    `(select json_group_array(json_array(k, n, f, t, l)) from (${source}))`

  const answers = [
    `(select json_array(count(*), min(price_by_tire)) from m where ${others()}) as head`,
    `(select json_group_array(id) from (select id from m where ${others()} order by ${ORDER[query.sort]}
      limit ? offset ?)) as ids`,
    `(select json_array(count(*), ${TREAD_STEPS.map((step) => `total(tread_depth >= ${step})`).join(', ')})
      from m where ${others('tread_depth')}) as tread`,
    ...columns.map(
      (facet) =>
        `${bucketList(`select k_${facet} as k, ${counts}, min(l_${facet}) as l from m
          where k_${facet} is not null and ${others(facet)} group by 1`)} as b_${facet}`,
    ),
    ...(facets.includes('sets') ? [`${bucketList(SETS.map(setsBucket).join(' union all '))} as b_sets`] : []),
    ...smart.map(
      (_, index) =>
        `(select json_array(count(*), min(final_price), min(price_by_tire)) from m
          where s_${index} and ${others('smart_filter')}) as b_smart_${index}`,
    ),
  ]
  function setsBucket(sets: string, index: number): string {
    return `select '${sets}' as k, ${counts}, '${sets}' as l from m where sets_now & ${1 << index} and ${others('sets')}`
  }

  const row = await db
    .prepare(
      `with r as (select ${fields.join(', ')} ${FROM} where ${LISTED} and ${hard.text}),
        m as materialized (select * from r ${near}) select ${answers.join(', ')}`,
    )
    .bind(
      ...(query.sort === 'relevance' ? [JSON.stringify(query.within ?? [])] : []),
      ...smartParts.flatMap(({ params }) => params),
      ...flags.flatMap(({ part }) => part.params),
      ...hard.params,
      query.size,
      query.start,
    )
    .first<Record<string, string>>()
  return read(row ?? {}, catalog, facets)
}

function read(
  row: Record<string, string>,
  catalog: FilterOptions,
  facets: readonly ChoiceFilter[],
): ListingResult {
  const parse = <Value>(name: string): Value | null => JSON.parse(row[name] ?? 'null')
  const [total = 0, minPriceByTire = null] = parse<[number, number | null]>('head') ?? []
  const tread = parse<number[]>('tread') ?? []
  const smartRow = (index: number): Counted => {
    const [n = 0, f = null, t = null] =
      parse<[number, number | null, number | null]>(`b_smart_${index}`) ?? []
    const { value = '', name = '' } = catalog.smart[index] ?? {}
    return [value, n, f, t, name]
  }
  const buckets = facets.map((facet): [ChoiceFilter, Bucket[]] => {
    const counted =
      facet === 'smart_filter'
        ? catalog.smart.map((_, index) => smartRow(index))
        : (parse<Counted[]>(`b_${facet}`) ?? [])
    return [facet, toBuckets(facet, counted, catalog)]
  })
  return {
    ids: parse<number[]>('ids') ?? [],
    total,
    buckets: Object.fromEntries(buckets),
    treadSteps: [null, ...TREAD_STEPS].map((from, index) => ({ from, count: tread[index] ?? 0 })),
    minPriceByTire,
  }
}

const byText = new Intl.Collator('en-US', { numeric: true })

/** Returns buckets with the catalog's labels and order, else by label; without empty or unlabeled values. */
function toBuckets(facet: ChoiceFilter, counted: readonly Counted[], catalog: FilterOptions): Bucket[] {
  const options = catalog.labels.get(facet)
  // Sets are sorted by size, not by name.
  const bySize = (key: string) =>
    facet === 'sets' ? (SETS as readonly string[]).indexOf(key) : Number.MAX_SAFE_INTEGER
  const position = (key: string) => options?.get(key)?.position ?? bySize(key)
  return counted
    .map(([key, n, minFinalPrice, minPriceByTire, text]) => ({
      key,
      label: options?.get(key)?.label ?? text ?? '',
      count: n,
      minFinalPrice,
      minPriceByTire,
    }))
    .filter(({ count: n, label }) => n > 0 && label !== '')
    .sort((a, b) => position(a.key) - position(b.key) || byText.compare(a.label, b.label))
}
