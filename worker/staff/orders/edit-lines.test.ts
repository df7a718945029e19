import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { computeTotals, type Totals } from '../../../schema/cart/totals/totals.ts'
import { EDIT_MESSAGES } from '../../../schema/orders/order-edit.ts'
import type { Actor } from '../../../schema/staff/changes/change.ts'
import { LINE_EDIT_MESSAGES } from '../../../schema/staff/orders/line-edit-form.ts'
import { Browser, openShop } from '../../account/testing/account.harness.ts'
import { findTotalsContext } from '../../cart/totals/totals-context.sql.ts'
import {
  cashOrder,
  fetchOf,
  newPlacementHarness,
  type PlacementHarness,
  stockOf,
} from '../../checkout/placement/testing/order-placement.harness.ts'
import { endExpiredDrafts, readCounterDraft } from '../../orders/counter/counter-draft.sql.ts'
import { refundOrder, retryPendingRefunds } from '../../orders/life/order-lifecycle.ts'
import {
  mailsOf,
  newPlacedOrder,
  type PlacedOrder,
  runAction,
  SAVE10,
  statusOf,
} from '../../orders/life/testing/order-lifecycle.harness.ts'
import { readOrder } from '../../orders/order.sql.ts'
import { skipRetryDelays } from '../../orders/payments/stripe/testing/stripe-sandbox.harness.ts'
import { FAULTS } from '../../platform/testing/fault-injection.ts'
import { payDraft } from '../counter/testing/pay-draft.harness.ts'
import { readOrdersToPick } from '../picking/picking.sql.ts'
import { editLines } from './edit-lines.ts'
import { finishEdits } from './finish-edits.ts'

const { fetch } = globalThis
let harness: PlacementHarness
const [counter, other, yard] = [new Browser(), new Browser(), new Browser()]
const NO_LIMITS = { act: null, day: null }
const ACTOR: Actor = {
  ...{ staffId: 1, name: 'Casey', session: null, source: 'page' as const, maxPriceChange: null },
  may: () => true,
}

beforeAll(async () => {
  await openShop()
  skipRetryDelays()
  await counter.signInAsStaff('counter')
  await other.signInAsStaff('owner')
  await yard.signInAsStaff('yard')
  await env.DB.exec(
    "INSERT OR REPLACE INTO config (path, value) VALUES ('stores/1/path', '/s/'), ('stores/1/street', '2720 W Grand Ave'), ('stores/1/city', 'Chicago'), ('stores/1/state', 'IL'), ('stores/1/zip', '60612')",
  )
})
beforeEach(async () => {
  harness = newPlacementHarness(Date.now())
  globalThis.fetch = fetchOf(harness, () => undefined) as typeof fetch
  await env.DB.exec('DELETE FROM pick_item')
  await env.DB.exec("UPDATE order_refund SET made_by = 'staff:0'")
  await env.DB.exec("UPDATE stock SET qty = 40 WHERE stock_sku LIKE 'TL-2%' OR stock_sku LIKE 'TL-1%'")
})
afterAll(() => {
  globalThis.fetch = fetch
})

const read = async (path: string, browser = counter) => (await browser.fetch(path)).text()
let keys = 0
const nextKey = () => {
  keys += 1
  return `edit-lines-${keys}`
}
const itemsOf = ({ orderNumber }: PlacedOrder) => `/staff/orders/${orderNumber}/items`
const linesOf = async ({ orderNumber }: PlacedOrder) => (await readOrder(env.DB, orderNumber))?.lines ?? []
const itemOf = async (placed: PlacedOrder, sku: string) =>
  (await linesOf(placed)).find((line) => line.sku === sku)?.itemId ?? 0
