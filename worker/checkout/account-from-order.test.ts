import { env } from 'cloudflare:workers'
import Argon2 from '@phi-ag/argon2'
import { beforeAll, expect, test, vi } from 'vitest'
import { Browser, openShop, RILEY } from '../account/testing/account.harness.ts'

type Fields = Record<string, string>

const JSON_PLEASE = { Accept: 'application/json' }

const PASSWORD = 'four-new-tires-26'
const ADDRESS = {
  firstName: 'Dana',
  lastName: 'Whitfield',
  streetAddress: '1458 N Wood St',
  apartmentNumber: '',
  zipCode: '60612',
  city: 'Chicago',
  state: 'Illinois',
  phoneNumber: '(312) 555-0186',
}
const SHIPPING = { step: 'shipping', ...ADDRESS, shippingMethod: 'freeshipping:freeshipping' }
const CASH = { step: 'payment', paymentMethod: 'cashondelivery', billingSameAsShipping: 'on' }

beforeAll(openShop)

/** A guest with a pair in the cart. */
async function shopper() {
  const browser = new Browser()
  const post = (path: string, fields: Fields) =>
    browser.fetch(path, { method: 'POST', body: new URLSearchParams(fields) })
  const step = (fields: Fields) => post('/checkout/form/', fields)
  await post('/cart/form/', { action: 'add', sku: 'TL-2001-2' })
  const personal = (email: string, more: Fields = {}) =>
    step({ step: 'personal', emailAddress: email, firstName: 'Dana', lastName: 'Whitfield', ...more })
  const read = async (path: string) =>
    (await browser.fetch(path)).json<{ result: Fields & { account: object } }>()
  return {
    browser,
    step,
    personal,
    post,
    view: () => read('/api/ext/checkout'),
    thanks: () => read('/api/ext/thank-you'),
  }
}

const customerOf = (email: string) =>
  env.DB.prepare(
    `SELECT c.id, c.firstname, (SELECT count(*) FROM customer_address a WHERE a.customer_id = c.id) AS addresses,
       (SELECT count(*) FROM sales_order o WHERE o.customer_id = c.id) AS orders FROM customer c WHERE email = ?`,
  )
    .bind(email)
    .first()
const ordersFor = (email: string) =>
  env.DB.prepare('SELECT count(*) AS n FROM sales_order WHERE email = ?').bind(email).first<number>('n')

test('[E7] an account is created with the purchase: it has the order and the address, the browser is signed in, the password is deleted', async () => {
  const { browser, step, personal, view } = await shopper()
  await personal('dana@whitfield.example', { createAccount: 'on', password: PASSWORD })
  const shown = await view()
  expect(shown.result.account).toEqual({ createAccount: true, hasPassword: true })
  expect(JSON.stringify(shown)).not.toMatch(/argon2|four-new-tires/)
  expect(await customerOf('dana@whitfield.example')).toBeNull()
  await step(SHIPPING)
  expect((await step(CASH)).headers.get('Location')).toBe('/checkout/onepage/success/')
  expect(await customerOf('dana@whitfield.example')).toMatchObject({
    firstname: 'Dana',
    addresses: 1,
    orders: 1,
  })
  expect(browser.cookies.get('__Host-session')).toBeTruthy()
  expect((await browser.fetch('/customer/account/orders/')).status).toBe(200)
  const page = await browser.fetch('/checkout/onepage/success/')
  expect(await page.text()).toContain('Thank you')
  const stored = await env.CART.getByName(browser.cookies.get('__Host-cart') ?? '').readCheckout()
  expect(stored.draft?.account).toEqual({ createAccount: false, hasPassword: false })
  expect(browser.cookies.has('__Host-wanted-password')).toBe(false)
  const again = new Browser()
  const signIn = await again.signIn({ email: 'dana@whitfield.example', password: PASSWORD })
  expect(signIn.headers.get('Location')).toBe('/customer/account/')
})

