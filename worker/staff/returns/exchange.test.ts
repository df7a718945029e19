import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openShop } from '../../account/testing/account.harness.ts'
import type { Env } from '../../env.ts'
import { findCredit } from '../../orders/credit/credit.sql.ts'
import { readExchange, settleExchange } from '../../orders/returns/exchange.ts'
import { readReturns } from '../../orders/returns/return.sql.ts'
import { moveReturn, openReturn, refundReturn } from '../../orders/returns/returns.ts'
import { CounterStaff, draftOf, orderOf, textOf } from '../counter/testing/counter.harness.ts'
import { dueOf, linkOf, newPhone, openProviders, pay } from '../counter/testing/pay-link.harness.ts'

const shop = env as unknown as Env
let casey: CounterStaff
let mara: CounterStaff
let owner: CounterStaff
let buyers = 0

beforeAll(async () => {
  await openShop()
  casey = await CounterStaff.of('counter')
  mara = await CounterStaff.of('manager')
  owner = await CounterStaff.of('owner')
  await env.DB.exec(
    "INSERT OR REPLACE INTO config (path, value) VALUES ('stores/1/path', '/store/'), ('stores/1/street', '2720 W Grand Ave'), ('stores/1/city', 'Chicago'), ('stores/1/state', 'IL'), ('stores/1/zip', '60612')",
  )
})
beforeEach(async () => {
  await env.DB.exec("UPDATE counter_draft SET state = 'ended' WHERE state = 'open'")
  await env.DB.exec("UPDATE stock SET qty = 40 WHERE stock_sku IN ('TL-2001', 'TL-2002')")
})

afterEach(() => {
  vi.restoreAllMocks()
})

/** A sale of pairs at the counter whose tires are all back; returns its order and what was paid, in cents. */
async function receivedReturn(pairs: number, email: string | null = null) {
  buyers += 1
  const draft = await casey.begin('TL-2001-2')
  for (let more = 1; more < pairs; more += 1) await casey.submit({ action: 'scan', draft, code: 'TL-2001-2' })
  const buyer = email ?? `exchange-${buyers}@example.com`
  if (buyer !== '') await casey.change(draft, { action: 'buyer', way: 'pickup', emailAddress: buyer })
  await casey.payCash(draft, '900')
  const order = (await draftOf(draft)).order_number ?? ''
  const context = { by: 'staff:1', now: Date.now() }
  const opened = await openReturn(
    shop,
    order,
    {
      ...{ once: `exchange-${buyers}`, reason: 'damaged', mounted: false, outcome: 'refund' },
      ...{ lines: [{ itemId: 1, pieces: pairs * 2 }], way: 'store', note: '' },
    },
    context,
  )
  expect(opened).toEqual({ ok: true, number: 1 })
  for (const to of ['approved', 'received'] as const)
    await moveReturn(shop, { orderNumber: order, number: 1, to, text: '', ...context })
  return { order, paid: (await orderOf(draft))?.grand_total ?? 0, holder: buyer || order }
}

/** Begins the sale of other tires from the page of the return; returns its number, or the message of the refusal. */
async function exchange(order: string, scan = 'TL-2001-2'): Promise<string> {
  const fields = { action: 'exchange', order, case: '1', scan, key: crypto.randomUUID() }
  const answer = await casey.fetch('/staff/returns/form', {
    method: 'POST',
    body: new URLSearchParams(fields),
  })
  const to = answer.headers.get('Location') ?? ''
  return /\/sell\/(\d+)$/.exec(to)?.[1] ?? textOf(await (await casey.fetch(to)).text())
}

const balanceOf = async (holder: string) => (await findCredit(env.DB, holder))?.balance ?? 0
const stateOf = async (order: string) => (await readReturns(env.DB, order))[0]?.state
const money = (cents: number) => `$${(cents / 100).toFixed(2)}`
/** Money and store credit that went back for an order. */
const backOf = (order: string) =>
  env.DB.prepare(
    "SELECT coalesce(sum(r.amount - r.credit), 0) AS money, coalesce(sum(r.credit), 0) AS credit FROM order_refund r JOIN sales_order o ON o.id = r.order_id WHERE o.order_number = ? AND r.status = 'done'",
  )
    .bind(order)
    .first<{ money: number; credit: number }>()

test('[H14r] a return is settled as store credit within the role’s limit, once: no money moves', async () => {
  const { order, paid, holder } = await receivedReturn(1)
  const settle = async (staff: CounterStaff) => {
    const body = new URLSearchParams({ action: 'order-return-credit', order, case: '1' })
    return textOf(await (await staff.fetch('/staff/form/', { method: 'POST', body })).text())
  }
  // A pair costs more than a manager may give.
  await settle(mara)
  expect([await stateOf(order), await balanceOf(holder)]).toEqual(['received', 0])
  await settle(owner)
  await settle(owner)
  expect(await balanceOf(holder)).toBe(paid)
  expect([await stateOf(order), await backOf(order)]).toEqual(['refunded', { money: 0, credit: paid }])
  const page = textOf(await (await casey.fetch(`/staff/orders/${order}`)).text())
  expect(page).toContain(`${money(paid)} as store credit`)
})

