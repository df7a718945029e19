/** Measures lists of units in the back office over 100,000 units: filters, searches, and a page far behind the first. */
import { type BenchShop, openBenchShop } from './bench-shop.ts'
import { type BenchReport, type Goal, toGoal } from './goal.ts'
import { quantile } from './measure.ts'
import { ownerHeaders, timePage } from './staff-page.ts'

const UNITS = 100_000
const ROUNDS = 1_000
const LIST_MS = 300
const CODE_MS = 50
const SUGGESTION_MS = 150
/** How much slower the last page may be than the first. */
const LAST_PAGE_RATIO = 1.2

/** Seeds bins, lots and TINs, which the demo shop does not have. */
const YARD = [
  `with recursive n (i) as (select 0 union all select i + 1 from n where i < 1999)
    insert or ignore into bin (code, walk) select 'A-' || i / 100 || '-' || i % 100, i from n`,
  `with recursive n (i) as (select 1 union all select i + 1 from n where i < 50)
    insert or ignore into lot (id, source, kind, created_at) select i, 'Lot ' || i, 'whole', 0 from n`,
  `update unit set bin = 'A-' || product_id % 2000 / 100 || '-' || product_id % 100, lot_id = product_id % 50 + 1,
    taken_by = product_id % 5, second_by = nullif(product_id % 3, 0), taken_at = 0,
    tin = substr('ABCDEFHJKLMNPRTUVWXY', product_id % 20 + 1, 1) || printf('%06d', product_id) || '2419',
    state = iif(product_id % 50 = 0, 'parked', 'live')`,
]

/** The values that the filters of a round choose from. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  q: ['halden+2322', '225/45R17+94W', '94W'],
  state: ['live', 'live,sold-out', 'parked'],
  condition: ['used', 'used,new', 'driven-once'],
  grade: ['A', 'A,B', 'C'],
  depth: ['6-', '4-7.5', '-9'],
  age: ['-5', '2-8', '1-'],
  price: ['40-90', '60-', '-120'],
  listed: ['-30', '10-90', '60-'],
  bin: ['A-12', 'A-3', 'none'],
  lot: ['7', '21'],
  by: ['1', '4'],
  photo: ['none'],
  second: ['none'],
}
const SORTS = [
  'newest',
  'oldest',
  'price-low',
  'price-high',
  'tread-high',
  'tread-low',
  'made-last',
  'bin',
  'sku',
]

export async function measureUnits(log: (line: string) => void): Promise<BenchReport> {
  const shop = await openBenchShop(log, UNITS)
  try {
    await shop.db.batch(YARD.map((statement) => shop.db.prepare(statement)))
    const headers = await ownerHeaders(shop.db)
    return [...(await measure(shop, headers)), ...(await measureIntakeCalls(shop, headers))]
  } finally {
    await shop.stop()
  }
}

async function measure({ url, db }: BenchShop, headers: Record<string, string>): Promise<Goal[]> {
  const request = (query: string) => timePage(`${url}/staff/units/?${query}`, headers)
  await request('')
  const lists: number[] = []
  const codes: number[] = []
  const first: number[] = []
  const last: number[] = []
  const tires = await db
    .prepare(
      'select p.sku, u.tin from product p join unit u on u.product_id = p.id order by p.id * 7919 % 10007 limit 500',
    )
    .all<{ sku: string; tin: string }>()
  const behind = await db
    .prepare(
      `select created_at || '~' || id as cursor from product where brand is not null and parent_id is null
        order by created_at desc, id desc limit 1 offset ?`,
    )
    .bind(UNITS - 101)
    .first<string>('cursor')
  for (let round = 0; round < ROUNDS; round += 1) {
    lists.push(await request(fiveFilters(round)))
    const tire = tires.results[round % tires.results.length]
    codes.push(await request(`q=${round % 2 === 0 ? tire?.sku : tire?.tin}`))
    first.push(await request(''))
    last.push(await request(`after=${behind}`))
  }
  const ratio = quantile(last, 0.5) / quantile(first, 0.5)
  const probe = `${UNITS.toLocaleString('en-US')} units, 99th percentile of ${ROUNDS.toLocaleString('en-US')} whole pages`
  return [
    toGoal('a list of units by five filters in any order', quantile(lists, 0.99), { max: LIST_MS, probe }),
    toGoal('a unit by its sku or TIN', quantile(codes, 0.99), { max: CODE_MS, probe }),
    {
      measure: 'the page of units 99,901 to 100,000',
      figure: ms(quantile(last, 0.5)),
      probe: `the first page, ${ms(quantile(first, 0.5))}, medians`,
      goal: `≤ ${LAST_PAGE_RATIO} of it`,
      isMet: ratio <= LAST_PAGE_RATIO,
    },
  ]
}

/** Measures what the intake page asks about a tire: its price, and units that look the same. */
async function measureIntakeCalls({ url, db }: BenchShop, headers: Record<string, string>): Promise<Goal[]> {
  const { results: tires } = await db
    .prepare(
      `select size || ' ' || tire_load || tire_speed as marking, brand, model, season, tread_depth as depths,
        tread_new as treadNew, dot from product where condition = 'Used' and parent_id is null and visibility > 1
        order by id * 7919 % 10007 limit ${ROUNDS}`,
    )
    .all<Record<string, string>>()
  const ask = (call: string, tire: Record<string, string>) =>
    timePage(`${url}/api/ext/staff/intake/${call}?${new URLSearchParams(tire)}`, headers)
  const [prices, alike]: [number[], number[]] = [[], []]
  for (const { season = '', treadNew = '', ...tire } of tires) {
    prices.push(await ask('suggestion', { ...tire, season, treadNew, grade: 'B' }))
    alike.push(await ask('alike', { ...tire, hash: '00ff00ff00ff00ff' }))
  }
  const probe = `${UNITS.toLocaleString('en-US')} units, 99th percentile of ${tires.length.toLocaleString('en-US')} calls`
  return [
    toGoal('the suggested price of a tire', quantile(prices, 0.99), { max: SUGGESTION_MS, probe }),
    toGoal('units that look the same', quantile(alike, 0.99), { max: SUGGESTION_MS, probe }),
  ]
}

const ms = (value: number) => `${value.toFixed(1)} ms`

/** Steps through the twelve filters that reach each of them. */
const STRIDES = [1, 5, 7, 11]

/** Returns five different filters and an order, by the number of the round. */
function fiveFilters(round: number): string {
  const names = Object.keys(CHOICES)
  const filters = Array.from({ length: 5 }, (_, index) => {
    const name = names[(round + index * (STRIDES[round % STRIDES.length] ?? 1)) % names.length] ?? ''
    const values = CHOICES[name] ?? []
    return `${name}=${values[(round + index) % values.length]}`
  })
  return [...filters, `sort=${SORTS[round % SORTS.length]}`].join('&')
}
