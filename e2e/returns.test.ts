import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findProduct, putInCart } from './api-client.ts'
import { DESKTOP, expectAccessible, expectNoSidewaysScroll, openBrowser, PHONE } from './browser.ts'
import { linkIn, openCounter } from './counter.ts'
import { sandboxUrl, shopUrl } from './shop.ts'
import { choose, DANA, fillPersonal, fillShipping, mailAbout, orderNumber, pressPlaceOrder } from './steps.ts'
import { countTaps } from './taps.ts'

const browser = openBrowser()

/** Buys two tires with cash on delivery as a guest; returns the order's number. */
async function buy(page: Page, email: string): Promise<string> {
  const product = await findProduct(shopUrl, { path: '/t/c/new', min: 4 })
  await putInCart(page, shopUrl, product.sku, 2)
  await page.goto(`${shopUrl}/checkout/`)
  await fillPersonal(page, { ...DANA, email })
  await fillShipping(page)
  await choose(page, 'Cash on delivery')
  await pressPlaceOrder(page)
  return orderNumber(page)
}

async function checkPage(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}

describe.each([
  ['on a desktop', DESKTOP, true],
  ['on a phone', PHONE, true],
  ['without script on a phone', PHONE, false],
])('[H13d] %s', (name, viewport, javaScriptEnabled) => {
  test('a guest returns a tire from the email in at most 8 taps, and sees label, receipt and money', async () => {
    const email = `returns-${name.replace(/\W/g, '')}@whitfield.example`
    const number = await buy(await browser.newPage(), email)
    const counter = await openCounter(await browser.newPage(), number)
    await counter({ action: 'order-ship', carrier: 'UPS', trackingNumber: '1Z999AA10123456784' })
    await counter({ action: 'order-deliver' })
    const link = linkIn(await mailAbout(sandboxUrl, email, 'was delivered'), '/return')

    const page = await browser.newPage({ viewport, javaScriptEnabled })
    const hand = countTaps(page)
    await hand.open(link)
    expect(await page.locator('main').innerText()).toContain('We pay for return shipping.')
    await checkPage(page)
    const photo = { name: 'tire.png', mimeType: 'image/png', buffer: await page.screenshot() }
    await hand.choose(page.locator('.return-form select').first(), '1')
    await hand.tap(page.getByLabel(/It has a defect/))
    await hand.attach(page.locator('#photos'), photo)
    await hand.tapThrough(page.getByRole('button', { name: 'Send request' }))
    expect(page.url()).toMatch(/\/return\/1$/)
    expect(hand.taps, hand.acts.join('\n')).toBeLessThanOrEqual(8)
    expect(hand.fields).toBe(0)
    expect(await page.locator('h1').textContent()).toBe(`Return ${number}-R1`)
    expect(await page.locator('.return-photos img').count()).toBe(1)
    await checkPage(page)
    await mailAbout(sandboxUrl, email, `${number}-R1: we have your request`)

    await counter({ action: 'order-return-approve', case: '1', labelHref: 'https://carrier.example/label' })
    await page.reload()
    const label = page.getByRole('link', { name: 'Print the label' })
    expect(await label.getAttribute('href')).toBe('https://carrier.example/label')
    await checkPage(page)
    await counter({ action: 'order-return-receive', case: '1', restock: 'on' })
    await counter({ action: 'order-return-refund', case: '1' })
    await page.reload()
    expect(await page.locator('.thanks-facts').innerText()).toContain('Refunded')
    await page.getByRole('link', { name: 'Back to your order' }).click()
    await page.waitForURL(/\/order\/[^/]+\/[^/]+$/)
    expect(await page.locator('main').innerText()).toMatch(/Delivered, partly refunded/)
    await checkPage(page)
    const money = await mailAbout(sandboxUrl, email, `Order ${number}: $`)
    expect(money.text).toContain(`Return ${number}-R1`)
  })
})

test('[H13d] a wrong form says what is missing at its fields, keeps what was typed and the photo', async () => {
  const email = 'returns-wrong@whitfield.example'
  const number = await buy(await browser.newPage(), email)
  const counter = await openCounter(await browser.newPage(), number)
  await counter({ action: 'order-ship', carrier: 'UPS', trackingNumber: '1Z999AA10123456784' })
  await counter({ action: 'order-deliver' })
  const page = await browser.newPage({ viewport: PHONE, javaScriptEnabled: false })
  const send = () => countTaps(page).tapThrough(page.getByRole('button', { name: 'Send request' }))
  await page.goto(linkIn(await mailAbout(sandboxUrl, email, 'was delivered'), '/return'))
  await page.getByLabel(/Anything we should know/).fill('A bulge at the bead')
  await page
    .locator('#photos')
    .setInputFiles({ name: 'tire.png', mimeType: 'image/png', buffer: await page.screenshot() })
  await send()
  const note = page.locator('.note-error')
  expect(await note.textContent()).toContain('2 fields need attention: Which tires, What’s wrong.')
  await checkPage(page)
  expect(await page.getByLabel(/Anything we should know/).inputValue()).toBe('A bulge at the bead')
  expect(await page.locator('#photos-hint').textContent()).toContain('1 photo saved already')
  await page.locator('.return-form select').first().selectOption('2')
  await page.getByLabel(/It doesn’t fit my car/).check()
  await page.getByLabel(/Drop off at a store/).check()
  await send()
  expect(await page.locator('main').innerText()).toContain('Bring the tires to one of our stores')
  await page.getByText('Cancel this return').first().click()
  await countTaps(page).tapThrough(page.getByRole('button', { name: 'Cancel return' }))
  expect(await page.locator('.thanks-facts').innerText()).toContain('Canceled')
  await checkPage(page)
})
