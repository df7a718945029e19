import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { openShop } from '../../account/testing/account.harness.ts'
import {
  cashOrder,
  fillCart,
  newPlacementHarness,
  placeTestOrder,
  stockOf,
} from '../../checkout/placement/testing/order-placement.harness.ts'
import { handleCron } from '../../cron.ts'
import type { Env } from '../../env.ts'
import { CounterStaff, draftOf, orderOf, textOf } from './testing/counter.harness.ts'

let casey: CounterStaff
let mara: CounterStaff
let owner: CounterStaff

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
  await env.DB.exec("UPDATE stock SET qty = 1 WHERE stock_sku = 'TL-1001'")
  await env.DB.exec("UPDATE stock SET qty = 20 WHERE stock_sku IN ('TL-2001', 'TL-2002')")
})

test('[H14p] a walk-in sale: the scan takes the tire off the shop, cash makes an order that is delivered, the receipt has the change', async () => {
  const draft = await casey.begin('HTTPS://SHOP.EXAMPLE/U/TL1001')
  expect(await stockOf('TL-1001')).toBe(0)
  const page = await casey.page(draft)
  expect(page).toContain('Held until')
  const [, total = ''] = /Take \$([\d.]+) in cash/.exec(page) ?? []
  const paid = await casey.payCash(draft, '100')
  expect(paid).toContain(`Change $${(100 - Number(total)).toFixed(2)}`)
  expect(await orderOf(draft)).toMatchObject({
    status: 'delivered',
    payment_method: 'counter_cash',
    grand_total: Math.round(Number(total) * 100),
  })
  expect(await stockOf('TL-1001')).toBe(0)
  const { order_number: number } = await draftOf(draft)
  const order = textOf(await (await owner.fetch(`/staff/orders/${number}`)).text())
  expect(order).toContain('Email None (walk-in)')
  expect(order).not.toContain('notify the customer')
  for (const paper of ['80mm', 'letter']) {
    const receipt = textOf(await (await casey.fetch(`/staff/sell/${draft}/receipt?paper=${paper}`)).text())
    expect(receipt).toContain('Cash $100.00')
    expect(receipt).toContain(`Total $${total}`)
    expect(receipt).toContain('TL-1001')
  }
})

test('[H14p] a card at the terminal is written down with its last four digits and its slip', async () => {
  const draft = await casey.begin('TL-1001')
  const refused = await casey.change(draft, { action: 'card', lastFour: '42', slip: '' })
  expect(refused).toContain('Type the last four digits of the card')
  expect(refused).toContain('Type the number of the slip')
  await casey.change(draft, { action: 'card', lastFour: '4242', slip: '000123' })
  expect(await orderOf(draft)).toMatchObject({ status: 'delivered', payment_method: 'counter_card' })
  const receipt = textOf(await (await casey.fetch(`/staff/sell/${draft}/receipt`)).text())
  expect(receipt).toContain('Card ending in 4242')
})

test('[H14p] a tire that is held, being paid or sold is refused, with who has it and until when', async () => {
  const draft = await casey.begin('TL-1001')
  expect(await mara.submit({ action: 'scan', code: 'TL-1001' })).toMatch(
    /TL-1001 is held in sale \d+ by .* until .*M/,
  )
  expect(await casey.submit({ action: 'scan', draft, code: 'TL-1001' })).toContain('is in this sale already')
  await casey.payCash(draft)
  expect(await mara.submit({ action: 'scan', code: 'tl1001' })).toMatch(/TL-1001 was sold in order TL-\w{8}/)
  expect(await mara.submit({ action: 'scan', code: 'TL-99999' })).toContain('Nothing has the number TL-99999')
  expect(await mara.submit({ action: 'scan', code: 'https://shop.example/B/A-1' })).toContain(
    'the label of a bin',
  )
})

test('[H14p] the end of the hold puts the tires back on sale, by cron and by hand; the sale then says so', async () => {
  const [draft, other] = [await casey.begin('TL-1001'), await casey.begin('TL-2001')]
  await casey.change(other, { action: 'end' })
  expect(await stockOf('TL-2001')).toBe(20)
  await casey.change(draft, { action: 'hold', minutes: '60' })
  const { hold_until: until } = await draftOf(draft)
  expect(until - Date.now()).toBeGreaterThan(59 * 60_000)
  await env.DB.prepare('UPDATE counter_draft SET hold_until = ? WHERE id = ?')
    .bind(Date.now() - 1, draft)
    .run()
  expect(await casey.page(draft)).toContain('The time of this sale is over')
  await handleCron({ scheduledTime: Date.now() }, env as unknown as Env).catch(() => undefined)
  expect(await stockOf('TL-1001')).toBe(1)
  expect(await casey.change(draft, { action: 'cash', given: '500' })).toContain('back on sale')
  expect(await orderOf(draft)).toBeNull()
})

