import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { cartOf, findProduct, openPayment, putInCart, registerAt, sendForm, stockOf } from './api-client.ts'
import { expectAccessible, openBrowser, PHONE } from './browser.ts'
import { breakNext, chargesOf, repair } from './payment-sandbox.ts'
import { sandboxUrl, shopUrl } from './shop.ts'
import {
  bringIntoSight,
  choose,
  DANA,
  fillCard,
  isInSight,
  mailAbout,
  orderNumber,
  pressPlaceOrder,
  untilFormAwake,
} from './steps.ts'

const browser = openBrowser()
afterEach(() => repair(sandboxUrl))

/** The title of what failed (G10). */
const OFFLINE = 'There is no Internet connection'
/** Of new tires there are many of a kind. */
const NEW = { path: '/t/c/new', min: 4 }

/** Counts what this page sends to a path of the shop. */
function countRequests(page: Page, path: string): () => number {
  let count = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) count += 1
  })
  return () => count
}

test('[E6] [E8] however often the button is pressed, one order is sent, placed and charged', async () => {
  const email = 'impatient@whitfield.example'
  const page = await browser.newPage()
  const product = await findProduct(shopUrl, NEW)
  await putInCart(page, shopUrl, product.sku)
  await openPayment(page, shopUrl, { ...DANA, email })
  await choose(page, 'Pay by Card (Stripe)')
  await fillCard(page, '4242424242424242')
  // Slow enough that every press falls into the wait.
  await breakNext(sandboxUrl, {
    target: 'stripe-api',
    match: 'payment_intents.confirm',
    action: 'slow',
    ms: 700,
  })
  const sent = countRequests(page, '/api/order')
  const button = page.locator('.checkout-steps .buy')
  await bringIntoSight(button)
  await button.dblclick()
  await button.click({ force: true, noWaitAfter: true })
  const number = await orderNumber(page)
  expect(sent()).toBe(1)
  expect((await chargesOf(sandboxUrl, email)).map(({ metadata }) => metadata.order_number)).toEqual([number])
  expect((await stockOf(shopUrl, product.sku)).qty).toBe(product.left - 1)
})

