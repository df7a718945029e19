import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { DESKTOP, expectAccessible, expectNoSidewaysScroll, openBrowser, PHONE } from './browser.ts'
import { sandboxUrl, shopUrl } from './shop.ts'
import { choose, DANA, fillPersonal, fillShipping, mailAbout, openFirst, orderNumber } from './steps.ts'

const browser = openBrowser()

async function checkPage(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}

/** Presses a button of a plain form and waits for the next page. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  const answered = page.waitForEvent('domcontentloaded')
  await page.getByRole('button', { name }).first().click()
  await answered
}

/** Expects the message under a field, linked from the field and from the list beside the button. */
async function expectMessage(page: Page, field: string, words: string): Promise<void> {
  await expect.poll(() => page.locator(`#${field}-error`).textContent()).toBe(words)
  const input = page.locator(`#${field}`)
  const about = (await input.getAttribute('aria-describedby')) ?? ''
  expect(about.split(' ')).toContain(`${field}-error`)
  expect(await input.getAttribute('aria-invalid')).toBe('true')
  expect(await page.locator(`a[href="#${field}"]`).count()).toBe(1)
}

async function typed(page: Page, fields: readonly string[]): Promise<string[]> {
  return Promise.all(fields.map((field) => page.locator(`#${field}`).inputValue()))
}

describe.each([
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
])('without JavaScript on %s', (name, viewport) => {
  test('[E12] [A5] [B1] finder, filter, product, cart, coupon, checkout with corrections, cash on delivery, mail', async () => {
    const email = `plain-${name.replace(/\W/g, '')}@whitfield.example`
    const page = await browser.newPage({ viewport, javaScriptEnabled: false })
    // Any size, not only those that match the initial one of the page.
    await page.goto(shopUrl)
    await page.getByLabel('Width').selectOption('205')
    await page.getByLabel('Sidewall').selectOption('55')
    await page.getByLabel('Diameter').selectOption('16')
    await press(page, /^Show/)
    expect(page.url()).toBe(`${shopUrl}/t/s/205-55r16`)

    await page.goto(shopUrl)
    await page.getByLabel('Width').selectOption('225')
    await page.getByLabel('Sidewall').selectOption('45')
    await page.getByLabel('Diameter').selectOption('17')
    await press(page, /^Show/)
    expect(page.url()).toBe(`${shopUrl}/t/s/225-45r17`)

    if (viewport === PHONE) await page.getByRole('button', { name: 'Filters' }).click()
    await page.locator('input[name="condition"][value="new"]').check()
    await press(page, 'Show results')
    expect(new URL(page.url()).search).toBe('?condition=new')
    await checkPage(page)

    await openFirst(page)
    await checkPage(page)
    await press(page, 'Add to cart')
    expect(await page.getByRole('status').or(page.getByRole('alert')).allTextContents()).toContain(
      'Product has been added to the cart!Proceed to checkout',
    )
    await checkPage(page)
    await changeCart(page)

    await page
      .getByRole('link', { name: /^Check out/ })
      .first()
      .click()
    await page.waitForURL(`${shopUrl}/checkout/`)
    await correctPersonal(page, email)
    await correctShipping(page)
    await checkPage(page)
    await chooseNoCard(page)
    await choose(page, 'Cash on delivery')
    await press(page, /^Place order/)
    const number = await orderNumber(page)
    await checkPage(page)
    const mail = await mailAbout(sandboxUrl, email, number)
    expect(mail.subject).toContain(number)
    expect(mail.text).toContain('Whitfield Hauling LLC')
    await page.goto(`${shopUrl}/cart/`)
    expect(await page.locator('h1').textContent()).toBe('Your cart is empty')
  })
})

/** [audit D4] The preselected card needs script: the page begins with the reason and the alternatives. */
async function chooseNoCard(page: Page): Promise<void> {
  await page.getByText('Buying for a company').click()
  await page.getByLabel('Company').fill('Whitfield Hauling LLC')
  await press(page, /^Place order/)
  const why = page.locator('.note-error')
  expect(await why.textContent()).toMatch(/^One field needs attention: Payment method\. .*PayPal/)
  await expect.poll(() => why.evaluate((note) => note === document.activeElement)).toBe(true)
  expect(await page.getByLabel('Company').inputValue()).toBe('Whitfield Hauling LLC')
  await checkPage(page)
}

/** Changes the quantity, removes and adds the line, and enters a wrong and a right coupon. */
async function changeCart(page: Page): Promise<void> {
  const quantity = page.locator('.cart-lines input[name="qty"]')
  const setTo = async (qty: string) => {
    await quantity.fill(qty)
    await press(page, /^Update quantity/)
    expect(await quantity.inputValue()).toBe(qty)
  }
  await setTo('2')
  await setTo('1')
  const line = await page.locator('.cart-lines h2').textContent()
  await press(page, /^Remove (?!coupon)/)
  expect(await page.locator('h1').textContent()).toBe('Your cart is empty')
  await checkPage(page)
  await press(page, 'Put it back')
  expect(await page.locator('.cart-lines h2').textContent()).toBe(line)
  await setTo('2')
  await page.getByLabel('Coupon').fill('NOSUCHCODE')
  await press(page, 'Apply')
  expect(await page.locator('main').textContent()).toContain(
    "You've entered an incorrect coupon code. Please try again.",
  )
  await page.getByLabel('Coupon').fill('SAVE20')
  await press(page, 'Apply')
  expect(await page.locator('.cart-sum').textContent()).toContain('$20.00')
  await checkPage(page)
}

async function correctPersonal(page: Page, email: string): Promise<void> {
  await fillPersonal(page, { ...DANA, email: '' })
  await expectMessage(page, 'emailAddress', 'Field is required')
  await checkPage(page)
  await page.getByLabel('Email').fill('dana@')
  await press(page, 'Go to shipping')
  await expectMessage(page, 'emailAddress', 'Please use a valid e-mail address, such as name@example.com')
  expect(await typed(page, ['emailAddress', 'firstName', 'lastName'])).toEqual([
    'dana@',
    DANA.first,
    DANA.last,
  ])
  await page.getByLabel('Email').fill(email)
  await press(page, 'Go to shipping')
}

async function correctShipping(page: Page): Promise<void> {
  await fillShipping(page, { ...DANA, zip: '6062' })
  await expectMessage(page, 'zipCode', 'Please provide valid zip code.')
  const fields = ['streetAddress', 'zipCode', 'city', 'state', 'phoneNumber']
  expect(await typed(page, fields)).toEqual([DANA.street, '6062', DANA.city, DANA.state, DANA.phone])
  await checkPage(page)
  await fillShipping(page, { ...DANA, state: 'Indiana' })
  await expectMessage(page, 'zipCode', 'Invalid combination of zip code and state.')
  expect(await typed(page, fields)).toEqual([DANA.street, DANA.zip, DANA.city, 'Indiana', DANA.phone])
  await fillShipping(page, { ...DANA, zip: '96815', state: 'Hawaii', city: 'Honolulu' })
  await expectMessage(page, 'zipCode', 'We can not deliver to Hawaii, Alaska, Puerto Rico or Canada')
  expect(await typed(page, fields)).toEqual([DANA.street, '96815', 'Honolulu', 'Hawaii', DANA.phone])
  await fillShipping(page)
}
