import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { CREDIT_PATHS, creditHref } from '../../../schema/staff/credit/credit-form.ts'
import { eraseCustomer, readCustomerData } from '../../account/privacy/customer-data.sql.ts'
import { openShop } from '../../account/testing/account.harness.ts'
import { findCredit } from '../../orders/credit/credit.sql.ts'
import { CounterStaff, draftOf, orderOf, textOf } from '../counter/testing/counter.harness.ts'

let casey: CounterStaff
let mara: CounterStaff
let owner: CounterStaff
let books: CounterStaff
let customers = 0

beforeAll(async () => {
  await openShop()
  casey = await CounterStaff.of('counter')
  mara = await CounterStaff.of('manager')
  owner = await CounterStaff.of('owner')
  books = await CounterStaff.of('books')
  await env.DB.exec(
    "INSERT OR REPLACE INTO config (path, value) VALUES ('stores/1/path', '/store/'), ('stores/1/street', '2720 W Grand Ave'), ('stores/1/city', 'Chicago'), ('stores/1/state', 'IL'), ('stores/1/zip', '60612')",
  )
})
beforeEach(async () => {
  await env.DB.exec("UPDATE counter_draft SET state = 'ended' WHERE state = 'open'")
  await env.DB.exec("UPDATE stock SET qty = 20 WHERE stock_sku IN ('TL-1001', 'TL-2001', 'TL-2002')")
})

/** A customer whom no other test knows. */
function newEmail(): string {
  customers += 1
  return `credit-${customers}@example.com`
}

let keys = 0
async function give(
  staff: CounterStaff,
  of: string,
  amount: string,
  { action = 'give', why = 'Goodwill', key = '', confirmed = of } = {},
) {
  keys += 1
  const body = new URLSearchParams({ action, of, amount, why, confirmed, key: key || `of-credit-${keys}` })
  const answer = await staff.fetch(CREDIT_PATHS.form, { method: 'POST', body })
  return answer.status
}

const balanceOf = async (email: string) => (await findCredit(env.DB, email))?.balance ?? 0

/** A sale of one pair for a customer, with their store credit in use; returns its number and its total. */
async function saleFor(email: string) {
  const draft = await casey.begin('TL-2001-2')
  await casey.change(draft, { action: 'buyer', way: 'pickup', emailAddress: email })
  const [, total = ''] = /Take \$([\d.]+) in cash/.exec(await casey.page(draft)) ?? []
  return { draft, total: Math.round(Number(total) * 100) }
}

test('[H14u] credit is given within the limit of the role, by act and by day; Books see it and give none', async () => {
  const email = newEmail()
  expect([await give(casey, email, '100'), await give(casey, email, '100.01')]).toEqual([303, 422])
  expect([await give(mara, email, '250'), await give(mara, email, '250.01')]).toEqual([303, 422])
  expect([await give(owner, email, '2000'), await give(books, email, '1')]).toEqual([303, 403])
  expect(await balanceOf(email)).toBe(235_000)
  // The counter's day ends at $250.
  expect([await give(casey, newEmail(), '100'), await give(casey, newEmail(), '60')]).toEqual([303, 422])
  const page = textOf(await (await books.fetch(creditHref(email))).text())
  expect(page).toContain(`${email}: $2,350.00`)
  expect(page).not.toContain('Give store credit')
})

test('[H14u] what was typed wrong is said at its field, and a repeated form gives once', async () => {
  const email = newEmail()
  expect(await give(owner, 'nobody', '5')).toBe(422)
  expect(await give(owner, email, 'much')).toBe(422)
  expect(await give(owner, email, '5', { why: '' })).toBe(422)
  expect(await give(owner, 'TL-00000000', '5')).toBe(422)
  const key = 'same-key-of-credit'
  expect([await give(owner, email, '5', { key }), await give(owner, email, '5', { key })]).toEqual([303, 303])
  expect(await balanceOf(email)).toBe(500)
})

