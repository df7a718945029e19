import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { SANDBOX_KEYS } from '../../../sandbox/testing/sandbox.harness.ts'
import { Browser, openShop } from '../../account/testing/account.harness.ts'
import { stockOf } from '../../checkout/placement/testing/order-placement.harness.ts'
import { CounterStaff, draftOf, textOf } from './testing/counter.harness.ts'

let casey: CounterStaff
const CARD = {
  STRIPE_SECRET_KEY: SANDBOX_KEYS.STRIPE_SECRET_KEY,
  STRIPE_PUBLISHABLE_KEY: SANDBOX_KEYS.STRIPE_PUBLISHABLE_KEY,
  STRIPE_WEBHOOK_SECRET: SANDBOX_KEYS.STRIPE_WEBHOOK_SECRET,
}
const PAYER = {
  ...{ emailAddress: 'ada@example.com', firstName: 'Ada', lastName: 'Miller', phoneNumber: '312 555 0142' },
  ...{ streetAddress: '100 Main St', city: 'Dallas', state: 'TX', zipCode: '75201' },
}

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

/** Makes the pay link of a sale of one tire; returns its path and the number of the sale. */
async function makeLink(): Promise<{ draft: string; href: string; page: string }> {
  const draft = await casey.begin('TL-1001')
  await casey.change(draft, { action: 'link' })
  const page = await (await casey.fetch(`/staff/sell/${draft}/link`)).text()
  const [, href = ''] = /https:\/\/shop\.example(\/pay\/[^<"&%\s]+)/.exec(page) ?? []
  return { draft, href, page }
}

const send = (href: string, fields: Record<string, string>, visitor = new Browser(CARD)) =>
  visitor.fetch(href, {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: new URLSearchParams(fields),
  })

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
  const visitor = new Browser(CARD)
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
  const form = { ...PAYER, version: String((await draftOf(draft)).version), confirmationToken: 'ctoken_ok' }
  const refused = async (fields: Record<string, string>) =>
    (await (await send(href, { ...form, ...fields })).json<{ result: { code: string } }>()).result.code
  expect(await refused({ version: '1' })).toBe('total-changed')
  expect(await refused({ zipCode: '60612' })).toBe('address-invalid')
  expect(await refused({ emailAddress: 'ada' })).toBe('address-invalid')
  expect(await refused({ confirmationToken: '' })).toBe('payment-details')
  expect([(await draftOf(draft)).state, await stockOf('TL-1001')]).toEqual(['open', 0])
})

test('[H14p] after its end the link offers tires of the same size, and takes no payment', async () => {
  const { draft, href } = await makeLink()
  const { version } = await draftOf(draft)
  await casey.change(draft, { action: 'end' })
  await env.DB.exec("UPDATE stock SET qty = 0 WHERE stock_sku = 'TL-1001'")
  const answer = await new Browser(CARD).fetch(href)
  expect(answer.status).toBe(410)
  const html = await answer.text()
  expect(textOf(html)).toContain('Tires like these')
  expect(html).toMatch(/href="\/p\/TL-\w+\//)
  const late = await send(href, { ...PAYER, version: String(version), confirmationToken: 'ctoken_ok' })
  expect((await late.json<{ result: { code: string } }>()).result.code).toBe('out-of-stock')
})

test('[H14p] once the sale is paid at the counter, its link says so and takes no second payment', async () => {
  const { draft, href } = await makeLink()
  const { version } = await draftOf(draft)
  await casey.payCash(draft)
  expect(textOf(await (await new Browser(CARD).fetch(href)).text())).toContain('Paid, thank you')
  const again = await send(href, { ...PAYER, version: String(version), confirmationToken: 'ctoken_ok' })
  expect((await again.json<{ result: { code: string } }>()).result.code).toBe('already-ordered')
})
