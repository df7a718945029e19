import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openShop } from '../../account/testing/account.harness.ts'
import { stockOf } from '../../checkout/placement/testing/order-placement.harness.ts'
import { CounterStaff, draftOf, orderOf, textOf } from './testing/counter.harness.ts'
import { comeBack, dueOf, linkOf, newPhone, openProviders, PAYER, pay } from './testing/pay-link.harness.ts'

let casey: CounterStaff
beforeAll(async () => {
  await openShop()
  casey = await CounterStaff.of('counter')
  await env.DB.exec(
    "INSERT OR REPLACE INTO config (path, value) VALUES ('stores/1/path', '/s/'), ('stores/1/street', '2720 W Grand Ave'), ('stores/1/city', 'Chicago'), ('stores/1/state', 'IL'), ('stores/1/zip', '60612')",
  )
})
beforeEach(async () => {
  await env.DB.exec("UPDATE counter_draft SET state = 'ended' WHERE state = 'open'")
  await env.DB.exec("UPDATE stock SET qty = 1 WHERE stock_sku = 'TL-1001'")
})

afterEach(() => {
  vi.restoreAllMocks()
})

/** Makes the pay link of a sale of one tire; returns its path and the number of the sale. */
async function makeLink(): Promise<{ draft: string; href: string; page: string }> {
  const draft = await casey.begin('TL-1001')
  return { draft, ...(await linkOf(casey, draft)) }
}

test('[H14p] a pay link is shown as a QR code and in messages with the words ready, and holds the tires for an hour', async () => {
  const { draft, href, page } = await makeLink()
  expect(page).toContain('aria-label="QR code of the pay link"')
  const words = encodeURIComponent(`https://shop.example${href}`)
  expect(page).toMatch(new RegExp(`href="sms:[^"]*${words.replaceAll('.', '\\.')}`))
  expect(page).toMatch(new RegExp(`href="mailto:[^"]*${words.replaceAll('.', '\\.')}`))
  expect((await draftOf(draft)).hold_until - Date.now()).toBeGreaterThan(59 * 60_000)
})

test('[H14p] anybody with the link sees lines, prices and total without an account; a guessed link is unknown', async () => {
  const { draft, href } = await makeLink()
  const visitor = newPhone()
  const answer = await visitor.fetch(href)
  const text = textOf(await answer.text())
  expect(text).toContain('Pay for your tires')
  const [, total = ''] = /Take (\$[\d.]+) in cash/.exec(await casey.page(draft)) ?? []
  expect(text).toContain(`Pay ${total}`)
  expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
  expect(answer.headers.get('Content-Security-Policy')).toContain('frame-src')
  for (const wrong of [`/pay/${draft}/${'A'.repeat(24)}`, href.replace(/\/pay\/\d+/, '/pay/999')])
    expect((await visitor.fetch(wrong)).status).toBe(404)
})

test('[H14p] a payment of an older version, with a wrong address or without a card is refused, and nothing is reserved', async () => {
  const { draft, href } = await makeLink()
  const refused = async (fields: Record<string, string>) =>
    (await pay(href, draft, { confirmationToken: 'ctoken_ok', ...fields })).code
  expect(await refused({ version: '1' })).toBe('total-changed')
  expect(await refused({ due: '100' })).toBe('total-changed')
  expect(await refused({ zipCode: '60612' })).toBe('address-invalid')
  expect(await refused({ emailAddress: 'ada' })).toBe('address-invalid')
  expect(await refused({ confirmationToken: '' })).toBe('payment-details')
  expect([(await draftOf(draft)).state, await stockOf('TL-1001')]).toEqual(['open', 0])
})