test('[H14u] an address that no customer, order or credit has is asked about first, each one anew', async () => {
  const [email, other] = [newEmail(), newEmail()]
  expect(await give(owner, email, '5', { confirmed: '' })).toBe(422)
  expect(await give(owner, email, '5', { confirmed: other })).toBe(422)
  expect(await balanceOf(email)).toBe(0)
  expect(await give(owner, email, '5', { confirmed: email.toUpperCase() })).toBe(303)
  await newCustomer(other)
  expect([
    await give(owner, email, '5', { confirmed: '' }),
    await give(owner, other, '5', { confirmed: '' }),
  ]).toEqual([303, 303])
  expect([await balanceOf(email), await balanceOf(other)]).toEqual([1000, 500])
})

test('[H14u] a form that is sent again with another customer gives nothing and says so', async () => {
  const [first, second] = [newEmail(), newEmail()]
  const key = 'credit-form-of-two'
  expect(await give(mara, first, '20', { key })).toBe(303)
  expect(await give(mara, first, '20', { key })).toBe(303)
  expect(await give(mara, second, '20', { key })).toBe(422)
  expect([await balanceOf(first), await balanceOf(second)]).toEqual([2_000, 0])
})

test('[H14u] credit is taken back down to zero, never below', async () => {
  const email = newEmail()
  await give(owner, email, '30')
  expect(await give(owner, email, '30.01', { action: 'take' })).toBe(422)
  expect(await give(owner, email, '30', { action: 'take' })).toBe(303)
  expect(await balanceOf(email)).toBe(0)
})

test('[H14u] entries cannot be changed or deleted, and the audit log has who gave, without the text that may name a person', async () => {
  const email = newEmail()
  await give(mara, email, '12.50', { why: 'Late delivery' })
  for (const statement of [
    'UPDATE credit_entry SET amount = 1',
    "UPDATE credit_entry SET why = 'x'",
    'DELETE FROM credit_entry',
  ])
    await expect(env.DB.exec(statement)).rejects.toThrow('credit_entry_')
  const log = textOf(await (await mara.fetch('/staff/audit/')).text())
  expect(log).toContain('Store credit')
  expect(log).not.toContain('Late delivery')
  expect(await (await mara.fetch(creditHref(email))).text()).toContain('Late delivery')
  expect(log).toContain('$12.50')
})

test('[H14u] a sale is paid in part by credit, the rest in cash; receipt, order and drawer have the parts', async () => {
  const email = newEmail()
  await give(owner, email, '40')
  const { draft, total } = await saleFor(email)
  expect(await casey.page(draft)).toContain('Use store credit, $40.00')
  const used = await casey.change(draft, { action: 'credit', use: 'yes' })
  const due = `$${((total - 4000) / 100).toFixed(2)}`
  expect(used).toContain(`To pay ${due}`)
  expect(used).toContain(`Take ${due} in cash`)
  const cash = async () => {
    const page = textOf(await (await casey.fetch('/staff/sell/drawer')).text())
    return Number((/Cash sales[^$]*\$([\d.,]+)/.exec(page)?.[1] ?? '0').replaceAll(',', ''))
  }
  const before = await cash()
  const paid = await casey.payCash(draft, '500')
  expect(paid).toContain(`Change $${(500 - (total - 4000) / 100).toFixed(2)}`)
  expect(await cash()).toBeCloseTo(before + (total - 4000) / 100, 2)
  const order = await orderOf(draft)
  expect(order).toMatchObject({ status: 'delivered', email, grand_total: total })
  expect(await balanceOf(email)).toBe(0)
  const receipt = textOf(await (await casey.fetch(`/staff/sell/${draft}/receipt`)).text())
  expect(receipt).toContain('Store credit -$40.00')
  const { order_number: number } = await draftOf(draft)
  const page = textOf(await (await casey.fetch(`/staff/orders/${number}`)).text())
  expect(page).toContain(`Store credit, $40.00; Cash at the counter, ${due}`)
})

test('[H14u] credit that is enough pays all of it in one press', async () => {
  const email = newEmail()
  await give(owner, email, '1000')
  const { draft, total } = await saleFor(email)
  expect(await casey.change(draft, { action: 'credit', use: 'yes' })).toContain('Sell, nothing to pay')
  expect(await casey.payCash(draft, '0')).toContain('Paid with store credit')
  expect(await balanceOf(email)).toBe(100_000 - total)
})

