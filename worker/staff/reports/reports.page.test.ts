/** The pages and files of reports, from what a browser sends to what staff read (H14s). */
import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  BUILT_IN_ROLES,
  type BuiltInRole,
  hasPermission,
} from '../../../schema/identity/staff/permissions.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../schema/platform/duration.ts'
import { shopDay, shopDayStart } from '../../../schema/platform/shop-calendar.ts'
import { groupingsOf, REPORTS } from '../../../schema/staff/reports/report-paths.ts'
import { formatReportCsv } from '../../../schema/staff/reports/report-table.ts'
import { Browser, openShop } from '../../account/testing/account.harness.ts'
import type { EventsMessage, ShopMessage } from '../../env.ts'
import { handleQueue } from '../../queue.ts'
import { loadManyUnits, UNITS } from '../units/testing/many-units.harness.ts'
import { makeReports } from './make-reports.ts'
import { readReport, readSoldTable } from './read-report.ts'
import { storeSales } from './testing/random-sales.harness.ts'

const NOW = Date.now()
/** Yesterday at noon. */
const YESTERDAY = shopDayStart(NOW) - 12 * HOUR_MS
let owner: Browser

beforeEach(async () => {
  await reset()
  await openShop()
  await loadManyUnits()
  owner = new Browser()
  await owner.signInAsStaff('owner')
})

const page = async (path: string, who = owner) => (await who.fetch(`/staff/${path}`)).text()
/** The texts of the cells of the row that begins with `name`. */
function cells(html: string, name: string): string[] {
  const row = [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, inner = '']) => inner)
  const found = row.find((inner) => inner.replace(/<[^>]+>/g, '').startsWith(name)) ?? ''
  return [...found.matchAll(/<t[hd].*?>(.*?)<\/t[hd]>/gs)].map(([, inner = '']) =>
    inner.replace(/<[^>]+>/g, ''),
  )
}

/** Opens lists as a shopper's browser reports them, `times` beacons, on the day before. */
async function ask(asked: { path: string; isEmpty: boolean }[], times = 1): Promise<void> {
  const queued: EventsMessage[] = []
  const COUNTS = { send: async (body: EventsMessage) => void queued.push(body) }
  for (let beacon = 0; beacon < times; beacon += 1) {
    const body = JSON.stringify({ events: asked })
    expect((await new Browser({ COUNTS }).fetch('/api/ext/events', { method: 'POST', body })).status).toBe(
      200,
    )
  }
  const messages = queued.map((body) => ({
    body: { ...body, day: shopDay(YESTERDAY) },
    ...{ timestamp: new Date(), ack: vi.fn(), retry: vi.fn() },
  }))
  await handleQueue({ queue: 'counts', messages } as unknown as MessageBatch<ShopMessage>, env)
}

test('[H14s] what shoppers ask for and do not find is the first line of the buyer’s list, and is low on Today', async () => {
  await ask(
    [
      { path: '/t/s/195-65r15/used', isEmpty: true },
      { path: '/t/s/195-65r15/used?brand=halden', isEmpty: true },
    ],
    6,
  )
  await ask([{ path: '/t/s/225-45r17', isEmpty: false }], 3)
  expect(await page('reports/demand')).toContain('No report yet')
  await makeReports(env.DB, NOW)
  const html = await page('reports/demand')
  expect(cells(html, '195/65R15').slice(2, 6)).toEqual(['6', '6', '0', '0'])
  expect(cells(html, '225/45R17').slice(2, 4)).toEqual(['3', '0'])
  expect(html.indexOf('195/65R15')).toBeLessThan(html.indexOf('225/45R17'))
  expect(html).toContain('href="/staff/units/?state=live&amp;size=225-45r17&amp;grade=A"')
  const today = await page('')
  expect(today).toMatch(/href="\/staff\/reports\/demand\?low=1".*?>1<\/b>/s)
  const low = await page('reports/demand?low=1')
  expect(cells(low, '195/65R15')).not.toEqual([])
  expect(cells(low, '225/45R17')).toEqual([])
})

