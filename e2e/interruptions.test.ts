import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { cartOf, findProduct, openPayment, putInCart, registerAt, sendForm, stockOf } from './api-client.ts'
import { expectAccessible, openBrowser, PHONE } from './browser.ts'
import { addFault, chargesOf, clearFaults } from './payment-sandbox.ts'
import { sandboxUrl, shopUrl } from './shop.ts'
import {
  bringIntoView,
  choose,
  DANA,
  fillCard,
  fillShipping,
  isInView,
  mailAbout,
  orderNumber,
  pressPlaceOrder,
  untilFormHydrated,
} from './steps.ts'

const browser = openBrowser()
afterEach(() => clearFaults(sandboxUrl))

/** The title of a message about a lost connection (G10). */
const OFFLINE = 'There is no Internet connection'
/** A list of new tires, of which many are in stock. */
const NEW = { path: '/t/c/new', min: 4 }

/** Counts the requests of this page to a path of the shop. */
function countRequests(page: Page, path: string): () => number {
  let count = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) count += 1
  })
  return () => count
}

test('[E6] [E8] several presses of the button send, place and charge one order', async () => {
  const email = 'impatient@whitfield.example'
  const page = await browser.newPage()
  const product = await findProduct(shopUrl, NEW)
  await putInCart(page, shopUrl, product.sku)
  await openPayment(page, shopUrl, { ...DANA, email })
  await choose(page, 'Pay by Card (Stripe)')
  await fillCard(page, '4242424242424242')
  // Slow enough that every press happens during the request.
  await addFault(sandboxUrl, {
    target: 'stripe-api',
    match: 'payment_intents.confirm',
    action: 'slow',
    ms: 700,
  })
  const sent = countRequests(page, '/api/order')
  const button = page.locator('.checkout-steps .buy')
  await bringIntoView(button)
  await button.dblclick()
  await button.click({ force: true, noWaitAfter: true })
  const number = await orderNumber(page)
  expect(sent()).toBe(1)
  expect((await chargesOf(sandboxUrl, email)).map(({ metadata }) => metadata.order_number)).toEqual([number])
  expect((await stockOf(shopUrl, product.sku)).qty).toBe(product.left - 1)
})

test('[H2] [D6] a press of "Add" without a working connection shows a message and stays on the page', async () => {
  const page = await browser.newPage({ viewport: PHONE })
  const { href } = await findProduct(shopUrl, NEW)
  await page.goto(`${shopUrl}${href}`)
  const add = page.locator('.buy-box .buy-row button[type="submit"]')
  // The browser still reports a connection. The form is first not hydrated, then hydrated.
  for (const isHydrated of [false, true]) {
    if (isHydrated) {
      await add.hover()
      await untilFormHydrated(page, '.buy-box')
    }
    await page.context().route('**/*', (route) => route.abort('internetdisconnected'))
    await add.focus()
    await add.press('Enter')
    await page.getByText(OFFLINE).first().waitFor()
    expect(page.url()).toBe(`${shopUrl}${href}`)
    await page.context().unroute('**/*')
    await page.reload()
  }
  await add.click()
  await expect.poll(async () => (await cartOf(page, shopUrl)).length).toBe(1)
})

test('[E6] a reload and the back button preserve typed input', async () => {
  const page = await browser.newPage()
  const { sku } = await findProduct(shopUrl, NEW)
  await putInCart(page, shopUrl, sku)
  await page.goto(`${shopUrl}/cart/`)
  await page
    .getByRole('link', { name: /^Check out/ })
    .first()
    .click()
  await page.waitForURL(`${shopUrl}/checkout/`)
  await page.getByLabel('Email').fill(DANA.email)
  await page.getByLabel('First name').fill(DANA.first)
  // Typing may be faster than hydration, after which the input is stored.
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('checkout'))).toContain(DANA.first)
  await page.reload()
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(DANA.email)
  expect(await page.getByLabel('First name').inputValue()).toBe(DANA.first)

  await page.getByLabel('Last name').fill(DANA.last)
  await page.getByRole('button', { name: 'Go to shipping' }).click()
  await page.getByLabel('Street address').fill(DANA.street)
  await page.getByLabel('Phone').fill(DANA.phone)
  await page.goBack()
  await page.waitForURL(`${shopUrl}/cart/`)
  expect(await page.locator('.cart-lines li').count()).toBe(1)
  await page.goForward()
  await page.waitForURL(`${shopUrl}/checkout/`)
  await expect.poll(() => page.getByLabel('Street address').inputValue()).toBe(DANA.street)
  expect(await page.getByLabel('Phone').inputValue()).toBe(DANA.phone)
  expect(await page.locator('#step-personal .step-line').textContent()).toBe(
    `${DANA.first} ${DANA.last}, ${DANA.email}`,
  )
})