test('[H14u] another customer on the sale takes the credit of the first one out', async () => {
  const email = newEmail()
  await give(owner, email, '40')
  const { draft } = await saleFor(email)
  await casey.change(draft, { action: 'credit', use: 'yes' })
  await casey.change(draft, { action: 'buyer', way: 'pickup', emailAddress: newEmail() })
  await casey.payCash(draft, '500')
  expect(await balanceOf(email)).toBe(4000)
})

test('[H14u] two phones that spend the same credit at once spend it once, and the other sale holds its tires', async () => {
  const email = newEmail()
  await give(owner, email, '40')
  const sales = [await saleFor(email), await saleFor(email)]
  for (const { draft } of sales) await casey.change(draft, { action: 'credit', use: 'yes' })
  const pages = await Promise.all(sales.map(({ draft }, at) => (at ? mara : casey).payCash(draft, '500')))
  expect(pages.filter((page) => page.includes('was spent in another sale'))).toHaveLength(1)
  const states = await Promise.all(sales.map(async ({ draft }) => (await draftOf(draft)).state))
  expect(states.sort()).toEqual(['open', 'ordered'])
  expect(await balanceOf(email)).toBe(0)
})

test('[H14u] a refund of such an order gives the money back first, then the credit, and never more than was paid', async () => {
  const email = newEmail()
  await give(owner, email, '40')
  const { draft, total } = await saleFor(email)
  await casey.change(draft, { action: 'credit', use: 'yes' })
  await casey.payCash(draft, '500')
  const { order_number: order } = await draftOf(draft)
  const refund = async (amount: number) => {
    const fields = { action: 'order-refund', order: order ?? '', reason: 'Dent' }
    const body = new URLSearchParams({
      ...fields,
      once: crypto.randomUUID(),
      amount: (amount / 100).toFixed(2),
    })
    return textOf(await (await owner.fetch('/staff/form/', { method: 'POST', body })).text())
  }
  await refund(total - 4000 - 1000)
  expect(await balanceOf(email)).toBe(0)
  await refund(3000)
  expect(await balanceOf(email)).toBe(2000)
  await refund(2001)
  expect(await balanceOf(email)).toBe(2000)
  await refund(2000)
  expect(await balanceOf(email)).toBe(4000)
  expect(await orderOf(draft)).toMatchObject({ status: 'refunded' })
  const rows = await env.DB.prepare(
    'SELECT sum(amount - credit) AS money, sum(credit) AS credit FROM order_refund r JOIN sales_order o ON o.id = r.order_id WHERE o.order_number = ?',
  )
    .bind(order)
    .first()
  expect(rows).toEqual({ money: total - 4000, credit: 4000 })
})

test('[H14u] a customer whose data is erased loses the credit, their open sale becomes a walk-in’s, and the books stay whole', async () => {
  const email = newEmail()
  const id = await newCustomer(email)
  await give(owner, email, '15', { why: 'For Grace' })
  const draft = await casey.begin('TL-2001-2')
  await casey.change(draft, { action: 'choose', of: id })
  await casey.change(draft, { action: 'credit', use: 'yes' })
  const { tables } = (await readCustomerData(env.DB, Number(id))) ?? {}
  expect(tables?.store_credit).toMatchObject([{ amount: 1500, kind: 'given', why: 'For Grace' }])
  await env.DB.batch(eraseCustomer(env.DB, Number(id), Date.now()))
  expect(await findCredit(env.DB, email)).toBeNull()
  const { results } = await env.DB.prepare(
    "SELECT sum(amount) AS left, count(*) AS entries, max(why) AS why FROM credit_entry WHERE account_id = (SELECT account_id FROM credit_entry WHERE key = 'erased:' || account_id ORDER BY id DESC LIMIT 1)",
  ).all()
  expect(results).toEqual([{ left: 0, entries: 2, why: '' }])
  await casey.payCash(draft, '500')
  expect(await orderOf(draft)).toMatchObject({ email: '', customer_id: null })
})

async function newCustomer(email: string): Promise<string> {
  const { meta } = await env.DB.prepare(
    "INSERT INTO customer (email, firstname, lastname, telephone, group_id, is_first_login, created_at, updated_at, email_confirmed_at) VALUES (?, 'Grace', 'Hopperville', '3125550188', 1, 0, 0, 0, 1)",
  )
    .bind(email)
    .run()
  return String(meta.last_row_id)
}

