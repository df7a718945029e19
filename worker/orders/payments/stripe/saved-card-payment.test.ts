import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { SAVED_CARD_MISSING_MESSAGE } from '../../../../schema/orders/order.ts'
import { DECLINE_MESSAGES } from '../../../../schema/orders/payment.ts'
import { Browser, openShop, RILEY } from '../../../account/testing/account.harness.ts'
import { StripeSandbox, skipRetryDelays } from './testing/stripe-sandbox.harness.ts'

const MORGAN = { email: 'morgan@cards.example', password: 'four-new-tires-26' }
const ADDRESS = {
  region: 'Illinois',
  region_id: 23,
  country_id: 'US',
  street: ['2720 W Grand Ave'],
  city: 'Chicago',
  postcode: '60612',
  firstname: 'Riley',
  lastname: 'Moss',
  telephone: '3125550142',
}

let stripe: StripeSandbox
let waitAgain: () => void

beforeAll(openShop)
beforeEach(async () => {
  stripe = new StripeSandbox()
  waitAgain = skipRetryDelays()
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => stripe.fetch(input, init))
  await env.DB.exec('DELETE FROM customer_payment_account')
  // The buyers of earlier tests are of another day.
  await env.DB.exec('DELETE FROM order_actor')
})
afterEach(() => {
  waitAgain()
  vi.unstubAllGlobals()
})

async function signedIn(who = RILEY): Promise<Browser> {
  const browser = new Browser()
  if (who !== RILEY) {
    const names = { firstName: 'Morgan', lastName: 'Reed', rPassword: who.password }
    const fields = { ...names, emailAddress: who.email, password: who.password }
    await browser.form({ action: 'register', ...fields, acceptTermsAndConditions: 'on' })
  }
  await browser.signIn(who)
  expect(browser.cookies.get('__Host-session')).toBeTruthy()
  return browser
}

interface Answer {
  code: number
  result: { orderNumber?: string; code?: string; message?: string; action?: { clientSecret: string } }
}

/** One tire in this browser's cart, paid by card with what the provider gave. */
async function buy(browser: Browser, additional: Record<string, unknown>): Promise<Answer> {
  const fields = { action: 'add', sku: 'TL-2001-1' }
  await browser.fetch('/cart/form/', { method: 'POST', body: new URLSearchParams(fields) })
  return order(browser, additional)
}

async function order(
  browser: Browser,
  additional: Record<string, unknown>,
  more: object = {},
): Promise<Answer> {
  const info = {
    billingAddress: { ...ADDRESS, email: RILEY.email },
    shippingAddress: ADDRESS,
    shipping_method_code: 'freeshipping',
    shipping_carrier_code: 'freeshipping',
    payment_method_code: 'stripe',
    payment_method_additional: additional,
  }
  const response = await browser.fetch('/api/order', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user_id: '', cart_id: '', addressInformation: info, ...more }),
  })
  return response.json()
}

const readSavedCards = async (browser: Browser) =>
  (await browser.fetch('/api/ext/account/stored-payment-methods')).json<{
    result: { cards: { id: string }[] }
  }>()
const charged = () => [...stripe.captured.values()].length
const KEEP = { confirmation_token: 'ctoken_ok', save_card: true }

test('[E8] a customer who ticks it keeps the card, pays with it the next time, and is one customer at the provider', async () => {
  const browser = await signedIn()
  expect((await buy(browser, { confirmation_token: 'ctoken_ok' })).code).toBe(200)
  expect((await readSavedCards(browser)).result.cards).toEqual([])
  expect((await buy(browser, KEEP)).code).toBe(200)
  const [card] = (await readSavedCards(browser)).result.cards
  expect(card).toMatchObject({
    brand: 'Visa',
    last4: '4242',
    expires: `12/${new Date().getUTCFullYear() + 1}`,
  })
  expect((await buy(browser, { confirmation_token: card?.id })).code).toBe(200)
  expect(charged()).toBe(3)
  expect((await buy(browser, KEEP)).code).toBe(200)
  expect((await readSavedCards(browser)).result.cards).toHaveLength(2)
  expect(stripe.calls.filter((call) => call === 'POST /v1/customers')).toHaveLength(1)
})

