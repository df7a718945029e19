/** Express payments by PayPal, Apple Pay and Google Pay, and how many presses a purchase takes. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { DELIVERY_MESSAGES } from '../schema/identity/location/delivery-area.ts'
import { DECLINE_MESSAGES, MAY_BE_ORDERED } from '../schema/orders/payment.ts'
import { cartOf, findProduct, putInCart, sendForm, stockOf } from './api-client.ts'
import {
  collectErrors,
  DESKTOP,
  expectAccessible,
  expectNoSidewaysScroll,
  openBrowser,
  PHONE,
} from './browser.ts'
import { editStripe } from './payment-sandbox.ts'
import { sandboxUrl, shopUrl } from './shop.ts'
import { DANA, fillCard, mailAbout, orderNumber, untilFormHydrated, untilHydrated } from './steps.ts'
import { countTaps } from './taps.ts'

const browser = openBrowser()

/** Returns a page with the cart of one tire, and the tire. */
async function withCart(options: Parameters<typeof browser.newPage>[0], path = '/cart/') {
  const page = await browser.newPage(options)
  const product = await findProduct(shopUrl, { path: '/t/c/new', min: 8 })
  await putInCart(page, shopUrl, product.sku)
  await page.goto(`${shopUrl}${path}`)
  return { page, product }
}

/** Opens the wallet's sheet by a button of Stripe's frame. */
async function openWallet(page: Page, hand = countTaps(page)) {
  await hand.tap(page.getByRole('button', { name: 'Apple Pay or Google Pay' }))
  await hand.tap(
    page
      .frameLocator('iframe[title="Secure payment button frame"]')
      .getByRole('button', { name: 'Google Pay' }),
  )
  const dialog = page.getByRole('dialog', { name: 'Wallet' })
  await dialog.waitFor()
  return { dialog, sheet: dialog.frameLocator('iframe'), hand }
}

test.each([PHONE, DESKTOP])(
  '[H13h] a guest pays by PayPal from the cart in at most 4 presses at $width px',
  async (viewport) => {
    const { page, product } = await withCart({ viewport })
    const errors = collectErrors(page)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    const hand = countTaps(page)
    await hand.tapThrough(page.getByRole('button', { name: 'Pay with PayPal' }))
    await page.getByText(/^Total \$[\d,.]+\. Free shipping/).waitFor()
    await hand.tapThrough(page.getByRole('link', { name: 'Approve', exact: true }))
    const number = await orderNumber(page)
    expect(hand.taps, hand.acts.join('\n')).toBeLessThanOrEqual(4)
    expect(hand.fields).toBe(0)
    await page.getByText('1458 N Wood St').first().waitFor()
    expect((await stockOf(shopUrl, product.sku)).qty).toBe(product.left - 1)
    await mailAbout(sandboxUrl, 'dana@whitfield.example', number)
    await page.goto(`${sandboxUrl}/paypal`)
    expect(await page.getByRole('row', { name: number }).count()).toBe(1)
    expect(errors).toEqual([])
  },
)

