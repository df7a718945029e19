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
let restoreDelays: () => void

beforeAll(openShop)
beforeEach(async () => {
  stripe = new StripeSandbox()
  restoreDelays = skipRetryDelays()
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => stripe.fetch(input, init))
  await env.DB.exec('DELETE FROM customer_payment_account')
  // Clears the limits, so that the orders of earlier tests do not count.
  await env.DB.exec('DELETE FROM order_actor')
})
afterEach(() => {
  restoreDelays()
  vi.unstubAllGlobals()
})

async function signedIn(customer = RILEY): Promise<Browser> {
  const browser = new Browser()
  if (customer !== RILEY) {
    const names = { firstName: 'Morgan', lastName: 'Reed', rPassword: customer.password }
    const fields = { ...names, emailAddress: customer.email, password: customer.password }
    await browser.form({ action: 'register', ...fields, acceptTermsAndConditions: 'on' })
  }
  await browser.signIn(customer)
  expect(browser.cookies.get('__Host-session')).toBeTruthy()
  return browser
}

interface Answer {
  code: number
  result: { orderNumber?: string; code?: string; message?: string; action?: { clientSecret: string } }
}

/** Adds one tire to this browser's cart and orders it by card, with these values of the card fields. */
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
const SAVE_CARD = { confirmation_token: 'ctoken_ok', save_card: true }

test('[E8] a customer saves a card, pays with it the next time, and has one account at the provider', async () => {
  const browser = await signedIn()
  expect((await buy(browser, { confirmation_token: 'ctoken_ok' })).code).toBe(200)
  expect((await readSavedCards(browser)).result.cards).toEqual([])
  expect((await buy(browser, SAVE_CARD)).code).toBe(200)
  const [card] = (await readSavedCards(browser)).result.cards
  expect(card).toMatchObject({
    brand: 'Visa',
    last4: '4242',
    expires: `12/${new Date().getUTCFullYear() + 1}`,
  })
  expect((await buy(browser, { confirmation_token: card?.id })).code).toBe(200)
  expect(charged()).toBe(3)
  expect((await buy(browser, SAVE_CARD)).code).toBe(200)
  expect((await readSavedCards(browser)).result.cards).toHaveLength(2)
  expect(stripe.calls.filter((call) => call === 'POST /v1/customers')).toHaveLength(1)
})

test('[audit C5] [E8] after Stripe has failed to create a customer, a card is saved with a later order', async () => {
  const browser = await signedIn()
  for (const failures of [1, 2]) {
    stripe.addFault({ target: 'stripe-api', match: 'customers.create' })
    expect((await buy(browser, SAVE_CARD)).code).toBe(200)
    expect((await readSavedCards(browser)).result.cards).toEqual([])
    expect(charged()).toBe(failures)
  }
  expect((await buy(browser, SAVE_CARD)).code).toBe(200)
  expect((await readSavedCards(browser)).result.cards).toHaveLength(1)
})

test('[audit A11] a saved card is charged the shown total only', async () => {
  const browser = await signedIn()
  await buy(browser, SAVE_CARD)
  const [card] = (await readSavedCards(browser)).result.cards
  await browser.fetch('/cart/form/', {
    method: 'POST',
    body: new URLSearchParams({ action: 'add', sku: 'TL-2001-1' }),
  })
  const before = charged()
  const refused = await order(browser, { confirmation_token: card?.id }, { total_shown: 100 })
  expect(refused).toMatchObject({ code: 409, result: { code: 'total-changed', sums: { before: 100 } } })
  expect(charged()).toBe(before)
})

test('[E8] a refused card is not saved; a saved card that was refused can be used again', async () => {
  const browser = await signedIn()
  const refused = await buy(browser, { confirmation_token: 'ctoken_declined', save_card: true })
  expect(refused).toMatchObject({ code: 402, result: { message: DECLINE_MESSAGES.declined } })
  expect((await readSavedCards(browser)).result.cards).toEqual([])
  await order(browser, SAVE_CARD)
  const [id = ''] = stripe.cards
  stripe.changeCard(id, 'ctoken_declined')
  expect((await buy(browser, { confirmation_token: id })).code).toBe(402)
  expect((await order(browser, { confirmation_token: id })).code).toBe(402)
  stripe.changeCard(id, 'ctoken_ok')
  expect((await order(browser, { confirmation_token: id })).code).toBe(200)
  expect(charged()).toBe(2)
})

test('[E8] the bank can require authentication of a saved card too, and then the same order is paid', async () => {
  const browser = await signedIn()
  const challenged = { confirmation_token: 'ctoken_3ds', save_card: true }
  expect(await buy(browser, challenged)).toMatchObject({ code: 402, result: { code: 'payment-action' } })
  for (const id of stripe.intents.keys()) stripe.answerBank(id)
  expect((await order(browser, challenged)).code).toBe(200)
  const [id] = stripe.cards
  const again = await buy(browser, { confirmation_token: id })
  expect(again.result.action?.clientSecret).toBeTruthy()
  for (const intent of stripe.intents.keys()) stripe.answerBank(intent)
  expect((await order(browser, { confirmation_token: id })).code).toBe(200)
  expect(charged()).toBe(2)
})

test('[E8] another customer’s card is refused for customers with and without saved cards, and for guests', async () => {
  const owner = await signedIn()
  await buy(owner, SAVE_CARD)
  const [id] = stripe.cards
  const other = await signedIn(MORGAN)
  const gone = { code: 402, result: { code: 'payment-details', message: SAVED_CARD_MISSING_MESSAGE } }
  expect(await buy(other, { confirmation_token: id })).toMatchObject(gone)
  expect((await order(other, SAVE_CARD)).code).toBe(200)
  expect(await buy(other, { confirmation_token: id })).toMatchObject(gone)
  // An unknown card gets the same message, so that ids of cards cannot be guessed.
  expect(await order(other, { confirmation_token: 'pm_nobody' })).toMatchObject(gone)
  expect(await buy(new Browser(), { confirmation_token: id })).toMatchObject(gone)
  expect(
    await order(other, { confirmation_token: id, customer: 'cus_1', cardHolder: { ref: 'cus_1' } }),
  ).toMatchObject(gone)
  expect(charged()).toBe(2)
  expect([...stripe.intents.values()].filter(({ status }) => status === 'requires_action')).toEqual([])
})

test('[E8] a guest cannot save a card; when Stripe cannot create a customer, the order succeeds without saving', async () => {
  expect((await buy(new Browser(), SAVE_CARD)).code).toBe(200)
  expect(stripe.cards).toEqual([])
  const browser = await signedIn()
  const { fetch: answer } = stripe
  stripe.fetch = async (input, init) =>
    new URL(new Request(input, init).url).pathname === '/v1/customers'
      ? Response.json({ error: { type: 'api_error', message: 'down' } }, { status: 500 })
      : answer(input, init)
  expect((await buy(browser, SAVE_CARD)).code).toBe(200)
  expect(stripe.cards).toEqual([])
  expect(charged()).toBe(2)
})