test('[E7] without a password or with a common password the step stays open', async () => {
  const { personal, view } = await shopper()
  const errors = async () => (await view()).result.errors
  await personal('new@whitfield.example', { createAccount: 'on', password: '' })
  expect(await errors()).toEqual({ password: 'You must enter a password' })
  await personal('new@whitfield.example', { createAccount: 'on', password: 'password1' })
  expect(await errors()).toMatchObject({ password: expect.stringContaining('easy to guess') })
  await personal('new@whitfield.example', { createAccount: 'on', password: PASSWORD })
  expect((await view()).result).toMatchObject({ step: 'shipping', account: { hasPassword: true } })
  // A request that is withdrawn leaves no password.
  await personal('new@whitfield.example')
  expect((await view()).result).toMatchObject({
    step: 'shipping',
    account: { createAccount: false, hasPassword: false },
  })
})

test('[E7] a refused order creates no account; after a crash behind the order the thank-you page creates it', async () => {
  const { browser, step, personal } = await shopper()
  const email = 'late@whitfield.example'
  await personal(email, { createAccount: 'on', password: PASSWORD })
  await step(SHIPPING)
  await env.DB.prepare("UPDATE stock SET qty = 0 WHERE stock_sku = 'TL-2001'").run()
  await step(CASH)
  expect(await customerOf(email)).toBeNull()
  await env.DB.prepare("UPDATE stock SET qty = 40 WHERE stock_sku = 'TL-2001'").run()
  // The object alone places the order, as if the Worker died before it answered.
  const cart = env.CART.getByName(browser.cookies.get('__Host-cart') ?? '')
  const apiAddress = {
    countryId: 'US',
    region: 'Illinois',
    regionId: 23,
    regionCode: 'IL',
    postcode: '60612',
    city: 'Chicago',
    street: ['1458 N Wood St'],
    firstname: 'Dana',
    lastname: 'Whitfield',
    telephone: '3125550186',
    email: '',
    company: '',
    vatId: '',
  }
  await cart.placeOrder({
    lines: null,
    email,
    shippingAddress: apiAddress,
    billingAddress: apiAddress,
    shippingMethod: null,
    paymentMethod: 'cashondelivery',
    confirmationToken: null,
    shownTotal: null,
    marketing: null,
  })
  expect(await customerOf(email)).toBeNull()
  await browser.fetch('/checkout/onepage/success/')
  expect(await customerOf(email)).toMatchObject({ orders: 1 })
})

test('[E7] after a guest’s order a password creates the account, once and only for the browser that ordered', async () => {
  const { browser, step, personal, post, thanks } = await shopper()
  const email = 'after@whitfield.example'
  await personal(email)
  await step(SHIPPING)
  await step(CASH)
  expect((await thanks()).result).toMatchObject({ offersAccount: true })
  const keep = (password: string) => post('/account/form/', { action: 'keep-order', password })
  await keep('123456')
  expect(await (await browser.fetch('/checkout/onepage/success/')).text()).toContain('easy to guess')
  expect(await customerOf(email)).toBeNull()
  await keep(PASSWORD)
  expect(await customerOf(email)).toMatchObject({ orders: 1, addresses: 1 })
  expect((await thanks()).result).toMatchObject({ offersAccount: false })
  const stranger = new Browser()
  const refused = await stranger.form(
    { action: 'keep-order', password: PASSWORD },
    { Accept: 'application/json' },
  )
  expect(refused.status).toBe(404)
})

test('[audit A5] before the order no password is hashed, and known and unknown addresses get the same response', async () => {
  const hashed = vi.spyOn(Argon2.prototype, 'hash')
  const answers = []
  for (const email of [RILEY.email, 'unknown@whitfield.example']) {
    const { browser, personal, step, view } = await shopper()
    const response = await personal(email, { createAccount: 'on', password: PASSWORD })
    const { result } = await view()
    answers.push([
      response.status,
      response.headers.get('Location'),
      { ...result, cart: null, personal: null },
    ])
    await step(SHIPPING)
    expect(hashed).not.toHaveBeenCalled()
    const cart = env.CART.getByName(browser.cookies.get('__Host-cart') ?? '')
    const stored = JSON.stringify([await cart.readCheckout(), [...browser.cookies]])
    expect(stored).not.toContain(PASSWORD)
    expect((await step(CASH)).headers.get('Location')).toBe('/checkout/onepage/success/')
    expect(hashed).toHaveBeenCalledTimes(1)
    hashed.mockClear()
    expect(browser.cookies.has('__Host-session')).toBe(email !== RILEY.email)
  }
  expect(answers[0]).toEqual(answers[1])
  hashed.mockRestore()
})