test('[H13h] PayPal from the checkout, without script: Hawaii is refused on PayPal’s page, canceling leads back', async () => {
  const { page, product } = await withCart({ viewport: PHONE, javaScriptEnabled: false }, '/checkout/')
  await page.getByRole('button', { name: 'Pay with PayPal' }).click()
  await page.getByRole('link', { name: /Honolulu/ }).click()
  await page.getByText('can’t be shipped to this state').waitFor()
  expect(await page.getByRole('link', { name: 'Approve', exact: true }).count()).toBe(0)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.waitForURL(/\/checkout\//)
  await page.getByRole('button', { name: 'Pay with PayPal' }).click()
  await page.getByRole('link', { name: /without a phone number/ }).click()
  await page.getByRole('link', { name: 'Approve', exact: true }).click()
  // The rest of the address is filled in, and the field that is missing says so.
  await page.waitForURL(/\/checkout\//)
  expect(await page.getByLabel('Street address').inputValue()).toBe('1458 N Wood St')
  await page.getByText('Nothing was charged').first().waitFor()
  expect(await cartOf(page, shopUrl)).toEqual([[product.sku, 1]])
})

test.each([PHONE, DESKTOP])(
  '[H13h] a guest pays by Google Pay from the cart in at most 4 presses at $width px',
  async (viewport) => {
    const { page, product } = await withCart({ viewport })
    const errors = collectErrors(page)
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await untilFormHydrated(page, 'form[action="/cart/form/"]')
    // Stripe learns nothing of a shopper who has not pressed its button.
    expect(requests.filter((url) => url.startsWith(`${sandboxUrl}/`))).toEqual([])
    const { sheet, hand } = await openWallet(page)
    await sheet.getByText(/^Total: \$/).waitFor()
    await sheet.getByText('Sales tax').waitFor()
    const total = await sheet.getByText(/^Total: \$/).textContent()
    await hand.tap(sheet.getByRole('button', { name: 'Pay' }))
    const number = await orderNumber(page)
    expect(hand.taps, hand.acts.join('\n')).toBeLessThanOrEqual(4)
    expect(await page.locator('main').textContent()).toContain(total?.replace('Total: ', ''))
    expect((await stockOf(shopUrl, product.sku)).qty).toBe(product.left - 1)
    await mailAbout(sandboxUrl, 'dana@whitfield.example', number)
    expect(errors).toEqual([])
  },
)

test('[H13h] [E4] the wallet’s sheet shows the total of each address and refuses Hawaii in the words of the checkout', async () => {
  const { page, product } = await withCart({ viewport: PHONE }, '/checkout/')
  await untilHydrated(page)
  await expectAccessible(page)
  const { dialog, sheet } = await openWallet(page)
  await sheet.getByText('Sales tax').waitFor()
  const inChicago = await sheet.getByText(/^Total: \$/).textContent()
  await sheet.getByLabel('Ship to').selectOption('austin')
  await expect.poll(() => sheet.getByText(/^Total: \$/).textContent()).not.toBe(inChicago)
  for (const [address, message] of [
    ['honolulu', DELIVERY_MESSAGES.refused],
    ['mismatch', 'Invalid combination of zip code and state.'],
  ] as const) {
    await sheet.getByLabel('Ship to').selectOption(address)
    await sheet.getByText('Not available at this address.').waitFor()
    expect(await sheet.getByRole('button', { name: 'Pay' }).isDisabled()).toBe(true)
    await expect.poll(() => page.locator('.express [role="status"]').textContent()).toBe(message)
  }
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  expect(await cartOf(page, shopUrl)).toEqual([[product.sku, 1]])
})

test('[H13h] a wallet’s card that the bank declines charges nothing; one that it authenticates is charged once', async () => {
  const { page, product } = await withCart({ viewport: DESKTOP })
  const first = await openWallet(page)
  await first.sheet.getByText('Sales tax').waitFor()
  await first.sheet.getByLabel('Card').selectOption({ label: 'Visa, declined by the bank' })
  await first.sheet.getByRole('button', { name: 'Pay' }).click()
  await page.getByText(DECLINE_MESSAGES.declined).waitFor()
  expect(await cartOf(page, shopUrl)).toEqual([[product.sku, 1]])
  await page
    .frameLocator('iframe[title="Secure payment button frame"]')
    .getByRole('button', { name: 'Apple Pay' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Wallet' })
  const sheet = dialog.frameLocator('iframe')
  await sheet.getByText('Sales tax').waitFor()
  await sheet.getByLabel('Card').selectOption({ label: 'Visa, with authentication' })
  await sheet.getByRole('button', { name: 'Pay' }).click()
  const bank = page.getByRole('dialog', { name: 'Card authentication' })
  await bank
    .frameLocator('iframe')
    .getByRole('button', { name: 'Complete authentication' })
    .dispatchEvent('click')
  await orderNumber(page)
  expect((await stockOf(shopUrl, product.sku)).qty).toBe(product.left - 1)
})

test('[H13h] a press of the wallets’ button before hydration opens them after it', async () => {
  const page = await browser.newPage({ viewport: PHONE })
  const { sku } = await findProduct(shopUrl, { path: '/t/c/new', min: 8 })
  await putInCart(page, shopUrl, sku)
  let release = () => {}
  const pressed = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/entry-app*.js', async (route) => {
    await pressed
    await route.continue()
  })
  await page.goto(`${shopUrl}/cart/`, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Apple Pay or Google Pay' }).click()
  release()
  await page
    .frameLocator('iframe[title="Secure payment button frame"]')
    .getByRole('button', { name: 'Google Pay' })
    .waitFor()
})

test('[H13h] a browser without a wallet says so; buttons that don’t load can be loaded again', async () => {
  const { page } = await withCart({ viewport: PHONE })
  await editStripe(
    page,
    sandboxUrl,
    'availablePaymentMethods: AVAILABLE',
    'availablePaymentMethods: undefined',
  )
  const button = page.getByRole('button', { name: 'Apple Pay or Google Pay' })
  await button.click()
  await page.getByText('This browser has no Apple Pay or Google Pay set up.').waitFor()
  expect(await button.count()).toBe(0)
  await expectAccessible(page)

  await page.unrouteAll({ behavior: 'wait' })
  await editStripe(page, sandboxUrl, 'FRAME_TIMEOUT = 15_000', 'FRAME_TIMEOUT = 500')
  await page.route('**/elements/express*', (route) => route.abort())
  await page.reload()
  await button.click()
  await page.getByText('Apple Pay and Google Pay didn’t load.').waitFor()
  await page.unroute('**/elements/express*')
  await button.click()
  await page
    .frameLocator('iframe[title="Secure payment button frame"]')
    .getByRole('button', { name: 'Google Pay' })
    .waitFor()
})

test('[H13h] [E8] a wallet’s order whose reply is lost is placed once, and the next press shows it', async () => {
  const { page, product } = await withCart({ viewport: PHONE })
  const { sheet } = await openWallet(page)
  await sheet.getByText('Sales tax').waitFor()
  await page.route('**/api/ext/express/order', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await sheet.getByRole('button', { name: 'Pay' }).click()
  await page.getByText(MAY_BE_ORDERED).waitFor()
  await page
    .frameLocator('iframe[title="Secure payment button frame"]')
    .getByRole('button', { name: 'Google Pay' })
    .click()
  await orderNumber(page)
  expect((await stockOf(shopUrl, product.sku)).qty).toBe(product.left - 1)
})

test('[H13h] [E8] a cart that changed while the sheet was open is refused, and the page shows the cart of now', async () => {
  const { page, product } = await withCart({ viewport: DESKTOP })
  const { sheet } = await openWallet(page)
  await sheet.getByText('Sales tax').waitFor()
  await sendForm(page, `${shopUrl}/cart/form/`, { action: 'add', sku: product.sku })
  const quantity = page.locator('.cart-lines input[name="qty"]')
  expect(await quantity.inputValue()).toBe('1')
  await sheet.getByRole('button', { name: 'Pay' }).click()
  await page
    .getByText(/^The total is now/)
    .first()
    .waitFor()
  await expect.poll(() => quantity.inputValue()).toBe('2')
})

test('[H13h] a guest buys by card in at most 12 presses and 9 fields', async () => {
  const page = await browser.newPage({ viewport: PHONE })
  const product = await findProduct(shopUrl, { path: '/t/c/new', min: 8 })
  await page.goto(`${shopUrl}${product.href}`)
  const hand = countTaps(page)
  await hand.fill(page.getByLabel(/^ZIP code/).first(), DANA.zip)
  await hand.tap(page.locator('#delivery').getByRole('button'))
  await page.locator('#delivery').getByText(new RegExp(DANA.zip)).first().waitFor()
  const added = page.waitForResponse((response) => response.url().endsWith('/cart/form/'))
  await hand.tap(page.getByRole('button', { name: /^Add \d/ }).first())
  await added
  await hand.tapThrough(page.getByRole('link', { name: /^(Proceed to checkout|Check out)/ }).first())
  await untilHydrated(page)
  await hand.fill(page.getByLabel('Email'), 'few-presses@whitfield.example')
  await hand.fill(page.getByLabel('First name').first(), DANA.first)
  await hand.fill(page.getByLabel('Last name').first(), DANA.last)
  await hand.tap(page.getByRole('button', { name: 'Go to shipping' }))
  await hand.fill(page.getByLabel('Street address'), DANA.street)
  await hand.fill(page.getByLabel('Phone'), DANA.phone)
  await hand.tap(page.getByRole('button', { name: 'Go to payment' }))
  await page.getByRole('button', { name: /^Place order/ }).waitFor()
  // Number, expiration and code of the card.
  await fillCard(page, '4242424242424242')
  const cardFields = 3
  await hand.tap(page.getByRole('button', { name: /^Place order/ }))
  await orderNumber(page)
  expect(hand.taps, hand.acts.join('\n')).toBeLessThanOrEqual(12)
  expect(hand.fields + cardFields, hand.acts.join('\n')).toBeLessThanOrEqual(9)
})