test('[D2] [E6] two tabs show one cart, and an order in one tab empties it in the other', async () => {
  const page = await browser.newPage()
  const first = await findProduct(shopUrl, NEW)
  await putInCart(page, shopUrl, first.sku)
  await page.goto(`${shopUrl}/cart/`)
  const other = await page.context().newPage()
  await other.goto(`${shopUrl}/cart/`)
  // Both pages listen after hydration.
  await other.getByRole('button', { name: /^One more/ }).click()
  const quantity = page.locator('.cart-lines input[name="qty"]')
  await expect.poll(() => quantity.inputValue()).toBe('2')
  await page.getByRole('button', { name: /^One less/ }).click()
  await expect.poll(() => other.locator('.cart-lines input[name="qty"]').inputValue()).toBe('1')

  await openPayment(other, shopUrl, { ...DANA, email: 'tabs@whitfield.example' })
  await choose(other, 'Cash on delivery')
  await pressPlaceOrder(other)
  await orderNumber(other)
  await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor()
})

test('[D2] [D6] changes of a cart without a connection are stored, sent once from another page, and shown on another device', async () => {
  const page = await browser.newPage()
  const [gone, left] = [
    await findProduct(shopUrl, NEW),
    await findProduct(shopUrl, { ...NEW, path: '/t/c/new?page=2' }),
  ]
  const who = { ...DANA, email: 'devices@whitfield.example' }
  await registerAt(page, shopUrl, who)
  await putInCart(page, shopUrl, gone.sku)
  await putInCart(page, shopUrl, left.sku)
  await page.goto(`${shopUrl}/cart/`)
  const phone = await browser.newPage()
  await sendForm(phone, `${shopUrl}/account/form/`, {
    action: 'sign-in',
    emailAddress: who.email,
    password: 'rubber-meets-road',
  })
  await phone.goto(`${shopUrl}/cart/`)
  const lines = (one: Page) => one.locator('.cart-lines > li')
  await expect.poll(() => lines(phone).count()).toBe(2)

  const posted = countRequests(page, '/cart/form/')
  await page.context().setOffline(true)
  await page.getByText(`${OFFLINE}. Your cart is just as you left it.`).waitFor()
  await lines(page)
    .last()
    .getByRole('button', { name: /^One more/ })
    .click()
  await page.getByText(`${OFFLINE}. We’ve saved your changes here`).waitFor()
  // The amount is that of the cart before the changes.
  await page.getByRole('link', { name: 'Check out', exact: true }).waitFor()
  await lines(page)
    .first()
    .getByRole('button', { name: /^Remove/ })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect.poll(() => lines(page).count()).toBe(1)
  expect(await page.locator('.cart-lines input[name="qty"]').inputValue()).toBe('2')
  await expectAccessible(page)
  const context = page.context()
  await page.close()
  await context.setOffline(false)
  expect(posted()).toBe(0)
  const back = await context.newPage()
  const sent = countRequests(back, '/cart/form/')
  await back.goto(shopUrl)
  await expect.poll(() => cartOf(back, shopUrl)).toEqual([[left.sku, 2]])
  expect(sent()).toBe(2)
  await expect.poll(() => lines(phone).count()).toBe(1)
  expect(await phone.locator('.cart-lines input[name="qty"]').inputValue()).toBe('2')
  await phone.getByText('Your cart changed on another device.').waitFor()
  await expectAccessible(phone)
})

test('[E6] [H2] offline at a card payment: the page says so at once, nothing is lost, and a later press orders once', async () => {
  const email = 'tunnel@whitfield.example'
  const page = await browser.newPage()
  const product = await findProduct(shopUrl, NEW)
  await putInCart(page, shopUrl, product.sku)
  await openPayment(page, shopUrl, { ...DANA, email })
  await choose(page, 'Pay by Card (Stripe)')
  await fillCard(page, '4242424242424242')
  await page.context().setOffline(true)
  await pressPlaceOrder(page)
  await page.locator('.checkout-notice').getByText(`${OFFLINE}. Nothing was ordered or charged.`).waitFor()
  await page.context().setOffline(false)
  expect(await cartOf(page, shopUrl)).toEqual([[product.sku, 1]])
  await pressPlaceOrder(page)
  const number = await orderNumber(page)
  expect((await mailAbout(sandboxUrl, email, number)).subject).toContain(number)
  expect((await stockOf(shopUrl, product.sku)).qty).toBe(product.left - 1)
})