test('[H14p] after its end the link offers tires of the same size, and takes no payment', async () => {
  const { draft, href } = await makeLink()
  await casey.change(draft, { action: 'end' })
  await env.DB.exec("UPDATE stock SET qty = 0 WHERE stock_sku = 'TL-1001'")
  const answer = await newPhone().fetch(href)
  expect(answer.status).toBe(410)
  const html = await answer.text()
  expect(textOf(html)).toContain('Tires like these')
  expect(html).toMatch(/href="\/p\/TL-\w+\//)
  expect((await pay(href, draft, { confirmationToken: 'ctoken_ok' })).code).toBe('out-of-stock')
})

test('[H14p] once the sale is paid at the counter, its link says so and takes no second payment', async () => {
  const { draft, href } = await makeLink()
  await casey.payCash(draft)
  expect(textOf(await (await newPhone().fetch(href)).text())).toContain('Paid, thank you')
  expect((await pay(href, draft, { confirmationToken: 'ctoken_ok' })).code).toBe('already-ordered')
})

const PROVIDERS = ['paypal_express', 'afterpay', 'affirm']

test.each(PROVIDERS)('[H14p] %s pays a link once, although the payer comes back twice', async (method) => {
  const sandbox = openProviders()
  const { draft, href } = await makeLink()
  const page = await (await newPhone().fetch(href)).text()
  expect(page).toContain(`value="${method}"`)
  const { action } = await pay(href, draft, { method: method })
  const waiting = textOf(await (await newPhone().fetch(href)).text())
  expect(waiting).toMatch(/Nothing is charged yet.*Continue to (PayPal|Afterpay|Affirm).*Pay another way/)
  const address = await sandbox.decide(action?.redirectUrl ?? '', 'approve')
  expect(await comeBack(address)).toMatch(/^\/order\/TL-/)
  expect(await comeBack(address)).toMatch(/^\/order\/TL-/)
  const { order_number: number } = await draftOf(draft)
  const order = await orderOf(draft)
  expect(order).toMatchObject({ status: 'paid', payment_method: method })
  expect(sandbox.netReceived(number ?? '')).toBe(order?.grand_total)
  expect(textOf(await (await newPhone().fetch(href)).text())).toContain('Paid, thank you')
})

test('[H14p] without script the button leads to the page with the way on, and another way to pay is one press', async () => {
  const sandbox = openProviders()
  const { draft, href } = await makeLink()
  const visitor = newPhone()
  const post = (fields: Record<string, string>) =>
    visitor.fetch(href, { method: 'POST', body: new URLSearchParams({ due, ...fields }) })
  const due = String(await dueOf(href))
  const version = String((await draftOf(draft)).version)
  // What was typed wrong is said at its field, and the rest is still there.
  await post({ ...PAYER, action: 'pay', version, method: 'afterpay', zipCode: '60612' })
  const wrong = await (await visitor.fetch(href)).text()
  expect(wrong).toMatch(/id="zipCode-error"/)
  expect(wrong).toContain('value="100 Main St"')
  const began = await post({ ...PAYER, action: 'pay', version, method: 'afterpay' })
  expect([began.status, began.headers.get('Location')]).toEqual([303, href])
  const page = await (await visitor.fetch(href)).text()
  expect(page).toMatch(/<a class="button buy big wide" href="https:[^"]+">Continue to Afterpay/)
  const order = /name="order" value="(TL-\w+)"/.exec(page)?.[1] ?? ''
  await post({ action: 'another', order })
  expect(textOf(await (await visitor.fetch(href)).text())).toContain('You came back without paying.')
  expect([(await draftOf(draft)).state, await stockOf('TL-1001')]).toEqual(['open', 0])
  const { action } = await pay(href, draft, { method: 'affirm' })
  const denied = await sandbox.decide(action?.redirectUrl ?? '', 'decline')
  expect(await comeBack(denied, visitor)).toBe(href)
  expect(textOf(await (await visitor.fetch(href)).text())).toContain('Nothing was charged')
  expect(await orderOf(draft)).toMatchObject({ status: 'canceled' })
})

test('[H14p] of two phones that approve at two providers one pays, and going back on one leaves the other alone', async () => {
  const sandbox = openProviders()
  const { draft, href } = await makeLink()
  const due = String(await dueOf(href))
  const first = await pay(href, draft, { due, method: 'paypal_express' })
  const { order_number: firstOrder } = await draftOf(draft)
  const approved = await sandbox.decide(first.action?.redirectUrl ?? '', 'approve')
  const second = await pay(href, draft, { due, method: 'affirm' })
  const { order_number: secondOrder } = await draftOf(draft)
  expect(await comeBack(`${href}/cancel?order=${firstOrder}`)).toBe(href)
  expect(textOf(await (await newPhone().fetch(href)).text())).toContain('Continue to Affirm')
  const paid = await sandbox.decide(second.action?.redirectUrl ?? '', 'approve')
  expect(await Promise.all([comeBack(paid), comeBack(approved)])).toEqual([
    expect.stringContaining(`/order/`),
    href,
  ])
  expect([sandbox.netReceived(firstOrder ?? ''), sandbox.netReceived(secondOrder ?? '')]).toEqual([
    0,
    (await orderOf(draft))?.grand_total,
  ])
  // An order of another sale, or a guessed link, continues nothing.
  expect(await comeBack(`${href}/return?order=TL-00000000`)).toBe(href)
  expect((await newPhone().fetch(`/pay/${draft}/${'A'.repeat(24)}/return?order=${secondOrder}`)).status).toBe(
    404,
  )
})

test('[H14p] a provider that does not take the total is not offered, and its form is refused', async () => {
  openProviders()
  const draft = await casey.begin('TL-1001')
  for (let sets = 0; sets < 4; sets += 1)
    await casey.change(draft, { action: 'custom', title: 'Mounting of a fleet', price: '1000', taxed: 'no' })
  const { href } = await linkOf(casey, draft)
  const shown = await (await newPhone().fetch(href)).text()
  expect([shown.includes('value="afterpay"'), shown.includes('value="affirm"')]).toEqual([false, true])
  expect(await pay(href, draft, { method: 'afterpay' })).toMatchObject({ code: 'payment-method' })
  expect((await draftOf(draft)).state).toBe('open')
})
