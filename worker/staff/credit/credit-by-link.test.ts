import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { PAY_MESSAGES } from '../../../schema/orders/counter/pay-link.ts'
import { CREDIT_PATHS } from '../../../schema/staff/credit/credit-form.ts'
import { openShop } from '../../account/testing/account.harness.ts'
import { findCredit } from '../../orders/credit/credit.sql.ts'
import { CounterStaff, draftOf, textOf } from '../counter/testing/counter.harness.ts'
import {
  comeBack,
  dueOf,
  EVERY_PROVIDER,
  linkOf,
  newPhone,
  openProviders,
  pay,
} from '../counter/testing/pay-link.harness.ts'

let casey: CounterStaff
let owner: CounterStaff
let customers = 0

beforeAll(async () => {
  await openShop()
  casey = await CounterStaff.of('counter')
  owner = await CounterStaff.of('owner')
  await env.DB.exec(
    "INSERT OR REPLACE INTO config (path, value) VALUES ('stores/1/path', '/store/'), ('stores/1/street', '2720 W Grand Ave'), ('stores/1/city', 'Chicago'), ('stores/1/state', 'IL'), ('stores/1/zip', '60612')",
  )
})
beforeEach(async () => {
  await env.DB.exec("UPDATE counter_draft SET state = 'ended' WHERE state = 'open'")
  await env.DB.exec("UPDATE stock SET qty = 20 WHERE stock_sku = 'TL-2001'")
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** A customer whom no other test knows. */
function newEmail(): string {
  customers += 1
  return `credit-by-link-${customers}@example.com`
}

async function give(staff: CounterStaff, of: string, amount: string, action = 'give') {
  const body = new URLSearchParams({
    action,
    of,
    amount,
    why: 'Goodwill',
    confirmed: of,
    key: crypto.randomUUID(),
  })
  return (await staff.fetch(CREDIT_PATHS.form, { method: 'POST', body })).status
}

const balanceOf = async (email: string) => (await findCredit(env.DB, email))?.balance ?? 0

/** A sale of one pair for a customer, with their store credit in use; returns its number and its total. */
async function saleWithCredit(email: string) {
  const draft = await casey.begin('TL-2001-2')
  await casey.change(draft, { action: 'buyer', way: 'pickup', emailAddress: email })
  const [, total = ''] = /Take \$([\d.]+) in cash/.exec(await casey.page(draft)) ?? []
  const page = await casey.change(draft, { action: 'credit', use: 'yes' })
  return { draft, total: Math.round(Number(total) * 100), page }
}

/** Asks for a refund of the whole order. */
function refund(staff: CounterStaff, order: string | null, total: number) {
  const form = { action: 'order-refund', order: order ?? '', reason: 'Dent', once: crypto.randomUUID() }
  const body = new URLSearchParams({ ...form, amount: (total / 100).toFixed(2) })
  return staff.fetch('/staff/form/', { method: 'POST', body })
}

test('[H14u] a link is paid in part by credit, the rest at a provider; a refund gives both parts back', async () => {
  const sandbox = openProviders()
  const email = newEmail()
  await give(owner, email, '40')
  const { draft, total } = await saleWithCredit(email)
  const { href, page } = await linkOf(casey, draft)
  const due = `$${((total - 4000) / 100).toFixed(2)}`
  expect(textOf(page)).toContain(`pays ${due} there`)
  expect(textOf(await (await newPhone().fetch(href)).text())).toMatch(
    new RegExp(`Store credit -\\$40.00 To pay \\${due}`),
  )
  const { action } = await pay(href, draft, { method: 'paypal_express' })
  // The credit is reserved with the order; another sale has nothing of it.
  expect(await balanceOf(email)).toBe(0)
  await comeBack(`${href}/cancel?order=${(await draftOf(draft)).order_number}`)
  expect([await balanceOf(email), await dueOf(href)]).toEqual([4000, total - 4000])
  expect(action?.redirectUrl).toContain('https://')
  const again = await pay(href, draft, { method: 'afterpay' })
  await comeBack(await sandbox.decide(again.action?.redirectUrl ?? '', 'approve'))
  const { order_number: order } = await draftOf(draft)
  expect([sandbox.netReceived(order ?? ''), await balanceOf(email)]).toEqual([total - 4000, 0])
  const receipt = textOf(await (await casey.fetch(`/staff/sell/${draft}/receipt`)).text())
  expect(receipt).toContain('Store credit -$40.00')
  const boss = new CounterStaff(EVERY_PROVIDER)
  await boss.signInAsStaff('owner')
  await refund(boss, order, total)
  expect([sandbox.netReceived(order ?? ''), await balanceOf(email)]).toEqual([0, 4000])
})

test('[H14u] credit that was spent elsewhere is no part of the link, whose page has the new amount', async () => {
  openProviders()
  const email = newEmail()
  await give(owner, email, '40')
  const { draft, total } = await saleWithCredit(email)
  const { href } = await linkOf(casey, draft)
  const due = String(await dueOf(href))
  await give(owner, email, '30', 'take')
  const fields = { confirmationToken: 'ctoken_ok' }
  expect((await pay(href, draft, { ...fields, due })).code).toBe('total-changed')
  expect(await dueOf(href)).toBe(total - 1000)
  expect((await pay(href, draft, fields)).orderNumber).toMatch(/^TL-/)
  expect(await balanceOf(email)).toBe(0)
})

test('[H14u] a link of which credit pays all meanwhile takes no payment', async () => {
  openProviders()
  const email = newEmail()
  const draft = await casey.begin('TL-2001-2')
  await casey.change(draft, { action: 'buyer', way: 'pickup', emailAddress: email })
  const { href } = await linkOf(casey, draft)
  await give(owner, email, '1000')
  await casey.change(draft, { action: 'credit', use: 'yes' })
  const answer = await pay(href, draft, { confirmationToken: 'ctoken_ok', due: '0' })
  expect([answer.code, answer.message]).toEqual(['payment-method', PAY_MESSAGES.nothing])
})

test('[H14u] credit that pays all of a sale needs no link', async () => {
  const email = newEmail()
  await give(owner, email, '1000')
  const { draft, page } = await saleWithCredit(email)
  expect(page).not.toContain('Send a pay link')
  expect(await casey.change(draft, { action: 'link' })).toContain('Nothing is left to pay')
})

test('[H14u] a refund that waits for its provider counts towards the credit of the day', async () => {
  openProviders()
  const email = newEmail()
  await give(owner, email, '40')
  const { draft, total } = await saleWithCredit(email)
  const { href } = await linkOf(casey, draft)
  expect((await pay(href, draft, { confirmationToken: 'ctoken_ok' })).orderNumber).toMatch(/^TL-/)
  vi.restoreAllMocks()
  // The provider does not answer, so the refund is recorded alone.
  const lena = new CounterStaff(EVERY_PROVIDER)
  await lena.signInAsStaff('manager')
  const { order_number: order } = await draftOf(draft)
  await refund(lena, order, total)
  const row = await env.DB.prepare(
    'SELECT r.status, r.credit, r.made_by AS by FROM order_refund r JOIN sales_order o ON o.id = r.order_id WHERE o.order_number = ?',
  )
    .bind(order)
    .first<{ by: string }>()
  expect([row, await balanceOf(email)]).toMatchObject([{ status: 'pending', credit: 4000 }, 0])
  const given = await env.DB.prepare(
    "SELECT sum(amount) AS sum FROM credit_entry WHERE made_by = ? AND kind = 'given' AND amount > 0",
  )
    .bind(row?.by)
    .first<{ sum: number | null }>()
  // A manager gives up to $1,000 a day.
  let left = 100_000 - 4000 - (given?.sum ?? 0)
  for (; left > 25_000; left -= 25_000) expect(await give(lena, newEmail(), '250')).toBe(303)
  expect(await give(lena, newEmail(), ((left + 1) / 100).toFixed(2))).toBe(422)
  expect(await give(lena, newEmail(), (left / 100).toFixed(2))).toBe(303)
})
