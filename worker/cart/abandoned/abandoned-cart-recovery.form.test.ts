import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { emptyDraft } from '../../../schema/checkout/checkout.ts'
import { DAY_MS, HOUR_MS } from '../../../schema/platform/duration.ts'
import { Browser, openShop } from '../../account/testing/account.harness.ts'
import { parseConfig } from '../../config.ts'
import { handleCron } from '../../cron.ts'
import { newQuoteId } from '../../identity/session/cart-id.ts'
import { buildMail } from '../../mails.ts'
import { randomBytes } from '../../platform/security/random-bytes.ts'
import { addToCart, applyCouponCode } from '../update-cart.ts'
import { signRecoveryLink } from './recovery-signature.ts'

const parsed = parseConfig(env)
if (!parsed.ok) throw new Error(parsed.problems.join())
const { config } = parsed

beforeAll(openShop)
afterEach(() => {
  vi.useRealTimers()
})

/** The platform fires an alarm in the past by itself, so carts are abandoned now and the clock is advanced. */
function later(hours: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * HOUR_MS })
}

/** Creates a cart with an e-mail address in its checkout draft. */
async function leftCart(email: string) {
  const quoteId = newQuoteId(config.cartSecret, randomBytes)
  const cart = env.CART.getByName(quoteId)
  const then = Date.now()
  await addToCart(env, quoteId, { sku: 'TL-2001-4', parentSku: null, option: null, qty: 1 }, then)
  const draft = emptyDraft()
  await cart.saveDraft({ ...draft, personal: { ...draft.personal, emailAddress: email }, modifiedAt: then })
  return { quoteId, cart }
}

async function reminders(quoteId: string): Promise<number[]> {
  const { results } = await env.DB.prepare('SELECT id FROM cart_reminder WHERE quote_id = ? ORDER BY step')
    .bind(quoteId)
    .all<{ id: number }>()
  return results.map(({ id }) => id)
}

async function mailAbout(reminderId: number) {
  return buildMail(env, { kind: 'abandoned-cart', payload: { reminderId } }, config, Date.now())
}

function hrefIn(text: string, path: string): string {
  const [, href = ''] = new RegExp(`https?://[^/]+(${path}\\S*)`).exec(text) ?? []
  return href
}

test('[D11] an abandoned cart gets one reminder for each configured time, and no more', async () => {
  const { quoteId, cart } = await leftCart('ada@example.com')
  later(2)
  for (let rings = 0; rings < 3; rings += 1) await runDurableObjectAlarm(cart)
  expect(await reminders(quoteId)).toHaveLength(1)
  const { results } = await env.DB.prepare("SELECT payload FROM outbox WHERE kind = 'abandoned-cart'").all()
  expect(results).toEqual([{ payload: JSON.stringify({ reminderId: (await reminders(quoteId))[0] }) }])

  later(40)
  for (let rings = 0; rings < 5; rings += 1) await runDurableObjectAlarm(cart)
  expect(await reminders(quoteId)).toHaveLength(2)
})

test('[D11] a shopper without an e-mail address, with a recent change or with an empty cart gets no mail', async () => {
  const nobody = await leftCart('')
  const emptied = await leftCart('emptied@example.com')
  await emptied.cart.remove({ quoteId: emptied.quoteId, now: Date.now(), itemId: 1 })
  later(2)
  const fresh = await leftCart('fresh@example.com')
  for (const { quoteId, cart } of [nobody, fresh, emptied]) {
    await runDurableObjectAlarm(cart)
    expect(await reminders(quoteId)).toEqual([])
  }
  expect((await fresh.cart.read())?.lines).toHaveLength(1)
})

test('[D11] the mail’s link shows the abandoned lines and adds them to the cart of another browser, once', async () => {
  const { quoteId, cart } = await leftCart('link@example.com')
  await applyCouponCode(env, quoteId, 'WELCOME10', Date.now())
  later(2)
  await runDurableObjectAlarm(cart)
  const mail = await mailAbout((await reminders(quoteId))[0] ?? 0)
  expect(mail).toMatchObject({ to: 'link@example.com', subject: 'Your tires are still in the cart' })
  expect(mail?.text).not.toContain(quoteId)
  const href = hrefIn(mail?.text ?? '', '/reclaim/checkout/cart/')
  const phone = new Browser()
  const page = await phone.fetch(href)
  expect(page.status).toBe(200)
  expect(page.headers.get('Cache-Control')).toContain('no-store')
  expect(await page.text()).toContain('Add to my cart')
  const name = new URL(href, 'https://shop.example').searchParams.get('quote_id') ?? ''
  const items = await phone.fetch(`/api/ext/abandoned-cart/getItems?quote_id=${encodeURIComponent(name)}`)
  expect(await items.json()).toMatchObject({
    code: 200,
    result: [{ sku: 'TL-2001-4', qty: 1, quote_id: name }],
  })
  for (let presses = 0; presses < 2; presses += 1) {
    const restored = await phone.fetch('/reclaim/checkout/cart/', {
      method: 'POST',
      body: new URLSearchParams({ quote_id: name }),
    })
    expect(restored.headers.get('Location')).toBe('/cart/?notice=reclaimed')
  }
  const mine = phone.cookies.get('__Host-cart') ?? ''
  expect(mine).not.toBe(quoteId)
  expect((await env.CART.getByName(mine).read())?.lines).toMatchObject([{ sku: 'TL-2001-4', qty: 1 }])
})