const skusOf = async (placed: PlacedOrder) => (await linesOf(placed)).map(({ sku }) => sku).sort()
const refundsOf = () => [...harness.stripe.refunded.values()]
const first = async (sql: string, ...values: (string | number)[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .first<Record<string, string | number | null>>()

/** Asks for the difference and returns the hidden fields of the form that confirms it, with the page. */
async function ask(
  placed: PlacedOrder,
  wish: { change: string; item: number; code?: string },
  browser = counter,
) {
  const query = new URLSearchParams({ code: '', ...wish, item: String(wish.item) })
  const page = await read(`${itemsOf(placed)}?${query}`, browser)
  const fields = [...page.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
    name,
    value,
  ])
  return { page, form: Object.fromEntries(fields) as Record<string, string> }
}
const confirm = (form: Record<string, string>, browser = counter) =>
  browser.fetch('/staff/orders/form/', { method: 'POST', body: new URLSearchParams(form) })
async function submit(form: Record<string, string>, browser = counter): Promise<string> {
  return read((await confirm(form, browser)).headers.get('Location') ?? '', browser)
}

/** Returns what a fresh order of the same lines costs. */
async function freshTotals({ orderNumber }: PlacedOrder): Promise<Totals> {
  const order = await readOrder(env.DB, orderNumber)
  if (!order?.shippingAddress) throw new Error('no order')
  const { countryId, regionId, regionCode, postcode } = order.shippingAddress
  const shipTo = { countryId, regionId, regionCode, postcode }
  const cart = { lines: order.lines, shipTo, shippingMethod: null, coupon: order.couponCode ? SAVE10 : null }
  return computeTotals(cart, await findTotalsContext(env.DB, cart))
}
const totalsOf = async ({ orderNumber }: PlacedOrder) => (await readOrder(env.DB, orderNumber))?.totals

test('[H14o] a line is removed: its difference is shown first, refunded once, its tire is back on sale and leaves the pick list', async () => {
  const placed = await newPlacedOrder(harness, { 'TL-2001-1': 1, 'TL-1003': 1 })
  await counter.fetch('/staff/pick/form/', {
    method: 'POST',
    body: new URLSearchParams({ action: 'start', order: placed.orderNumber, key: nextKey() }),
  })
  const stock = await stockOf('TL-2001')
  const { page, form } = await ask(placed, { change: 'remove', item: await itemOf(placed, 'TL-2001-1') })
  expect(page).toMatch(/\$[\d.]+ goes back to the customer\./)
  expect(await skusOf(placed)).toHaveLength(2)
  const done = await submit(form)
  expect(done).toContain(LINE_EDIT_MESSAGES.refundDone)
  await submit(form)
  const amount = -Number(form.difference)
  expect(refundsOf()).toEqual([amount])
  expect(await skusOf(placed)).toEqual(['TL-1003'])
  expect(await stockOf('TL-2001')).toBe(stock + 1)
  expect(await totalsOf(placed)).toEqual(await freshTotals(placed))
  expect((await totalsOf(placed))?.grandTotal).toBe(placed.grandTotal - amount)
  expect(await mailsOf(placed)).toContain('order-refunded')
  expect((await first('SELECT group_concat(sku) AS skus FROM pick_item'))?.skus).toBe('TL-1003')
  const html = await read(`/staff/orders/${placed.orderNumber}`)
  expect(html).toMatch(/Line removed: Removed .* \(TL-2001-1\), by/)
  expect(html).toContain(' less.')
  // The rest of a partly refunded order still waits for its tires.
  expect(await statusOf(placed)).toBe('partly_refunded')
  await env.DB.exec('DELETE FROM pick_item')
  expect(await read('/staff/pick/')).toContain(placed.orderNumber)
  expect(await read('/staff/audit/', other)).toContain('TL-2001-1')
})

test('[H14o] an order of which money was refunded otherwise is not edited, and its restocked tires are not picked', async () => {
  const placed = await newPlacedOrder(harness, { 'TL-2001-1': 1, 'TL-1003': 1 })
  const item = await itemOf(placed, 'TL-2001-1')
  const { form } = await ask(placed, { change: 'remove', item })
  const refund = { by: 'staff:1', now: harness.now, limits: NO_LIMITS, reason: 'Damaged', restock: [item] }
  await runAction(harness, placed, (shop) =>
    refundOrder(shop, placed.orderNumber, { ...refund, id: 'one-line', amount: -Number(form.difference) }),
  )
  expect(refundsOf()).toEqual([-Number(form.difference)])
  const stock = await stockOf('TL-2001')
  expect((await ask(placed, { change: 'remove', item })).page).toContain(LINE_EDIT_MESSAGES.otherRefund)
  await submit(form)
  expect(refundsOf()).toHaveLength(1)
  expect([await skusOf(placed), await stockOf('TL-2001')]).toEqual([['TL-1003', 'TL-2001-1'], stock])
  expect(
    (await readOrdersToPick(env.DB)).find((order) => order.orderNumber === placed.orderNumber)?.items,
  ).toEqual([expect.objectContaining({ sku: 'TL-1003' })])
})

test('[H14o] a tire that nobody found when it was picked is not back on sale when its line is removed', async () => {
  const placed = await newPlacedOrder(harness, { 'TL-2001-1': 1, 'TL-1003': 1 })
  await counter.fetch('/staff/pick/form/', {
    method: 'POST',
    body: new URLSearchParams({ action: 'start', order: placed.orderNumber, key: nextKey() }),
  })
  await env.DB.exec("UPDATE pick_item SET state = 'missing' WHERE sku = 'TL-2001'")
  const stock = await stockOf('TL-2001')
  const { form } = await ask(placed, { change: 'remove', item: await itemOf(placed, 'TL-2001-1') })
  expect(await submit(form)).toContain(LINE_EDIT_MESSAGES.refundDone)
  expect([await skusOf(placed), await stockOf('TL-2001')]).toEqual([['TL-1003'], stock])
})

test('[H14o] a refund above the limit of a role, of a picked tire or by others is refused, and nothing moves', async () => {
  const placed = await newPlacedOrder(harness, { 'TL-2001-4': 2, 'TL-1003': 1 })
  const item = await itemOf(placed, 'TL-2001-4')
  const { form } = await ask(placed, { change: 'remove', item })
  expect(-Number(form.difference)).toBeGreaterThan(20_000)
  expect(await submit(form)).toContain(LINE_EDIT_MESSAGES.overLimit)
  expect((await confirm(form, yard)).status).toBe(403)
  expect((await yard.fetch(itemsOf(placed))).status).toBe(403)
  await env.DB.exec('INSERT OR IGNORE INTO pick_run (id, created_at) VALUES (9, 0)')
  await env.DB.exec(
    `INSERT INTO pick_item (run_id, order_id, sku, tires, state) SELECT 9, max(id), 'TL-2001', 8, 'picked' FROM sales_order`,
  )
  expect(await submit(form, other)).toContain(LINE_EDIT_MESSAGES.changed)
  expect([await skusOf(placed), refundsOf()]).toEqual([['TL-1003', 'TL-2001-4'], []])
})

test('[H14o] two people edit one order: the second sees that it changed, and money moves once', async () => {
  const placed = await newPlacedOrder(harness, { 'TL-2001-1': 1, 'TL-1003': 1, 'TL-2002-1': 1 })
  const one = await ask(placed, { change: 'remove', item: await itemOf(placed, 'TL-2001-1') })
  const two = await ask(placed, { change: 'remove', item: await itemOf(placed, 'TL-2002-1') }, other)
  const answers = await Promise.all([submit(one.form), submit(two.form, other)])
  expect(answers.filter((html) => html.includes(LINE_EDIT_MESSAGES.changed))).toHaveLength(1)
  expect(refundsOf()).toHaveLength(1)
  expect(await skusOf(placed)).toHaveLength(2)
  expect(await totalsOf(placed)).toEqual(await freshTotals(placed))
})

/** Begins a swap for a dearer tire and returns the sale of its difference. */
async function beginSwap(placed: PlacedOrder): Promise<number> {
  const item = await itemOf(placed, 'TL-2001-1')
  const { page, form } = await ask(placed, { change: 'swap', item, code: 'TL-2001-2' })
  expect(page).toMatch(/The customer has \$[\d.]+ to pay\./)
  const answer = await confirm(form)
  return Number(/sell\/(\d+)\/link/.exec(answer.headers.get('Location') ?? '')?.[1])
}
const pay = (sale: number) => payDraft(sale, harness)
const finish = (placed: PlacedOrder) => runAction(harness, placed, (shop) => finishEdits(shop, harness.now))

test('[H14o] a dearer tire is held and waits for its difference; the old order stands until that is paid by link', async () => {
  const placed = await newPlacedOrder(harness, { 'TL-2001-1': 1, 'TL-1003': 1 })
  const [held, before] = [await stockOf('TL-2001'), await totalsOf(placed)]
  const sale = await beginSwap(placed)
  expect([await stockOf('TL-2001'), await skusOf(placed)]).toEqual([held - 1, ['TL-1003', 'TL-2001-1']])
  expect(await totalsOf(placed)).toEqual(before)
  const html = await read(`/staff/orders/${placed.orderNumber}`)
  expect(html).toContain('Nothing of the order changes until then.')
  expect(html).toContain(`/staff/sell/${sale}/link`)
  expect((await ask(placed, { change: 'remove', item: await itemOf(placed, 'TL-1003') })).page).toContain(
    LINE_EDIT_MESSAGES.waiting,
  )
  await finish(placed)
  expect(await skusOf(placed)).toEqual(['TL-1003', 'TL-2001-1'])
  expect(await pay(sale)).toMatchObject({ ok: true })
  await finish(placed)
  await finish(placed)
  expect(await skusOf(placed)).toEqual(['TL-1003', 'TL-2001-2'])
  expect(await totalsOf(placed)).toEqual(await freshTotals(placed))
  expect(await stockOf('TL-2001')).toBe(held - 1)
  const charged = await first(
    'SELECT sum(grand_total) AS sum FROM sales_order WHERE order_number IN (?, (SELECT order_number FROM counter_draft WHERE id = ?))',
    placed.orderNumber,
    sale,
  )
  expect(charged?.sum).toBe((await totalsOf(placed))?.grandTotal)
  expect(await read('/staff/orders/?tab=pick')).not.toContain(
    String((await readCounterDraft(env.DB, sale))?.orderNumber),
  )
})

test('[H14o] the sale of a difference is of the same account, and stays a guest’s for a guest', async () => {
  const rileyId = await env.DB.prepare("SELECT id FROM customer WHERE email = 'riley@example.com'").first(
    'id',
  )
  for (const customerId of [rileyId, null]) {
    const placed = await newPlacedOrder(harness, { 'TL-2001-1': 1, 'TL-1003': 1 })
    await env.DB.prepare('UPDATE sales_order SET customer_id = ? WHERE order_number = ?')
      .bind(customerId, placed.orderNumber)
      .run()
    const sale = await beginSwap(placed)
    expect(await pay(sale)).toMatchObject({ ok: true })
    const { orderNumber } = (await readCounterDraft(env.DB, sale)) ?? {}
    expect((await readOrder(env.DB, orderNumber ?? ''))?.customerId).toBe(customerId)
  }
})

test('[H14o] a difference that is not paid ends with its link', async () => {
  const placed = await newPlacedOrder(harness, { 'TL-2001-1': 1, 'TL-1003': 1 })
  const held = await stockOf('TL-2001')
  await beginSwap(placed)
  await endExpiredDrafts(env.DB, harness.now + 90_000_000)
  await finish(placed)
  expect([await stockOf('TL-2001'), await skusOf(placed)]).toEqual([held, ['TL-1003', 'TL-2001-1']])
})

test.each([
  ['stripe', 1],
  ['paypal_express', 1],
  ['counter_cash', 0],
])(
  '[H14o] a difference that %s paid too late goes back once, unless it was taken by hand',
  async (method, refunds) => {
    const placed = await newPlacedOrder(harness, { 'TL-2001-1': 1, 'TL-1003': 1 })
    const sale = await beginSwap(placed)
    const ofOrder = (sql: string, number = placed.orderNumber) => env.DB.prepare(sql).bind(number)
    await ofOrder("UPDATE sales_order SET status = 'shipped' WHERE order_number = ?").run()
    const { orderNumber = '' } = (await pay(sale)) as { orderNumber?: string }
    await ofOrder(
      `UPDATE sales_order SET payment_method = '${method}' WHERE order_number = ?`,
      orderNumber,
    ).run()
    await finish(placed)
    await finish(placed)
    const id = '(SELECT id FROM sales_order WHERE order_number = ?)'
    const begun = ofOrder(`SELECT count(*) AS n FROM order_refund WHERE order_id = ${id}`, orderNumber)
    expect([await begun.first('n'), await skusOf(placed)]).toEqual([refunds, ['TL-1003', 'TL-2001-1']])
  },
)

test('[H14o] an order that is paid on delivery changes what is due, without a refund or a link', async () => {
  const placed = await newPlacedOrder(harness, { 'TL-2001-1': 1, 'TL-1003': 1 }, { request: cashOrder() })
  const { page, form } = await ask(placed, {
    ...{ change: 'swap', code: 'TL-2001-2' },
    item: await itemOf(placed, 'TL-2001-1'),
  })
  expect(page).toMatch(/pays \$[\d.]+ more on delivery/)
  expect(await submit(form)).toContain(LINE_EDIT_MESSAGES.done)
  expect(await totalsOf(placed)).toEqual(await freshTotals(placed))
  const { grand_total } =
    (await first('SELECT grand_total FROM sales_order WHERE order_number = ?', placed.orderNumber)) ?? {}
  expect(grand_total).toBe((await totalsOf(placed))?.grandTotal)
})

test('[H14o] what can’t be edited says why: the last line, an unknown tire, a sent order, rates that changed', async () => {
  const placed = await newPlacedOrder(harness, { 'TL-2001-1': 1 })
  const item = await itemOf(placed, 'TL-2001-1')
  expect((await ask(placed, { change: 'remove', item })).page).toContain(EDIT_MESSAGES['last-line'])
  expect((await ask(placed, { change: 'swap', item, code: 'TL-9999' })).page).toContain(
    'Nothing has the number TL-9999',
  )
  expect((await ask(placed, { change: 'swap', item, code: 'TL-2001-1' })).page).toContain(EDIT_MESSAGES.same)
  await env.DB.exec(
    "UPDATE sales_order SET totals = json_set(totals, '$.tax', 1) WHERE id = (SELECT max(id) FROM sales_order)",
  )
  expect((await ask(placed, { change: 'swap', item, code: 'TL-1003' })).page).toContain(EDIT_MESSAGES.terms)
  await env.DB.prepare("UPDATE sales_order SET status = 'shipped' WHERE order_number = ?")
    .bind(placed.orderNumber)
    .run()
  expect((await ask(placed, { change: 'swap', item, code: 'TL-1003' })).page).toContain(
    LINE_EDIT_MESSAGES.tooLate,
  )
  expect((await counter.fetch('/staff/orders/TL-00000000/items')).status).toBe(404)
})

for (const kind of FAULTS)
  test(`[H14o] a removal that meets ${kind} at each operation in turn refunds once or changes nothing`, async () => {
    for (let operation = 0; operation < 9; operation += 1) {
      harness = newPlacementHarness(Date.now())
      const placed = await newPlacedOrder(harness, { 'TL-2001-1': 1, 'TL-1003': 1 })
      const stock = await stockOf('TL-2001')
      const item = await itemOf(placed, 'TL-2001-1')
      const { form } = await ask(placed, { change: 'remove', item })
      const wanted = {
        ...{ action: 'line' as const, order: placed.orderNumber, change: 'remove' as const, item, code: '' },
        ...{ key: nextKey(), version: Number(form.version), difference: Number(form.difference) },
      }
      const edit = () =>
        runAction(harness, placed, (shop) =>
          editLines(shop, ACTOR, { form: wanted, limits: NO_LIMITS }, harness.now),
        ).catch(() => null)
      harness.plan.set(operation, kind)
      await edit()
      harness.plan.clear()
      harness.now += 3_600_000
      await runAction(harness, placed, (shop) => retryPendingRefunds(shop, harness.now))
      const isEdited = (await skusOf(placed)).length === 1
      expect([operation, refundsOf()]).toEqual([operation, isEdited ? [-wanted.difference] : []])
      expect([operation, await stockOf('TL-2001')]).toEqual([operation, isEdited ? stock + 1 : stock])
      // The same request once more does what is left to do, once.
      await edit()
      expect([operation, refundsOf(), await skusOf(placed)]).toEqual([
        operation,
        [-wanted.difference],
        ['TL-1003'],
      ])
      expect(await totalsOf(placed)).toEqual(await freshTotals(placed))
    }
  })

test('[H14o] random edits: totals are a fresh order’s, money is what was paid, and no tire is lost', async () => {
  const units = ['TL-2001-1', 'TL-2001-2', 'TL-2002-1', 'TL-1003', 'TL-2003-1']
  for (let round = 0; round < 4; round += 1) {
    harness = newPlacementHarness(Date.now())
    const placed = await newPlacedOrder(
      harness,
      { 'TL-2001-1': 1, 'TL-2002-1': 2, 'TL-1003': 1 },
      { coupon: round % 2 === 0 ? SAVE10 : null },
    )
    let paid = placed.grandTotal
    for (let step = 0; step < 5; step += 1) {
      const lines = await linesOf(placed)
      const item = lines[(round + step) % lines.length]?.itemId ?? 0
      const change = step % 3 === 2 ? 'remove' : 'swap'
      const { form } = await ask(
        placed,
        { change, item, code: units[(round * 2 + step) % units.length] ?? '' },
        other,
      )
      if (form.difference === undefined) continue
      const to = (await confirm(form, other)).headers.get('Location') ?? ''
      const sale = Number(/sell\/(\d+)\/link/.exec(to)?.[1] ?? 0)
      if (sale > 0) {
        await pay(sale)
        await finish(placed)
      }
      paid += Number(form.difference)
      expect(await totalsOf(placed)).toEqual(await freshTotals(placed))
      expect((await totalsOf(placed))?.grandTotal).toBe(paid)
    }
  }
})
