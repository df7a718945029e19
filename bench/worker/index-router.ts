/** Asks the parts of the index behind service bindings and merges their ids, counts and prices. */
import type {
  Bucket,
  ChoiceFilter,
  ListingQuery,
  ListingResult,
} from '../../schema/catalog/listing/listing.ts'
import { parseSort } from '../../worker/catalog/index/build/index-orders.ts'
import { MARK_STEP, type PartFind, type PartResult, type Placed } from './part-messages.ts'

type Env = Record<`PART${number}`, Fetcher>

/** Lists up to this position are merged from their beginning; later pages first ask for marks. */
const SHORT_LIST = 1_000

/** The rims and sizes of each part: a query for some of them asks only the parts that have them. */
let values: { rims: ReadonlySet<string>; sizes: ReadonlySet<string> }[] = []

async function ask<Answer>(part: Fetcher, operation: string, body: PartFind): Promise<Answer> {
  const reply = await part.fetch(`https://part.invalid/${operation}`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  return reply.json()
}

function compareIn({ sort }: ListingQuery): (a: Placed, b: Placed) => number {
  const turn = parseSort(sort).isDescending ? -1 : 1
  return (a, b) => (a.key < b.key ? -turn : a.key > b.key ? turn : (a.id - b.id) * turn)
}

/** Returns the parts that a query needs: all of them when a facet counts sizes or rims beside the chosen ones. */
function partsOf(env: Env, { query, facets }: PartFind): Fetcher[] {
  const { rim = [], size = [] } = query.choices
  const isOpen = (filter: ChoiceFilter, chosen: readonly string[]) =>
    chosen.length === 0 || facets.includes(filter)
  return values.flatMap((own, at) => {
    const hasRim = isOpen('rim', rim) || rim.some((value) => own.rims.has(value))
    const hasSize = isOpen('size', size) || size.some((value) => own.sizes.has(value))
    const part = env[`PART${at}`]
    return hasRim && hasSize && part ? [part] : []
  })
}

/**
 * Returns how many products each part can skip: all of them come before the page, because at most `start` products
 * come before the last mark that is used.
 */
async function skipsOf(parts: readonly Fetcher[], find: PartFind): Promise<number[]> {
  const { start } = find.query
  if (start + find.query.size <= SHORT_LIST) return parts.map(() => 0)
  const all = await Promise.all(parts.map((part) => ask<{ marks: Placed[] }>(part, 'marks', find)))
  const compare = compareIn(find.query)
  const marks = all
    .flatMap(({ marks: own }, part) => own.map((mark, at) => ({ ...mark, part, position: at * MARK_STEP })))
    .sort(compare)
  let skips = parts.map(() => 0)
  for (const { part, position } of marks) {
    const next = skips.with(part, position)
    if (next.reduce((sum, skip) => sum + skip + MARK_STEP, 0) > start) break
    skips = next
  }
  return skips
}

async function find(env: Env, request: PartFind): Promise<ListingResult> {
  const parts = partsOf(env, request)
  const { query, facets } = request
  const skips = await skipsOf(parts, request)
  const left = query.start - skips.reduce((sum, skip) => sum + skip, 0)
  const results = await Promise.all(
    parts.map((part, at) =>
      ask<PartResult>(part, 'place', {
        facets,
        query: { ...query, start: skips[at] ?? 0, size: query.size > 0 ? left + query.size : 0 },
      }),
    ),
  )
  const placed = results.flatMap((result) => result.placed).sort(compareIn(query))
  const prices = results.flatMap(({ minPriceByTire }) => minPriceByTire ?? [])
  const [first] = results
  return {
    ids: placed.slice(left, left + query.size).map(({ id }) => id),
    total: results.reduce((sum, { total }) => sum + total, 0),
    buckets: Object.fromEntries(
      facets.map((facet) => [facet, mergeBuckets(results.map(({ buckets }) => buckets[facet] ?? []))]),
    ),
    treadSteps: (first?.treadSteps ?? []).map(({ from }, at) => ({
      from,
      count: results.reduce((sum, { treadSteps }) => sum + (treadSteps[at]?.count ?? 0), 0),
    })),
    minPriceByTire: prices.length > 0 ? Math.min(...prices) : null,
  }
}

/** Adds up counts and takes the lowest prices. */
function mergeBuckets(lists: readonly (readonly Bucket[])[]): Bucket[] {
  const merged = new Map<string, Bucket>()
  for (const bucket of lists.flat()) {
    const known = merged.get(bucket.key)
    merged.set(bucket.key, known ? add(known, bucket) : bucket)
  }
  return [...merged.values()]
}

function add(a: Bucket, b: Bucket): Bucket {
  return {
    ...a,
    count: a.count + b.count,
    minFinalPrice: lower(a.minFinalPrice, b.minFinalPrice),
    minPriceByTire: lower(a.minPriceByTire, b.minPriceByTire),
  }
}

function lower(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b)
}

export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url)
    if (pathname === '/values') {
      const parts = (await request.json()) as { rims: string[]; sizes: string[] }[]
      values = parts.map(({ rims, sizes }) => ({ rims: new Set(rims), sizes: new Set(sizes) }))
      return Response.json({})
    }
    if (pathname !== '/find') return new Response(null, { status: 404 })
    const body = (await request.json()) as PartFind
    let result: ListingResult | null = null
    for (let time = 0; time < (body.times ?? 1); time++) result = await find(env, body)
    return Response.json({ ...result })
  },
} satisfies ExportedHandler<Env>