test('[H14p] a hold is never longer than a day from the beginning of the sale', async () => {
  const draft = await casey.begin('TL-1001')
  for (const minutes of ['1440', '1440']) await casey.change(draft, { action: 'hold', minutes })
  const row = await env.DB.prepare('SELECT hold_until - created_at AS ms FROM counter_draft WHERE id = ?')
    .bind(draft)
    .first<{ ms: number }>()
  expect(row?.ms).toBe(86_400_000)
})

test('[H14p] the totals are those of the web checkout to the cent, with fees and tax of the store', async () => {
  const draft = await casey.begin('TL-1001')
  for (let scans = 0; scans < 3; scans += 1) await casey.submit({ action: 'scan', draft, code: 'TL-2001-2' })
  await casey.payCash(draft)
  const quoteId = 'e'.repeat(32)
  const harness = newPlacementHarness(Date.now())
  await env.DB.exec("UPDATE stock SET qty = 1 WHERE stock_sku = 'TL-1001'")
  await fillCart(quoteId, harness, { 'TL-1001': 1, 'TL-2001-2': 3 })
  const web = await placeTestOrder(quoteId, harness, cashOrder())
  if (web === 'died' || !web.ok) throw new Error('no order on the web')
  const atCounter = JSON.parse((await orderOf(draft))?.totals ?? '{}') as { fees: object[] }
  expect({ ...web.totals, lines: null }).toEqual({ ...atCounter, lines: null })
  expect(atCounter.fees).toHaveLength(1)
})

test('[H14p] discounts follow the role: counter 10 %, manager 25 %, owner any; a price typed as a percentage is refused', async () => {
  const give = async (staff: CounterStaff, percent: string, why = 'Regular') => {
    const draft = await staff.begin('TL-1001')
    const page = await staff.change(draft, { action: 'discount', percent, why })
    await staff.change(draft, { action: 'end' })
    return page
  }
  expect(await give(casey, '10')).toContain('Discount, 10%')
  expect(await give(casey, '11')).toContain(
    'You can give up to 10%. This field takes a percentage, not a price.',
  )
  expect(await give(casey, '55')).toContain('up to 10%')
  expect(await give(mara, '25')).toContain('Discount, 25%')
  expect(await give(mara, '25.5')).toContain('up to 25%')
  expect(await give(owner, '50')).toContain('Discount, 50%')
  expect(await give(casey, '5', '')).toContain('Say why.')
  expect(await give(casey, 'half')).toContain('Type a percentage')
})

test('[H14p] a discount ends at the floor of intake, below which only the owner sells', async () => {
  await env.DB.exec(
    "UPDATE unit SET cost = 5000 WHERE product_id = (SELECT id FROM product WHERE sku = 'TL-1001')",
  )
  const draft = await mara.begin('TL-1001')
  expect(await mara.change(draft, { action: 'discount', percent: '24', why: 'Old' })).toContain(
    'TL-1001 can’t go below $',
  )
  expect(await owner.change(draft, { action: 'discount', percent: '24', why: 'Old' })).toContain(
    'Discount, 24%',
  )
})

test('[H14p] the cost of a set is that of all its tires, so its floor counts it once', async () => {
  const ofTire = "sku = 'TL-1001'"
  // A set of two for $62.00 that cost $40.00: the floor adds the least margin for each tire.
  await env.DB.exec(`UPDATE product SET setqty = 2 WHERE ${ofTire}`)
  await env.DB.exec("UPDATE stock SET qty = 2 WHERE stock_sku = 'TL-1001'")
  await env.DB.exec(`UPDATE unit SET cost = 4000 WHERE product_id = (SELECT id FROM product WHERE ${ofTire})`)
  const draft = await mara.begin('TL-1001')
  expect(await mara.change(draft, { action: 'discount', percent: '4', why: 'Old' })).toContain(
    'TL-1001 can’t go below $60.00.',
  )
  expect(await mara.change(draft, { action: 'discount', percent: '3', why: 'Old' })).toContain('Discount, 3%')
  await mara.change(draft, { action: 'end' })
  await env.DB.exec(`UPDATE product SET setqty = 1 WHERE ${ofTire}`)
})

test('[H14p] too little cash, an unlikely change and a wrong custom line are refused with what was typed', async () => {
  const draft = await casey.begin('TL-1001')
  expect(await casey.payCash(draft, '10')).toMatch(/less than \$/)
  expect(await casey.payCash(draft, '99999')).toContain('The change would be')
  expect(await casey.payCash(draft, 'ten')).toContain('in dollars')
  expect(await casey.change(draft, { action: 'custom', title: '', price: 'free' })).toContain(
    'Type what it is',
  )
  const page = await casey.change(draft, { action: 'custom', title: 'Mounting', price: '20', taxed: 'no' })
  expect(page).toContain('Mounting')
  expect(page).toContain('Subtotal $82.00')
  await casey.payCash(draft)
  expect((await orderOf(draft))?.status).toBe('delivered')
})