test('[H14r] an even exchange: nothing to pay and nothing to give back', async () => {
  const { order, paid, holder } = await receivedReturn(1)
  const draft = await exchange(order)
  const page = await casey.page(draft)
  expect(page).toContain(`Return ${order}-R1 -${money(paid)}`)
  expect(page).toContain('Sell, nothing to pay')
  await casey.payCash(draft, '0')
  expect(await orderOf(draft)).toMatchObject({ status: 'delivered', email: holder, grand_total: paid })
  expect([await stateOf(order), await balanceOf(holder)]).toEqual(['refunded', 0])
  expect(await backOf(order)).toEqual({ money: 0, credit: paid })
})

test('[H14r] dearer tires: the buyer pays the difference', async () => {
  const { order, paid, holder } = await receivedReturn(1)
  const draft = await exchange(order)
  await casey.submit({ action: 'scan', draft, code: 'TL-2001-2' })
  const page = await casey.page(draft)
  const [, due = ''] = /Take \$([\d.]+) in cash/.exec(page) ?? []
  expect(await casey.payCash(draft, '900')).toContain(
    `Change ${money(90_000 - Math.round(Number(due) * 100))}`,
  )
  const total = (await orderOf(draft))?.grand_total ?? 0
  expect(Math.round(Number(due) * 100)).toBe(total - paid)
  expect([await backOf(order), await balanceOf(holder)]).toEqual([{ money: 0, credit: paid }, 0])
  const receipt = textOf(await (await casey.fetch(`/staff/sell/${draft}/receipt`)).text())
  expect(receipt).toContain(`Return ${order}-R1 -${money(paid)}`)
})

test('[H14r] cheaper tires: the rest goes back as money, or stays as store credit', async () => {
  for (const rest of ['money', 'credit'] as const) {
    const { order, paid, holder } = await receivedReturn(2)
    const draft = await exchange(order)
    const [, left = ''] = /Give \$([\d.]+) back/.exec(await casey.page(draft)) ?? []
    // The rest is more than the counter may give back or as credit.
    expect(await casey.change(draft, { action: 'cash', given: '0', rest })).toContain(
      'more than you may give back',
    )
    await owner.change(draft, { action: 'cash', given: '0', rest })
    const total = (await orderOf(draft))?.grand_total ?? 0
    expect(Math.round(Number(left) * 100)).toBe(paid - total)
    const stays = rest === 'credit' ? paid - total : 0
    expect(await backOf(order)).toEqual({ money: paid - total - stays, credit: total + stays })
    expect(await balanceOf(holder)).toBe(stays)
  }
})

test('[H14r] to give back more than $200 needs a passkey of the last ten minutes, and nothing happens before', async () => {
  const { order, paid } = await receivedReturn(2)
  const draft = await exchange(order)
  const early = new CounterStaff()
  await early.signInAsStaff('owner', { verifiedAt: 0 })
  const { version } = await draftOf(draft)
  const answer = await early.post({ action: 'cash', draft, version: String(version), given: '0' })
  expect([answer.status, textOf(await answer.text())]).toEqual([403, expect.stringContaining('your passkey')])
  expect([await stateOf(order), await orderOf(draft), paid > 20_000]).toEqual(['received', null, true])
})

test('[H14r] a buyer who gave no email exchanges too, under the number of the order', async () => {
  const { order, holder } = await receivedReturn(1, '')
  expect(holder).toBe(order)
  const draft = await exchange(order)
  await casey.payCash(draft, '0')
  expect(await orderOf(draft)).toMatchObject({ status: 'delivered', email: '' })
  expect(await balanceOf(order)).toBe(0)
})

test('[H14r] a sale that ends between the settled return and its order is completed by the same form, once', async () => {
  const { order, paid, holder } = await receivedReturn(1)
  const draft = await exchange(order)
  const settled = { by: 'staff:1', now: Date.now(), role: 'counter', total: paid, rest: 'money' } as const
  const of = { orderNumber: order, number: 1 }
  const read = await readExchange(env.DB, of)
  if (!read) throw new Error('no exchange')
  for (let times = 0; times < 2; times += 1) await settleExchange(shop, of, read, settled)
  expect(await balanceOf(holder)).toBe(paid)
  expect(await casey.page(draft)).toContain('Sell, nothing to pay')
  await Promise.all([casey.payCash(draft, '0'), casey.payCash(draft, '0')])
  expect(await orderOf(draft)).toMatchObject({ status: 'delivered' })
  expect([await balanceOf(holder), await backOf(order)]).toEqual([0, { money: 0, credit: paid }])
})