test('[H14s] a question without a result has the shop’s words, the shopper’s, and its filters', async () => {
  await ask([{ path: '/search?q=nokian+WINTER+tyres&condition=used', isEmpty: true }], 2)
  await ask([{ path: '/search?q=winter+nokian&condition=used', isEmpty: true }])
  await ask([{ path: '/search?q=ada%40example.com', isEmpty: true }])
  const html = await page('reports/searches?days=30')
  expect(cells(html, 'nokian winter')).toEqual(['nokian winter', 'Used', 'nokian winter tyres', '2'])
  expect(html).not.toContain('example.com')
  expect(html).toContain('href="/search?q=nokian%20winter&amp;condition=used"')
})

test('[H14s] a day that is full of questions and sizes goes on counting those it has, and a beacon counts ten lists', async () => {
  const day = shopDay(YESTERDAY)
  const fill = (insert: string, rows: number) =>
    env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows}) ${insert} FROM n`,
    )
      .bind(day)
      .run()
  const known = { path: '/search?q=nokian+winter', isEmpty: true }
  const size = { path: '/t/s/225-45r17', isEmpty: false }
  const lists = Array.from({ length: 12 }, (_, at) => ({ path: `/search?q=halden+x${at}`, isEmpty: true }))
  await ask([...lists, size])
  const counted = () => env.DB.prepare('SELECT count(*) FROM search_miss').first<number>('count(*)')
  expect(await counted()).toBe(10)
  await ask([known, size])
  await fill("INSERT INTO search_miss SELECT ?, 'full ' || i, '', '', 1", 989)
  await fill("INSERT INTO size_demand SELECT ?, 'full-' || i, 1, 0", 2_999)
  await ask([known, { path: '/search?q=new+words', isEmpty: true }, size])
  await ask([{ path: '/t/s/195-65r15/used', isEmpty: true }])
  expect(await counted()).toBe(1000)
  const rows = await env.DB.prepare(
    "SELECT count AS counted FROM search_miss WHERE words = 'nokian winter' UNION ALL SELECT asked FROM size_demand WHERE size IN ('225-45r17', '195-65r15')",
  ).all()
  expect(rows.results).toEqual([{ counted: 2 }, { counted: 2 }])
})

test('[H14s] sold tires lead to their sales, and the files have the numbers of the page', async () => {
  const [unit] = UNITS.filter(({ size, id }) => size === '225-45r17' && id % 3 !== 0)
  if (!unit) throw new Error('no such unit')
  const sale = {
    order: 70_001,
    status: 'paid',
    placedAt: YESTERDAY,
    unit,
    tires: 2,
    back: 0,
    rowTotal: 12_000,
    discount: 0,
  }
  await storeSales([sale])
  await makeReports(env.DB, NOW)
  const html = await page('reports/sales?by=size&days=30')
  expect(cells(html, '225/45R17')).toEqual(expect.arrayContaining(['2', '$120.00']))
  const sold = await page('reports/sold?by=size&name=225-45r17&days=30')
  expect(cells(sold, unit.sku)).toEqual(expect.arrayContaining([shopDay(YESTERDAY), '2', '$120.00']))
  expect((await owner.fetch('/staff/reports/sold?by=toString&name=x')).status).toBe(404)
  const csv = await owner.fetch('/staff/reports/sales?by=size&days=30&format=csv')
  expect(csv.headers.get('Content-Disposition')).toMatch(/^attachment; filename="sales-size-.*\.csv"$/)
  expect(await csv.text()).toContain('225/45R17,2,')
  const file = await (await owner.fetch('/staff/reports/demand?format=html')).text()
  expect(file).toContain('225/45R17')
  expect(file).not.toMatch(/<script|<link|src=|url\(/)
  expect(await page('reports/demand?format=print')).toContain('class="sheet report-sheet"')
})

test('[H14s] tires that are there are counted by age with the money tied up, the books see it and change nothing', async () => {
  await storeSales([])
  await makeReports(env.DB, NOW)
  const books = new Browser()
  await books.signInAsStaff('books')
  const html = await page('reports/stock', books)
  const rows = await env.DB.prepare(
    "SELECT numbers ->> 'units' AS units, numbers ->> 'cost' AS cost FROM report_row WHERE report = 'stock' AND grouping = 'age'",
  ).all<{ units: number; cost: number }>()
  const total = await env.DB.prepare(
    `SELECT count(*) AS units, sum((coalesce(s.qty, 0) + u.off_sale) * coalesce(u.cost, 0) / p.setqty) AS cost FROM unit u
      JOIN product p ON p.id = u.product_id LEFT JOIN stock s ON s.stock_sku = p.stock_sku
      WHERE u.state IN ('live', 'waiting', 'parked', 'recalled') AND coalesce(s.qty, 0) + u.off_sale > 0`,
  ).first<{ units: number; cost: number }>()
  const sum = (name: 'units' | 'cost') => rows.results.reduce((all, row) => all + row[name], 0)
  expect({ units: sum('units'), cost: sum('cost') }).toEqual(total)
  expect(html).toContain('Money tied up')
  expect(html).toMatch(/listed=0-30/)
})

test('[H14s] numbers of inspectors are for the owner alone', async () => {
  const asked = 'reports/returns?by=inspector&days=30'
  expect(await page(asked)).toContain('By inspector')
  const browser = new Browser()
  await browser.signInAsStaff('manager')
  const html = await (await browser.fetch(`/staff/${asked}`)).text()
  expect([html.includes('By inspector'), html.includes('By reason')]).toEqual([false, true])
  expect((await browser.fetch('/staff/reports/returned?by=inspector&name=12&days=30')).status).toBe(200)
  expect(
    await (await browser.fetch('/staff/reports/returned?by=inspector&name=12&days=30')).text(),
  ).toContain('0 rows')
})

test('[H14s] returns are counted by reason, inspector and lot, each with its cases', async () => {
  const unit = UNITS.find(({ lot, by }) => lot === 2 && by === 12)
  if (!unit) throw new Error('no such unit')
  const sale = {
    order: 70_009,
    status: 'delivered',
    placedAt: YESTERDAY,
    unit,
    tires: 4,
    back: 0,
    rowTotal: 20_000,
    discount: 0,
  }
  await storeSales([sale])
  await env.DB.prepare(
    `INSERT INTO return_case (order_id, number, once, state, reason, lines, mounted, outcome, way, note, amount, state_at, created_at)
      VALUES (70009, 1, 'once', 'approved', 'defect', '[{"itemId":1,"pieces":1}]', 0, 'refund', 'label', '', 5000, ?1, ?1)`,
  )
    .bind(YESTERDAY)
    .run()
  await makeReports(env.DB, NOW)
  expect(cells(await page('reports/returns?by=reason&days=30'), 'It has a defect')).toEqual([
    'It has a defect',
    '1',
    '1',
    '$50.00',
  ])
  expect(cells(await page('reports/returns?by=lot&days=30'), '2: Yard')).toEqual([
    '2: Yard',
    '1',
    '1',
    '$50.00',
    '25%',
  ])
  expect(cells(await page('reports/returns?by=inspector&days=30'), '12')).toHaveLength(4)
  expect(cells(await page('reports/returned?by=inspector&name=12&days=30'), 'TL-R70009')).toContain(
    'Approved',
  )
})

test('[H14s] people see their own numbers alone, the owner sees all, and a break is no work', async () => {
  const yard = new Browser()
  const yardId = await yard.signInAsStaff('yard')
  const counterId = await new Browser().signInAsStaff('counter')
  const take = (unit: number, by: number, minute: number) =>
    env.DB.prepare('UPDATE unit SET taken_by = ?, taken_at = ? WHERE product_id = ?').bind(
      ...[by, YESTERDAY + minute * MINUTE_MS, unit],
    )
  await env.DB.batch([
    ...[0, 6, 12, 120, 126].map((minute, index) => take(5001 + index, yardId, minute)),
    take(5020, counterId, 30),
    // It came back, and the first inspection is that of who measured it then.
    env.DB.prepare('UPDATE unit SET first_by = ? WHERE product_id = 5020').bind(yardId),
    ...['TL-5001', 'TL-5020'].map((sku) =>
      env.DB.prepare(
        `INSERT INTO audit_log (at, staff_id, source, kind, record, record_id, version, before, after, key)
          VALUES (?1, ?2, 'page', 'change', 'unit', ?3, 2, '{"state":"waiting"}', '{"state":"parked"}', 'second-' || ?3)`,
      ).bind(YESTERDAY, counterId, sku),
    ),
  ])
  await makeReports(env.DB, NOW)
  expect(await page('me/', yard)).toContain('href="/staff/reports/people">My numbers</a>')
  const own = await page('reports/people?days=30', yard)
  // Four gaps, of which one is a break of which a quarter of an hour counts: 33 minutes.
  const [, ...numbers] = cells(own, 'Yusuf')
  expect(numbers).toEqual(['5', '0.6', '9.1', '0', '0', '2', '40%'])
  expect(own.match(/<tr>/g)).toHaveLength(2)
  expect(own).not.toContain('href="/staff/reports/demand"')
  const all = await page('reports/people?days=30')
  expect(all.match(/<tr>/g)).toHaveLength(3)
  const manager = new Browser()
  await manager.signInAsStaff('manager')
  expect(cells(await page('reports/people?days=30', manager), 'Yusuf')).toEqual([])
  const days = await env.DB.prepare('SELECT count(*) AS n FROM work_day WHERE day < ?')
    .bind(shopDay(YESTERDAY - DAY_MS))
    .first()
  expect(days).toEqual({ n: 0 })
})

test('[H14s] what tires cost and margins are in no table or file of a role that may not see them', async () => {
  const secret = /cost|margin|buy up|tied up/i
  await storeSales(
    UNITS.map((unit, index) => ({
      ...{ order: 71_000 + index, status: 'paid', placedAt: YESTERDAY, unit, tires: 1, back: 0 },
      ...{ rowTotal: 9_000, discount: 0 },
    })),
  )
  await makeReports(env.DB, NOW)
  const request = { days: 30 as const, size: null, isLow: false, now: NOW }
  const choices = REPORTS.flatMap((report) => {
    const groupings = groupingsOf(report, 'owner')
    return (groupings.length > 0 ? groupings : [null]).map((by) => ({ report, by }))
  })
  const titles = async (role: BuiltInRole) => {
    const staff = { role, staffId: 1 }
    const tables = await Promise.all(
      choices.map((choice) => readReport(env.DB, staff, { ...request, ...choice })),
    )
    const sold = await readSoldTable(env.DB, role, { by: 'grade', name: 'A', days: 30, now: NOW })
    return [...tables, ...(sold ? [sold] : [])].map((table) => formatReportCsv(table).split('\r\n')[0] ?? '')
  }
  // What the owner sees shows that the words are those of the columns.
  expect((await titles('owner')).filter((line) => secret.test(line))).toHaveLength(11)
  for (const role of BUILT_IN_ROLES.filter((name) => !hasPermission(name, 'cost.see'))) {
    expect((await titles(role)).filter((line) => secret.test(line))).toEqual([])
    const staff = new Browser()
    await staff.signInAsStaff(role)
    for (const report of REPORTS.filter((name) => name !== 'people'))
      for (const format of ['', '&format=csv', '&format=print', '&format=html'])
        expect((await staff.fetch(`/staff/reports/${report}?days=30${format}`)).status).toBe(403)
    expect((await staff.fetch('/staff/reports/sold?by=grade&name=A&days=30')).status).toBe(403)
  }
})

test('[H14s] a size that a chat asked for is demand, in the thirty days before today', async () => {
  const want = (conversation: number, at: number) =>
    env.DB.prepare("INSERT INTO size_want (conversation_id, size, at) VALUES (?, '195/65R15', ?)").bind(
      conversation,
      at,
    )
  await env.DB.batch([want(1, YESTERDAY), want(2, YESTERDAY), want(3, YESTERDAY - 31 * DAY_MS), want(4, NOW)])
  await makeReports(env.DB, NOW)
  expect(cells(await page('reports/demand'), '195/65R15').slice(2, 4)).toEqual(['2', '0'])
})
