import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import { shopDayStart } from '../../../schema/platform/shop-calendar.ts'
import { Browser, openShop } from '../../account/testing/account.harness.ts'

const [owner, yard, books] = [new Browser(), new Browser(), new Browser()]
beforeAll(async () => {
  await openShop()
  await owner.signInAsStaff('owner')
  await yard.signInAsStaff('yard')
  await books.signInAsStaff('books')
})
const page = async (browser: Browser) => (await browser.fetch('/staff/')).text()
/** What the page says of each kind of work: its number by its label. */
const waiting = async (browser: Browser) =>
  Object.fromEntries(
    [...(await page(browser)).matchAll(/<b class="num">([\d,]+)<\/b><span>([^<]+)<\/span>/g)].map(
      ([, count, label]) => [label, Number(count)],
    ),
  )

async function addOrder(status: string, placedAt: number, total: number): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO sales_order (order_number, quote_id, status, email, subtotal, discount, shipping, tax, fees, grand_total,
      currency, payment_method, shipping_method, addresses, totals, payload_hash, placed_at, updated_at)
    VALUES (?1, ?1, ?2, 'a@b.example', ?4, 0, 0, 0, 0, ?4, 'USD', 'checkmo', 'freeshipping:freeshipping', '{}', '{}', '', ?3, ?3)`,
  )
    .bind(`TL-${crypto.randomUUID()}`, status, placedAt, total)
    .run()
}

test('[H14j] what waits is counted, each for those who may do it, the oldest first', async () => {
  expect(await page(books)).toContain('Nothing waits.')
  await addOrder('paid', Date.now() - 3 * DAY_MS, 10_000)
  await env.DB.exec(
    "INSERT INTO review (title, text, rating, reviewer_name, is_approved, created_on) VALUES ('a', 'b', 5, 'Kim', 0, 1)",
  )
  await env.DB.exec(
    "UPDATE unit SET state = 'waiting' WHERE product_id IN (SELECT id FROM product WHERE sku IN ('TL-1001', 'TL-1003'))",
  )
  expect(await waiting(owner)).toEqual({ 'Orders to pick': 1, 'Second inspections': 2, 'Reviews to read': 1 })
  expect(await waiting(yard)).toEqual({ 'Orders to pick': 1, 'Second inspections': 2 })
  const html = await page(owner)
  expect(html).toContain('oldest 3 days')
  expect(html.indexOf('Reviews to read')).toBeLessThan(html.indexOf('Orders to pick'))
})

test('[H14r] a claim waits apart from other returns, with the day of its answer', async () => {
  const claim = (reason: string, number: number, createdAt: number) =>
    env.DB.prepare(
      `INSERT INTO return_case (order_id, number, once, state, reason, lines, mounted, outcome, way, note, amount, state_at, created_at)
      VALUES ((SELECT min(id) FROM sales_order), ?1, ?1, 'requested', ?2, '[]', 0, 'refund', 'store', '', 0, ?3, ?3)`,
    )
      .bind(number, reason, createdAt)
      .run()
  await claim('mind', 1, Date.now())
  await claim('damaged', 2, Date.now())
  expect(await waiting(owner)).toMatchObject({ 'Claims to answer': 1, 'Returns to look at': 1 })
  expect(await page(owner)).toMatch(/Claims to answer<\/span><span class="quiet">answer by \w{3}, \w{3} \d+/)
  await claim('defect', 3, Date.now() - 9 * DAY_MS)
  expect(await page(owner)).toMatch(/Claims to answer<\/span><span class="overdue">answer was due/)
})

test('[H14j] sales of today, yesterday and a week ago are apart, without canceled orders', async () => {
  const noon = shopDayStart(Date.now()) + DAY_MS / 2
  await env.DB.exec('UPDATE sales_order SET placed_at = 1')
  await addOrder('paid', Date.now() - 1, 20_000)
  await addOrder('canceled', Date.now() - 1, 99_000)
  await addOrder('delivered', noon - DAY_MS, 7_000)
  await addOrder('shipped', noon - 7 * DAY_MS, 5_000)
  const html = await page(owner)
  const sold = (label: string) =>
    new RegExp(`<dt>${label}</dt><dd><b>([^<]+)</b> (\\d+)`).exec(html)?.slice(1)
  expect([sold('Today'), sold('Yesterday'), sold('A week ago')]).toEqual([
    ['$200.00', '1'],
    ['$70.00', '1'],
    ['$50.00', '1'],
  ])
  expect(await page(yard)).not.toContain('$200.00')
})