test('[D11] a link that is expired, forged or of an ordered cart opens no cart', async () => {
  const { quoteId, cart } = await leftCart('late@example.com')
  later(2)
  await runDurableObjectAlarm(cart)
  const [id = 0] = await reminders(quoteId)
  const good = signRecoveryLink(config.cartSecret, id, Date.now())
  const names = [
    signRecoveryLink(config.cartSecret, id, Date.now() - 15 * 24 * HOUR_MS),
    good.replace(/^\d+/, String(id + 1)),
    `${good}x`,
    'f'.repeat(32),
    '',
  ]
  for (const name of names) {
    const page = await new Browser().fetch(`/reclaim/checkout/cart/?quote_id=${encodeURIComponent(name)}`)
    expect(page.status, name).toBe(404)
    expect(await page.text()).toContain('This cart is gone')
    const call = await new Browser().fetch(
      `/api/ext/abandoned-cart/getItems?quote_id=${encodeURIComponent(name)}`,
    )
    expect(await call.json()).toMatchObject({ code: 404 })
  }
  // An order with the same e-mail address makes the reminder obsolete.
  await env.DB.prepare(
    `INSERT INTO sales_order (order_number, quote_id, status, email, subtotal, discount, shipping, tax, fees, grand_total,
       currency, payment_method, addresses, totals, payload_hash, placed_at, updated_at)
     VALUES ('TL-REM1ND3R', 'elsewhere', 'paid', 'late@example.com', 1, 0, 0, 0, 0, 1, 'USD', 'stripe', '{}', '{}', '', ?1, ?1)`,
  )
    .bind(Date.now())
    .run()
  expect(await mailAbout(id)).toBeNull()
})

test('[D11] the stop link asks for a confirmation, works in one click for mail programs, and applies to later carts', async () => {
  const { quoteId, cart } = await leftCart('stop@example.com')
  later(2)
  await runDurableObjectAlarm(cart)
  const [id = 0] = await reminders(quoteId)
  const mail = await mailAbout(id)
  const href = hrefIn(mail?.text ?? '', '/reclaim/stop/')
  const browser = new Browser()
  expect((await browser.fetch(href)).status).toBe(200)
  expect(await mailAbout(id)).not.toBeNull()
  const forged = new URLSearchParams({ id: String(id + 1), proof: href.split('proof=')[1] ?? '' })
  expect((await browser.fetch('/reclaim/stop/', { method: 'POST', body: forged })).status).toBe(404)
  const oneClick = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  expect((await browser.send(href, { method: 'POST', body: oneClick }, {})).status).toBe(200)
  expect(await mailAbout(id)).toBeNull()
  const next = await leftCart('Stop@Example.com')
  later(2)
  await runDurableObjectAlarm(next.cart)
  expect(await reminders(next.quoteId)).toEqual([])
})

test('[D11] the stop link is valid for longer than the recovery link, and the reminder is deleted after it', async () => {
  const { quoteId, cart } = await leftCart('slow@example.com')
  later(2)
  await runDurableObjectAlarm(cart)
  const [id = 0] = await reminders(quoteId)
  const href = hrefIn((await mailAbout(id))?.text ?? '', '/reclaim/stop/')
  const created = Math.ceil(Date.now() / DAY_MS) * DAY_MS
  await handleCron({ scheduledTime: created + 40 * DAY_MS }, env)
  const oneClick = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  expect((await new Browser().send(href, { method: 'POST', body: oneClick }, {})).status).toBe(200)
  await handleCron({ scheduledTime: created + 61 * DAY_MS }, env)
  expect(await reminders(quoteId)).toEqual([])
})

const REMIND_AGAIN_MS = 5 * 60_000
/** Fires the alarm while mails cannot be stored. Returns the time of the next alarm. */
async function ringWhileAway(cart: ReturnType<typeof env.CART.getByName>): Promise<number> {
  await env.DB.exec('ALTER TABLE cart_reminder RENAME TO cart_reminder_away')
  await runDurableObjectAlarm(cart)
  await env.DB.exec('ALTER TABLE cart_reminder_away RENAME TO cart_reminder')
  const alarm = await runInDurableObject(cart, (_: unknown, { storage }) => storage.getAlarm())
  return (alarm ?? Number.NaN) - Date.now()
}

test('[D11] D1 does not answer at the time of the mail: the alarm waits some minutes, the cart stays, and the mail is sent once', async () => {
  const { quoteId, cart } = await leftCart('away@example.com')
  later(2)
  expect(await ringWhileAway(cart)).toBe(REMIND_AGAIN_MS)
  expect((await cart.read())?.lines).toHaveLength(1)
  later(0.1)
  for (let rings = 0; rings < 2; rings += 1) await runDurableObjectAlarm(cart)
  expect(await reminders(quoteId)).toHaveLength(1)
})

test('[D11] a cart of thirty days whose mail failed is not deleted before the mail was tried again', async () => {
  const { quoteId, cart } = await leftCart('away-long@example.com')
  later(31 * 24)
  for (let rings = 0; rings < 2; rings += 1) {
    expect(await ringWhileAway(cart)).toBe(REMIND_AGAIN_MS)
    expect((await cart.read())?.lines).toHaveLength(1)
    later(0.1)
  }
  await runDurableObjectAlarm(cart)
  expect(await reminders(quoteId)).toHaveLength(1)
  expect(await cart.read()).toBeNull()
})