test('[audit A5] a password that is stored for another cart, or forged, creates no account', async () => {
  const { browser, step, personal } = await shopper()
  const other = await shopper()
  await other.personal('other@whitfield.example', { createAccount: 'on', password: PASSWORD })
  await personal('mine@whitfield.example', { createAccount: 'on', password: PASSWORD })
  browser.cookies.set('__Host-wanted-password', other.browser.cookies.get('__Host-wanted-password') ?? '')
  await step(SHIPPING)
  await step(CASH)
  expect(await customerOf('mine@whitfield.example')).toBeNull()
})

test('[audit A5] an account with an order counts towards the rate limit of registering', async () => {
  const { browser, step, personal } = await shopper()
  await personal('limit@whitfield.example', { createAccount: 'on', password: PASSWORD })
  await step(SHIPPING)
  const fields = { action: 'register', emailAddress: RILEY.email, firstName: 'Dana', lastName: 'Whitfield' }
  const register = () =>
    browser.form(
      { ...fields, password: PASSWORD, rPassword: PASSWORD, acceptTermsAndConditions: 'on' },
      JSON_PLEASE,
    )
  let status = 0
  for (let n = 0; n < 62 && status !== 429; n += 1) status = (await register()).status
  expect(status).toBe(429)
  await step(CASH)
  expect(await customerOf('limit@whitfield.example')).toBeNull()
})

test('[E7] a stranger who orders with the e-mail address of a customer gets neither the account nor its orders', async () => {
  const { step, personal, post } = await shopper()
  await personal(RILEY.email)
  await step(SHIPPING)
  await step(CASH)
  const before = await customerOf(RILEY.email)
  await post('/account/form/', { action: 'keep-order', password: PASSWORD })
  expect(await customerOf(RILEY.email)).toEqual(before)
  expect(await ordersFor(RILEY.email)).toBeGreaterThan(0)
})

test('[E5] an address that a customer types is added to the address book with the order, once, and prefills the next checkout', async () => {
  const { browser, step, post, view } = await shopper()
  const email = 'book@whitfield.example'
  const names = { firstName: 'Dana', lastName: 'Whitfield', rPassword: PASSWORD }
  await browser.form({
    action: 'register',
    emailAddress: email,
    password: PASSWORD,
    ...names,
    acceptTermsAndConditions: 'on',
  })
  const book = async () =>
    (await browser.fetch('/api/ext/account/address-book')).json<{
      result: { addresses: { street: string; defaultShipping: boolean; defaultBilling: boolean }[] }
    }>()
  const stored = async () =>
    (await book()).result.addresses.map((one) => [one.street, one.defaultShipping, one.defaultBilling])
  const personal = { step: 'personal', emailAddress: email, firstName: 'Dana', lastName: 'Whitfield' }
  const order = async (shipping: Fields, payment: Fields) => {
    await step(personal)
    await step(shipping)
    expect((await step(payment)).headers.get('Location')).toBe('/checkout/onepage/success/')
    await post('/cart/form/', { action: 'add', sku: 'TL-2001-1' })
  }
  // An address without an order is not stored.
  await step(personal)
  await step(SHIPPING)
  expect(await stored()).toEqual([])
  await order(SHIPPING, CASH)
  expect(await stored()).toEqual([['1458 N Wood St', true, true]])
  expect((await view()).result).toMatchObject({
    personal: { emailAddress: email },
    shipping: { streetAddress: '1458 N Wood St', zipCode: '60612', state: 'Illinois' },
    payment: { billingSameAsShipping: true },
  })
  await order(SHIPPING, CASH)
  expect(await stored()).toHaveLength(1)
  const { billingSameAsShipping: _, ...cash } = CASH
  await order(SHIPPING, { ...ADDRESS, ...cash, streetAddress: '2720 W Grand Ave' })
  expect(await stored()).toEqual([
    ['1458 N Wood St', true, false],
    ['2720 W Grand Ave', false, true],
  ])
  expect((await view()).result).toMatchObject({
    payment: { billingSameAsShipping: false, streetAddress: '2720 W Grand Ave' },
  })
})