test('[H14u] credit follows its owner to a new email address', async () => {
  const [email, other] = [newEmail(), newEmail()]
  const id = await newCustomer(email)
  await give(owner, email, '15')
  await env.DB.prepare('UPDATE customer SET email = ? WHERE id = ?').bind(other, id).run()
  expect([await balanceOf(email), await balanceOf(other)]).toEqual([0, 1500])
})

test('[H14u] the customer is found by phone, name or email, and order and credit are theirs', async () => {
  const email = newEmail()
  const id = await newCustomer(email)
  await give(owner, email, '15')
  const draft = await casey.begin('TL-2001-2')
  for (const text of ['5550188', '(312) 555-0188', 'hopperv', email]) {
    const page = await (await casey.fetch(`/staff/sell/${draft}?${new URLSearchParams({ q: text })}`)).text()
    expect(textOf(page)).toContain('Choose Grace Hopperville')
  }
  const nobody = await (await casey.fetch(`/staff/sell/${draft}?q=nobody-at-all`)).text()
  expect(textOf(nobody)).toContain('Nobody fits “nobody-at-all”.')
  const chosen = await casey.change(draft, { action: 'choose', of: id })
  expect(chosen).toContain('Use store credit, $15.00')
  await casey.payCash(draft, '500')
  expect(await orderOf(draft)).toMatchObject({ email, customer_id: Number(id) })
  const page = textOf(await (await casey.fetch(`/staff/customers/${id}`)).text())
  expect(page).toContain((await draftOf(draft)).order_number ?? 'none')
  expect(page).toContain('Store credit $15.00')
})

test('[H14u] a guest is found by their order, and who gave no email has credit under its number', async () => {
  const first = await casey.begin('TL-2001-2')
  await casey.payCash(first, '500')
  const { order_number: number } = await draftOf(first)
  await give(owner, number ?? '', '20')
  const draft = await casey.begin('TL-2001-2')
  const page = textOf(await (await casey.fetch(`/staff/sell/${draft}?q=${number}`)).text())
  expect(page).toContain(`order ${number}`)
  const chosen = await casey.change(draft, { action: 'choose', of: number ?? '' })
  expect(chosen).toContain('Use store credit, $20.00')
  await casey.change(draft, { action: 'credit', use: 'yes' })
  await casey.payCash(draft, '500')
  expect(await balanceOf(number ?? '')).toBe(0)
})

test('[H14u] credit under an order moves to the address of the receipt once the customer confirmed it, never to a mistyped one', async () => {
  const walkIn = async () => {
    const draft = await casey.begin('TL-2001-2')
    await casey.payCash(draft, '500')
    const number = (await draftOf(draft)).order_number ?? ''
    await give(owner, number, '20')
    return { draft, number }
  }
  const [email, typo, first, second] = [newEmail(), newEmail(), await walkIn(), await walkIn()]
  const mail = ({ draft }: typeof first, to: string, confirmed = to) =>
    casey.change(draft, { action: 'mail', emailAddress: to, ...(confirmed && { confirmed }) })
  const asked = await mail(first, typo, '')
  expect(asked).toContain('$20.00 of store credit goes to this address')
  expect(asked).toContain(`The customer confirmed ${typo}`)
  // What was confirmed for one address is not confirmed for another.
  expect(await mail(first, email, typo)).toContain(`The customer confirmed ${email}`)
  expect([await balanceOf(first.number), await balanceOf(typo), (await orderOf(first.draft))?.email]).toEqual(
    [...[2000, 0], ''],
  )
  expect(await mail(first, email)).toContain('on its way')
  expect([await balanceOf(first.number), await balanceOf(email)]).toEqual([0, 2000])
  const sale = await casey.begin('TL-2001-2')
  expect(await casey.change(sale, { action: 'choose', of: first.number })).toContain(
    'Use store credit, $20.00',
  )
  // The address of somebody else's order gets nothing.
  expect(await mail(first, typo)).toContain('another email')
  expect(await balanceOf(typo)).toBe(0)
  // An address with credit has its own, and so does the order.
  await mail(second, email)
  expect([await balanceOf(second.number), await balanceOf(email)]).toEqual([2000, 2000])
})