test('[H14r] a return is in one sale at most, and one that is refunded meanwhile pays for nothing', async () => {
  const { order, holder } = await receivedReturn(1)
  const draft = await exchange(order)
  expect(await exchange(order)).toContain('in another sale already')
  expect(await exchange(order, 'TL-99999')).toContain('Nothing has the number TL-99999')
  const body = new URLSearchParams({ action: 'order-return-refund', order, case: '1' })
  await owner.fetch('/staff/form/', { method: 'POST', body })
  expect(await casey.page(draft)).toContain('so it can’t be exchanged')
  expect(await casey.payCash(draft, '0')).toContain('so it can’t be exchanged')
  expect([await orderOf(draft), await balanceOf(holder)]).toEqual([null, 0])
})

test('[H14r] a return that is refunded as money between two reads takes no other credit of its customer', async () => {
  const { order, holder } = await receivedReturn(1)
  const [of, context] = [
    { orderNumber: order, number: 1 },
    { by: 'staff:1', now: Date.now() },
  ]
  const stale = await readExchange(env.DB, of)
  await env.DB.prepare('INSERT INTO credit_account (holder, created_at) VALUES (?, 1)').bind(holder).run()
  await env.DB.prepare(
    "INSERT INTO credit_entry (account_id, amount, kind, why, key, made_by, at) SELECT id, 9000, 'given', 'Goodwill', 'other-credit', 'staff:1', 1 FROM credit_account WHERE holder = ?",
  )
    .bind(holder)
    .run()
  expect(await refundReturn(shop, order, 1, context)).toBe('done')
  if (!stale) throw new Error('no exchange')
  const settled = await settleExchange(shop, of, stale, {
    ...context,
    ...{ role: 'owner', total: 5_000, rest: 'money' },
  })
  expect([settled, await balanceOf(holder)]).toEqual([{ problem: 'gone' }, 9000])
})

test('[H14r] a buyer whose data is erased meanwhile gets no credit, and the sale is not made', async () => {
  const { order, holder } = await receivedReturn(1)
  const draft = await exchange(order)
  await env.DB.prepare(
    'INSERT INTO order_anonymity (order_id, due_at) SELECT id, 9e12 FROM sales_order WHERE order_number = ?',
  )
    .bind(order)
    .run()
  expect(await casey.payCash(draft, '0')).toContain('can only be refunded')
  expect([await orderOf(draft), await balanceOf(holder), await stateOf(order)]).toEqual([null, 0, 'received'])
})

test('[H14r] the difference of a dearer exchange is paid by link, once, from two phones at once', async () => {
  const sandbox = openProviders()
  const { order, paid, holder } = await receivedReturn(1)
  const draft = await exchange(order)
  await casey.submit({ action: 'scan', draft, code: 'TL-2001-2' })
  const { href } = await linkOf(casey, draft)
  const due = await dueOf(href)
  const page = textOf(await (await newPhone().fetch(href)).text())
  expect(page).toMatch(/Return TL-\w+-\w*1 /)
  expect(page).toContain(`-${money(paid)} To pay ${money(due)}`)
  expect(page).toContain(`Your return becomes store credit of ${money(paid)} when you pay`)
  // A bank that declines leaves the value of the return with the buyer, and the link as it was.
  expect((await pay(href, draft, { confirmationToken: 'ctoken_declined' })).code).toBe('payment-declined')
  expect([await balanceOf(holder), await dueOf(href), await stateOf(order)]).toEqual([paid, due, 'refunded'])
  const answers = await Promise.all(
    ['ctoken_ok', 'ctoken_3ds'].map((confirmationToken) =>
      pay(href, draft, { due: String(due), confirmationToken }),
    ),
  )
  expect(new Set(answers.flatMap(({ orderNumber = [] }) => orderNumber)).size).toBe(1)
  const { order_number: number } = await draftOf(draft)
  expect([sandbox.netReceived(number ?? ''), await balanceOf(holder)]).toEqual([due, 0])
  expect(await backOf(order)).toEqual({ money: 0, credit: paid })
})

test('[H14r] a return that is refunded meanwhile pays for nothing, and its link takes no money', async () => {
  openProviders()
  const { order } = await receivedReturn(1)
  const draft = await exchange(order)
  await casey.submit({ action: 'scan', draft, code: 'TL-2001-2' })
  const { href } = await linkOf(casey, draft)
  const due = String(await dueOf(href))
  const body = new URLSearchParams({ action: 'order-return-refund', order, case: '1' })
  await owner.fetch('/staff/form/', { method: 'POST', body })
  expect(textOf(await (await newPhone().fetch(href)).text())).toContain('Your return was settled another way')
  expect((await pay(href, draft, { due, confirmationToken: 'ctoken_ok' })).message).toContain('another way')
  expect(await orderOf(draft)).toBeNull()
})