test('[audit C5] [E8] where Stripe has failed once to make a customer, a card is saved with the next order', async () => {
  const browser = await signedIn()
  for (const failures of [1, 2]) {
    stripe.addFault({ target: 'stripe-api', match: 'customers.create' })
    expect((await buy(browser, KEEP)).code).toBe(200)
    expect((await readSavedCards(browser)).result.cards).toEqual([])
    expect(charged()).toBe(failures)
  }
  expect((await buy(browser, KEEP)).code).toBe(200)
  expect((await readSavedCards(browser)).result.cards).toHaveLength(1)
})

test('[audit A11] a saved card is not charged another total than the shown one', async () => {
  const browser = await signedIn()
  await buy(browser, KEEP)
  const [card] = (await readSavedCards(browser)).result.cards
  await browser.fetch('/cart/form/', {
    method: 'POST',
    body: new URLSearchParams({ action: 'add', sku: 'TL-2001-1' }),
  })
  const before = charged()
  const asked = await order(browser, { confirmation_token: card?.id }, { total_shown: 100 })
  expect(asked).toMatchObject({ code: 409, result: { code: 'total-changed', sums: { before: 100 } } })
  expect(charged()).toBe(before)
})

test('[E8] a refused card is not saved; a saved one that was refused may be tried again', async () => {
  const browser = await signedIn()
  const refused = await buy(browser, { confirmation_token: 'ctoken_declined', save_card: true })
  expect(refused).toMatchObject({ code: 402, result: { message: DECLINE_MESSAGES.declined } })
  expect((await readSavedCards(browser)).result.cards).toEqual([])
  await order(browser, KEEP)
  const [id = ''] = stripe.cards
  stripe.changeCard(id, 'ctoken_declined')
  expect((await buy(browser, { confirmation_token: id })).code).toBe(402)
  expect((await order(browser, { confirmation_token: id })).code).toBe(402)
  stripe.changeCard(id, 'ctoken_ok')
  expect((await order(browser, { confirmation_token: id })).code).toBe(200)
  expect(charged()).toBe(2)
})

test('[E8] the bank may ask for a saved card too, and the same order goes on afterwards', async () => {
  const browser = await signedIn()
  const asks = { confirmation_token: 'ctoken_3ds', save_card: true }
  expect(await buy(browser, asks)).toMatchObject({ code: 402, result: { code: 'payment-action' } })
  for (const id of stripe.intents.keys()) stripe.answerBank(id)
  expect((await order(browser, asks)).code).toBe(200)
  const [id] = stripe.cards
  const again = await buy(browser, { confirmation_token: id })
  expect(again.result.action?.clientSecret).toBeTruthy()
  for (const intent of stripe.intents.keys()) stripe.answerBank(intent)
  expect((await order(browser, { confirmation_token: id })).code).toBe(200)
  expect(charged()).toBe(2)
})

test('[E8] nobody pays with another customer’s card: not a customer with saved cards, not one without, not a guest', async () => {
  const owner = await signedIn()
  await buy(owner, KEEP)
  const [id] = stripe.cards
  const other = await signedIn(MORGAN)
  const gone = { code: 402, result: { code: 'payment-details', message: SAVED_CARD_MISSING_MESSAGE } }
  expect(await buy(other, { confirmation_token: id })).toMatchObject(gone)
  expect((await order(other, KEEP)).code).toBe(200)
  expect(await buy(other, { confirmation_token: id })).toMatchObject(gone)
  // With the same words as for a card that is none, so that a name can not be tried out.
  expect(await order(other, { confirmation_token: 'pm_nobody' })).toMatchObject(gone)
  expect(await buy(new Browser(), { confirmation_token: id })).toMatchObject(gone)
  expect(
    await order(other, { confirmation_token: id, customer: 'cus_1', cardHolder: { ref: 'cus_1' } }),
  ).toMatchObject(gone)
  expect(charged()).toBe(2)
  expect([...stripe.intents.values()].filter(({ status }) => status === 'requires_action')).toEqual([])
})

test('[E8] a guest gets no saved cards; where Stripe cannot make a customer the order goes on without', async () => {
  expect((await buy(new Browser(), KEEP)).code).toBe(200)
  expect(stripe.cards).toEqual([])
  const browser = await signedIn()
  const { fetch: answer } = stripe
  stripe.fetch = async (input, init) =>
    new URL(new Request(input, init).url).pathname === '/v1/customers'
      ? Response.json({ error: { type: 'api_error', message: 'down' } }, { status: 500 })
      : answer(input, init)
  expect((await buy(browser, KEEP)).code).toBe(200)
  expect(stripe.cards).toEqual([])
  expect(charged()).toBe(2)
})