test('[H14p] a delivery needs the buyer’s address, whose state decides tax and fees, and waits to be sent', async () => {
  const draft = await casey.begin('TL-1001')
  const buyer = { action: 'buyer', way: 'delivery', firstName: 'Ada', lastName: 'Miller' }
  expect(await casey.change(draft, buyer)).toContain('Field is required')
  const whole = {
    ...{ ...buyer, phoneNumber: '(312) 555-0142', emailAddress: 'Ada@example.com' },
    ...{ streetAddress: '100 Main St', city: '', state: 'TX', zipCode: '75201' },
  }
  expect(await casey.change(draft, { ...whole, zipCode: '60612' })).toContain('Invalid combination')
  expect(await casey.change(draft, whole)).not.toContain('Illinois tire fee')
  await casey.change(draft, { action: 'card', lastFour: '1111', slip: '7' })
  expect(await orderOf(draft)).toMatchObject({ status: 'paid', email: 'ada@example.com' })
  const mails = await env.DB.prepare("SELECT kind FROM outbox WHERE payload ->> '$.orderNumber' = ?")
    .bind((await draftOf(draft)).order_number)
    .all()
  expect(mails.results).toEqual([{ kind: 'order-mail' }])
})

test('[H14p] a receipt can be mailed after the sale, to one address', async () => {
  const draft = await casey.begin('TL-1001')
  await casey.payCash(draft)
  expect(await casey.change(draft, { action: 'mail', emailAddress: 'no' })).toContain('valid e-mail')
  expect(await casey.change(draft, { action: 'mail', emailAddress: 'ada@example.com' })).toContain(
    'on its way',
  )
  expect((await orderOf(draft))?.email).toBe('ada@example.com')
  expect(await casey.change(draft, { action: 'mail', emailAddress: 'eve@example.com' })).toContain(
    'another email',
  )
})

test('[H14p] a repeated form has one effect, and a form of an older version none', async () => {
  const begun = await Promise.all(
    [1, 2].map(() => casey.post({ action: 'scan', code: 'TL-2001-1', key: 'the-same-scan' })),
  )
  const [one, two] = begun.map((answer) => answer.headers.get('Location') ?? '')
  expect(one).toBe(two)
  expect(await stockOf('TL-2001')).toBe(19)
  const draft = one?.split('/').at(-1) ?? ''
  const { version } = await draftOf(draft)
  await casey.submit({ action: 'scan', draft, code: 'TL-2001-1' })
  const late = { action: 'cash', given: '900', draft, version: String(version) }
  expect(await mara.submit(late)).toContain('Someone changed this sale')
  const pay = { ...late, version: String(version + 1), key: 'the-same-payment' }
  const answers = await Promise.all([
    casey.post(pay),
    casey.post(pay),
    mara.post({ ...pay, key: 'another-key' }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
  const { results } = await env.DB.prepare('SELECT status FROM sales_order WHERE quote_id = ?')
    .bind((await draftOf(draft)).quote_id)
    .all()
  expect(results).toEqual([{ status: 'delivered' }])
  expect(await stockOf('TL-2001')).toBe(18)
})

test('[H14p] no field takes the number of a payment card', async () => {
  const draft = await casey.begin('TL-1001')
  const version = String((await draftOf(draft)).version)
  const forms: Record<string, string>[] = [
    { action: 'scan', code: '' },
    { action: 'custom', title: '', price: '' },
    {
      ...{ action: 'buyer', way: 'pickup', firstName: '', lastName: '', phoneNumber: '', emailAddress: '' },
      ...{ streetAddress: '', apartmentNumber: '', city: '', state: '', zipCode: '' },
    },
    { action: 'discount', percent: '', why: '' },
    { action: 'cash', given: '' },
    { action: 'card', lastFour: '', slip: '' },
    { action: 'mail', emailAddress: '' },
  ]
  for (const form of forms)
    for (const field of Object.keys(form).filter((name) => !['action', 'way'].includes(name)))
      for (const number of [
        '4242424242424242',
        'a 3782-822463-10005 b',
        '4222222222222',
        '6304000000000000000',
      ])
        expect([field, await casey.submit({ ...form, [field]: number, draft, version })]).toEqual([
          field,
          expect.stringContaining('That looks like a card number'),
        ])
  expect((await draftOf(draft)).version).toBe(Number(version))
})

test('[H14p] a counter sale is refunded and restocked like every order, by hand', async () => {
  const draft = await casey.begin('TL-1001')
  await casey.payCash(draft)
  const { order_number: orderNumber } = await draftOf(draft)
  const total = ((await orderOf(draft))?.grand_total ?? 0) / 100
  const answer = await owner.fetch('/staff/form/', {
    method: 'POST',
    body: new URLSearchParams({
      ...{ action: 'order-refund', order: orderNumber ?? '', amount: String(total), reason: 'Wrong size' },
      ...{ restock: '1', once: crypto.randomUUID() },
    }),
  })
  expect(answer.status).toBe(303)
  expect((await orderOf(draft))?.status).toBe('refunded')
  expect(await stockOf('TL-1001')).toBe(1)
})