test('[H2] [D6] a connection that leads nowhere is said at the press of "Add", on a page that stays', async () => {
  const page = await browser.newPage({ viewport: PHONE })
  const { href } = await findProduct(shopUrl, NEW)
  await page.goto(`${shopUrl}${href}`)
  const add = page.locator('.buy-box .buy-row button[type="submit"]')
  // The browser still reports a connection. At first it has not even the script of the form, then that alone.
  for (const isAwake of [false, true]) {
    if (isAwake) {
      await add.hover()
      await untilFormAwake(page, '.buy-box')
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

test('[E6] a reload and the back button lose nothing that was typed', async () => {
  const page = await browser.newPage()
  const { sku } = await findProduct(shopUrl, NEW)
  await putInCart(page, shopUrl, sku)
  await page.goto(`${shopUrl}/cart/`)
  await page
    .getByRole('link', { name: /^Check out/ })
    .first()
    .click()
  await page.waitForURL(`${shopUrl}/checkout/`)
  await page.getByLabel('E-mail').fill(DANA.email)
  await page.getByLabel('First name').fill(DANA.first)
  // Typing may be faster than the script; once that is there, what was typed is stored.
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('checkout'))).toContain(DANA.first)
  await page.reload()
  await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe(DANA.email)
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

test('[D2] [E6] two tabs show one cart, and what was ordered in one is gone in the other', async () => {
  const page = await browser.newPage()
  const first = await findProduct(shopUrl, NEW)
  await putInCart(page, shopUrl, first.sku)
  await page.goto(`${shopUrl}/cart/`)
  const other = await page.context().newPage()
  await other.goto(`${shopUrl}/cart/`)
  // Both pages listen once they are awake.
  await other.getByRole('button', { name: /^One more/ }).click()
  const quantity = page.locator('.cart-lines input[name="qty"]')
  await expect.poll(() => quantity.inputValue()).toBe('2')
  await page.getByRole('button', { name: /^One less/ }).click()
  await expect.poll(() => other.locator('.cart-lines input[name="qty"]').inputValue()).toBe('1')

  await openPayment(other, shopUrl, { ...DANA, email: 'tabs@whitfield.example' })
  await choose(other, 'Cash On Delivery')
  await pressPlaceOrder(other)
  await orderNumber(other)
  await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor()
})

test('[D2] [D6] what is changed in a cart without a connection stays, goes out once from another page, and is published to another device', async () => {
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
  await page.getByText(`${OFFLINE}. The cart is as you left it.`).waitFor()
  await lines(page)
    .last()
    .getByRole('button', { name: /^One more/ })
    .click()
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
  await phone.getByText('Your cart was changed on another device.').waitFor()
  await expectAccessible(phone)
})

test('[E6] [H2] offline at the press of a card: said at once, nothing lost, and the same press later orders once', async () => {
  const email = 'tunnel@whitfield.example'
  const page = await browser.newPage()
  const product = await findProduct(shopUrl, NEW)
  await putInCart(page, shopUrl, product.sku)
  await openPayment(page, shopUrl, { ...DANA, email })
  await choose(page, 'Pay by Card (Stripe)')
  await fillCard(page, '4242424242424242')
  await page.context().setOffline(true)
  await pressPlaceOrder(page)
  await page.locator('.checkout-notice').getByText(OFFLINE).waitFor()
  await page.context().setOffline(false)
  expect(await cartOf(page, shopUrl)).toEqual([[product.sku, 1]])
  await pressPlaceOrder(page)
  const number = await orderNumber(page)
  expect((await mailAbout(sandboxUrl, email, number)).subject).toContain(number)
  expect((await stockOf(shopUrl, product.sku)).qty).toBe(product.left - 1)
})

test('[E14] offline with cash: the order waits, survives its page, and goes out once with two tabs open', async () => {
  const email = 'waits@whitfield.example'
  const page = await browser.newPage({ viewport: PHONE })
  const product = await findProduct(shopUrl, NEW)
  await putInCart(page, shopUrl, product.sku)
  const other = await page.context().newPage()
  await other.goto(shopUrl)
  await openPayment(page, shopUrl, { ...DANA, email })
  await choose(page, 'Cash On Delivery')
  await page.context().setOffline(true)
  await pressPlaceOrder(page)
  const waiting = page.locator('.pending-payment')
  await waiting.getByRole('heading', { name: OFFLINE }).waitFor()
  // Where the shopper looks: an order that nobody knows of would be sent later.
  await expect.poll(() => isInSight(waiting)).toBe(true)
  // Taken back it is not sent; pressed again it waits again.
  await waiting.getByRole('button', { name: 'Do not send it' }).click()
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

test('[H2] [E8] an answer that never reached the page: the next press finds the order that was placed', async () => {
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

test('[H2] an answer that never reached the page and a change of mind: the order that stands is shown', async () => {
  const page = await browser.newPage()
  const product = await findProduct(shopUrl, NEW)
  await putInCart(page, shopUrl, product.sku)
  await openPayment(page, shopUrl, { ...DANA, email: 'second-thoughts@whitfield.example' })
  await choose(page, 'Cash On Delivery')
  await loseTheAnswer(page)
  await choose(page, 'Pay by Card (Stripe)')
  await choose(page, 'Cash On Delivery')
  await pressPlaceOrder(page)
  await orderNumber(page)
  expect((await stockOf(shopUrl, product.sku)).qty).toBe(product.left - 1)
})

/** Presses; the shop places the order and its answer is lost on the way. */
async function loseTheAnswer(page: Page): Promise<void> {
  await page.route('**/api/order', async (route) => {
    const answer = await route.fetch()
    expect(answer.status()).toBe(200)
    await route.abort('connectionreset')
  })
  await pressPlaceOrder(page)
  await page.locator('.checkout-notice').getByText(OFFLINE).waitFor()
  await page.unroute('**/api/order')
}
