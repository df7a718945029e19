import { expect, test } from 'vitest'
import { findProduct, openPayment, putInCart } from './api-client.ts'
import {
  collectErrors,
  DESKTOP,
  expectAccessible,
  expectNoSidewaysScroll,
  openBrowser,
  PHONE,
} from './browser.ts'
import { sandboxUrl, shopUrl } from './shop.ts'
import {
  choose,
  DANA,
  mailAbout,
  orderNumber,
  pressPlaceOrder,
  untilFormHydrated,
  untilIdle,
} from './steps.ts'

const browser = openBrowser()
const BUYER = { ...DANA, email: 'mounting@whitfield.example' }

test('[H13k] a guest books mounting from the order’s page without script, moves it and cancels it; each is mailed', async () => {
  const buyer = await browser.newPage()
  const { sku } = await findProduct(shopUrl)
  await putInCart(buyer, shopUrl, sku)
  await openPayment(buyer, shopUrl, BUYER)
  await choose(buyer, 'Cash on delivery')
  await pressPlaceOrder(buyer)
  const number = await orderNumber(buyer)
  const confirmation = await mailAbout(sandboxUrl, BUYER.email, number)
  const [link = ''] = /https?:\/\/\S+\/order\/\S+/.exec(confirmation.text ?? '') ?? []
  const { pathname } = new URL(link)

  const page = await browser.newPage({ viewport: PHONE, javaScriptEnabled: false })
  const errors = collectErrors(page)
  await page.goto(`${shopUrl}${pathname.replace(/\/invoice$/, '')}`)
  await page.getByRole('link', { name: 'Book mounting' }).click()
  await page.getByRole('heading', { name: 'Mounting at the store' }).waitFor()
  await expectNoSidewaysScroll(page)
  await page.getByLabel('Store').selectOption({ index: 1 })
  await page.getByRole('radio').first().check()
  // The times are still those of the other store.
  await page.getByRole('button', { name: 'Book this time' }).click()
  await page.getByText('You picked another store or day.').waitFor()
  expect(errors.splice(0)).toEqual([expect.stringContaining('status of 400')])
  await page.getByRole('radio').first().check()
  await page.getByRole('button', { name: 'Book this time' }).click()
  await page.getByText('Your mounting appointment is booked.').waitFor()
  const booked = await page.locator('#appointment-title').textContent()
  expect((await mailAbout(sandboxUrl, BUYER.email, `Mounting ${booked}`)).text).toContain('paid at the store')

  await page.getByRole('radio').last().check()
  await page.getByRole('button', { name: 'Change to this time' }).click()
  await expect.poll(() => page.locator('#appointment-title').textContent()).not.toBe(booked)
  await page.getByRole('link', { name: 'Back to your order' }).click()
  await page.getByRole('link', { name: 'Change or cancel mounting' }).click()
  await page.getByText('Cancel the appointment', { exact: true }).click()
  await page.getByRole('button', { name: 'Cancel appointment' }).click()
  await page.getByText('Your mounting appointment is canceled.').waitFor()
  await mailAbout(sandboxUrl, BUYER.email, 'Mounting canceled')

  const wide = await browser.newPage({ viewport: DESKTOP })
  await wide.goto(page.url())
  await wide.getByRole('heading', { name: 'Mounting at the store' }).waitFor()
  await expectAccessible(wide)
  await expectNoSidewaysScroll(wide)
  await wide.setViewportSize(PHONE)
  await expectAccessible(wide)
  expect(errors).toEqual([])
})

test('[H13k] the page of mounting adds it for the tires in the cart, and says that it needs tires', async () => {
  const page = await browser.newPage({ viewport: PHONE })
  await page.goto(`${shopUrl}/c/plans-and-mounting`)
  await page.getByRole('link', { name: 'Mounting at our store' }).first().click()
  const add = page.getByRole('button', { name: /^Add for all tires in your cart$/ })
  await page.getByText('We ship the tires to you; bring them to').waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  // Without the cart's script the form would lead to the cart.
  await untilIdle(page)
  await add.click()
  await page.getByText('We mount tires of the same order. Add your tires first.').waitFor()
  const { sku } = await findProduct(shopUrl, { path: '/t/c/new', min: 4 })
  await putInCart(page, shopUrl, sku)
  await page.reload()
  await untilIdle(page)
  await add.click()
  await page.getByText('Mounting added.').first().waitFor()
})

test.each([PHONE, DESKTOP])(
  '[H13k] mounting from the cart is paid with the order, and its time is picked right after it, at %j',
  async (viewport) => {
    const page = await browser.newPage({ viewport })
    const errors = collectErrors(page)
    const email = `mounted-${viewport.width}@whitfield.example`
    const { sku } = await findProduct(shopUrl, { path: '/t/c/new', min: 4 })
    await putInCart(page, shopUrl, sku)
    await page.goto(`${shopUrl}/cart/`)
    await untilFormHydrated(page, '.cart-offers')
    await page.getByRole('button', { name: 'Add mounting' }).click()
    await page.getByText('Mounting added.').first().waitFor()
    await page.getByText(/^Mounting and balancing of \d tires?\./).waitFor()
    // The pressed button is gone; the focus is on the new line.
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Mounting at our store')
    await page.getByText('bring them to one of our stores in Chicago.').first().waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await openPayment(page, shopUrl, { ...DANA, email })
    await choose(page, 'Cash on delivery')
    await pressPlaceOrder(page)
    const number = await orderNumber(page)
    await expectAccessible(page)
    expect((await mailAbout(sandboxUrl, email, number)).text).toContain('Pick your mounting time')
    await page.getByRole('link', { name: 'Pick a time' }).click()
    await page.getByText(/is part of your order\.$/).waitFor()
    const days = page.getByLabel('Day')
    const values = await days
      .locator('option')
      .evaluateAll((all) => all.map((one) => one.getAttribute('value')))
    await days.selectOption({ index: 2 })
    const slot = page.getByRole('radio').first()
    await expect.poll(() => slot.getAttribute('value')).toContain(values[2])
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('day')
    await slot.check()
    await page.getByRole('button', { name: 'Book this time' }).click()
    await page.getByText('Your mounting appointment is booked.').waitFor()
    expect((await mailAbout(sandboxUrl, email, 'Mounting ')).text).toContain('is part of your order')
    expect(errors).toEqual([])
  },
)