test('[E14] offline with cash: the order is queued, survives its page, and is sent once with two tabs open', async () => {
  const email = 'waits@whitfield.example'
  const page = await browser.newPage({ viewport: PHONE })
  const product = await findProduct(shopUrl, NEW)
  await putInCart(page, shopUrl, product.sku)
  const other = await page.context().newPage()
  await other.goto(shopUrl)
  await openPayment(page, shopUrl, { ...DANA, email })
  await choose(page, 'Cash on delivery')
  await page.context().setOffline(true)
  await pressPlaceOrder(page)
  const waiting = page.locator('.pending-payment')
  await waiting.getByRole('heading', { name: OFFLINE }).waitFor()
  // The message must be in view: otherwise an unnoticed order would be sent later.
  await expect.poll(() => isInView(waiting)).toBe(true)
  // A withdrawn order is not sent; another press queues it again.
  await waiting.getByRole('button', { name: 'Don’t send it' }).click()
  await waiting.waitFor({ state: 'detached' })
  await pressPlaceOrder(page)
  await waiting.waitFor()
  const context = page.context()
  await page.close()
  await context.setOffline(false)
  const back = await context.newPage()
  await Promise.all([back.goto(shopUrl), other.reload()])
  const notice = (one: Page) => one.getByText(/Your order TL-\w{8} is in\./)
  await expect.poll(async () => (await notice(back).count()) + (await notice(other).count())).toBe(1)
  await back.goto(`${shopUrl}/checkout/onepage/success/`)
  const number = await orderNumber(back)
  expect((await mailAbout(sandboxUrl, email, number)).subject).toContain(number)
  expect((await stockOf(shopUrl, product.sku)).qty).toBe(product.left - 1)
})

test('[H2] [E8] after a lost answer the next press finds the placed order', async () => {
  const email = 'no-answer@whitfield.example'
  const page = await browser.newPage()
  const product = await findProduct(shopUrl, NEW)
  await putInCart(page, shopUrl, product.sku)
  await openPayment(page, shopUrl, { ...DANA, email })
  await choose(page, 'Pay by Card (Stripe)')
  await fillCard(page, '4242424242424242')
  await loseTheAnswer(page)
  await pressPlaceOrder(page)
  const number = await orderNumber(page)
  expect((await chargesOf(sandboxUrl, email)).map(({ metadata }) => metadata.order_number)).toEqual([number])
  expect((await stockOf(shopUrl, product.sku)).qty).toBe(product.left - 1)
})

test('[H2] after a lost answer and another payment method the placed order is shown', async () => {
  const page = await browser.newPage()
  const product = await findProduct(shopUrl, NEW)
  await putInCart(page, shopUrl, product.sku)
  await openPayment(page, shopUrl, { ...DANA, email: 'second-thoughts@whitfield.example' })
  await choose(page, 'Cash on delivery')
  await loseTheAnswer(page)
  await choose(page, 'Pay by Card (Stripe)')
  await choose(page, 'Cash on delivery')
  await pressPlaceOrder(page)
  await orderNumber(page)
  expect((await stockOf(shopUrl, product.sku)).qty).toBe(product.left - 1)
})

test('[E6] an order that never arrived is placed with the address that was changed since', async () => {
  const email = 'moved@whitfield.example'
  const page = await browser.newPage()
  const product = await findProduct(shopUrl, NEW)
  await putInCart(page, shopUrl, product.sku)
  await openPayment(page, shopUrl, { ...DANA, email })
  await choose(page, 'Cash on delivery')
  await page.route('**/api/order', (route) => route.abort('connectionreset'))
  await pressPlaceOrder(page)
  await page.locator('.checkout-notice').getByText(`${OFFLINE}. Your order may have reached us.`).waitFor()
  await page.unroute('**/api/order')
  await page.locator('#step-shipping').getByRole('button').click()
  await fillShipping(page, { ...DANA, street: '77 Other Street' })
  await choose(page, 'Cash on delivery')
  await pressPlaceOrder(page)
  const mail = await mailAbout(sandboxUrl, email, await orderNumber(page))
  expect(mail.text).toContain('77 Other Street')
})

/** Places an order and drops the shop's answer. */
async function loseTheAnswer(page: Page): Promise<void> {
  await page.route('**/api/order', async (route) => {
    const answer = await route.fetch()
    expect(answer.status()).toBe(200)
    await route.abort('connectionreset')
  })
  await pressPlaceOrder(page)
  await page.locator('.checkout-notice').getByText(`${OFFLINE}. Your order may have reached us.`).waitFor()
  await page.unroute('**/api/order')
}
