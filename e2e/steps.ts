/** Steps of shoppers, by the labels that they see. */

import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** A shopper. A journey that orders gives her a mailbox of its own, because a mailbox has six orders an hour. */
export const DANA = {
  email: 'dana@whitfield.example',
  first: 'Dana',
  last: 'Whitfield',
  street: '1458 N Wood St',
  zip: '60622',
  city: 'Chicago',
  state: 'Illinois',
  phone: '3125550186',
}

/** Opens the home page, searches a size in the finder (on a phone in its popup) and waits for the listing. */
export async function findBySize(page: Page, shopUrl: string, size = ['225', '45', '17']): Promise<void> {
  await page.goto(shopUrl)
  const [width = '', sidewall = '', diameter = ''] = size
  const popup = page.getByRole('link', { name: /Find by size$/ })
  if (await popup.isVisible()) await popup.click()
  await page.getByLabel('Width').selectOption(width)
  await page.getByLabel('Sidewall').selectOption(sidewall)
  await page.getByLabel('Diameter').selectOption(diameter)
  await page.getByRole('button', { name: /^Show [\d,]+ tires? in stock/ }).click()
  await page.waitForURL(`${shopUrl}/t/s/${width}-${sidewall}r${diameter}`)
  await expect.poll(() => page.locator('h1').textContent()).toBe(`${width}/${sidewall}R${diameter}`)
}

/** Opens the first product of the listing. */
export async function openFirst(page: Page): Promise<void> {
  await page.locator('main a[href^="/p/"]').first().click()
  await page.waitForURL(/\/p\//)
}

/** Presses the "Add" button of a product page and waits for the reply. */
export async function addToCart(page: Page): Promise<void> {
  const added = page.waitForResponse((response) => response.url().endsWith('/cart/form/'))
  await page
    .getByRole('button', { name: /^Add \d/ })
    .first()
    .click()
  expect((await added).status()).toBe(200)
}

export async function fillPersonal(page: Page, who = DANA): Promise<void> {
  await untilHydrated(page)
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('First name').first().fill(who.first)
  await page.getByLabel('Last name').first().fill(who.last)
  await page.getByRole('button', { name: 'Go to shipping' }).click()
}

export async function fillShipping(page: Page, who = DANA): Promise<void> {
  await page.getByLabel('Street address').waitFor()
  await untilHydrated(page)
  await page.getByLabel('Street address').fill(who.street)
  await page.getByLabel('ZIP code').fill(who.zip)
  await page.getByLabel('City').fill(who.city)
  await page.getByLabel('State').selectOption({ label: who.state })
  await page.getByLabel('Phone').fill(who.phone)
  await page.getByRole('button', { name: 'Go to payment' }).click()
}

/** Fills in the provider's card fields, which are in a frame. */
export async function fillCard(page: Page, number: string): Promise<void> {
  const frame = page.frameLocator('iframe[title="Secure card payment"]')
  await frame.getByLabel('Card number').fill(number)
  await frame.getByLabel('Expiration (MM/YY)').fill('12/34')
  await frame.getByLabel('CVC').fill('123')
}

/**
 * Answers the bank's dialog. The button gets a click event directly: the browser knows the position of a new
 * frame only after its next repaint, and before that mouse and keyboard still reach the page below.
 */
export async function answerBank(page: Page, button: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Card authentication' })
  await dialog.frameLocator('iframe').getByRole('button', { name: button }).dispatchEvent('click')
  await dialog.waitFor({ state: 'hidden' })
}

/**
 * Presses the button at the end of the checkout, whatever its label. Scrolls first in a step of its own: an
 * immediate press may still reach the frame of the card fields at its old position.
 */
export async function pressPlaceOrder(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^Place order|^Continue to|^Try again/ })
  await bringIntoView(button)
  await button.click()
}

/** Chooses a payment method beside the card fields; see `pressPlaceOrder`. */
export async function choose(page: Page, label: string | RegExp): Promise<void> {
  const row = page.getByLabel(label)
  await untilHydrated(page)
  await bringIntoView(row)
  await row.check()
}

/**
 * Waits until the checkout's forms are hydrated; returns at once without script. A press before that sends a
 * plain form, which orders too, but by another way: without the panel of a pending order.
 */
export async function untilHydrated(page: Page): Promise<void> {
  const isHydrated = () =>
    page.evaluate(() => {
      const form = document.querySelector('.checkout-steps form')
      const hydrated = Object.keys(form ?? {}).some((key) => key.startsWith('__reactProps'))
      return hydrated || matchMedia('(scripting: none)').matches
    })
  await expect.poll(isHydrated).toBe(true)
}

/** Waits until the modules that load on idle listen; before that their links and buttons load a page instead. */
export async function untilIdle(page: Page): Promise<void> {
  await page.waitForFunction(() => 'treadline' in window)
}

/**
 * Waits until a signed-in page has its customer's garage and wish list. Later, one of these calls would notice first that the
 * session has ended, and end it without a question.
 */
export async function untilSynced(page: Page): Promise<void> {
  const isSynced = () =>
    page.evaluate(
      () => localStorage.getItem('garage') !== null && sessionStorage.getItem('wish-list-asked') !== null,
    )
  await expect.poll(isSynced).toBe(true)
}

/** Checks whether the whole element is in the window. */
export function isInView(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })
}

/** Scrolls to an element at once and waits for the repaint; see `pressPlaceOrder`. */
export function bringIntoView(target: Locator): Promise<void> {
  return target.evaluate(async (element) => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    // A page without script runs no callbacks.
    if (matchMedia('(scripting: none)').matches) return
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  })
}

/** Returns the order number on the thank-you page. */
export async function orderNumber(page: Page): Promise<string> {
  await page.waitForURL(/\/checkout\/onepage\/success\//)
  const text = await page.locator('main').textContent()
  const number = /TL-[0-9A-Z]{8}/.exec(text ?? '')?.[0]
  expect(number, 'an order number on the thank-you page').toBeDefined()
  return number ?? ''
}

interface Mail {
  subject: string
  text?: string
  html?: string
}

/** Waits for a mail whose subject contains `about`, and returns it. */
export async function mailAbout(sandboxUrl: string, to: string, about: string): Promise<Mail> {
  const query = new URLSearchParams({ to, subject: about, wait: '30' })
  const response = await fetch(`${sandboxUrl}/mailbox.json?${query}`)
  const { messages } = (await response.json()) as { messages: Mail[] }
  const [mail] = messages
  if (!mail) throw new Error(`no mail to ${to} about ${about}`)
  return mail
}

/** Expects a quantity in the cart, on the page and after a reload. */
export async function expectQuantity(page: Page, shopUrl: string, qty: number): Promise<void> {
  const quantity = page.locator('.cart-lines input[name="qty"]')
  await expect.poll(() => qtyInCart(page, shopUrl)).toBe(qty)
  expect(await quantity.inputValue()).toBe(String(qty))
  await page.reload()
  expect(await quantity.inputValue()).toBe(String(qty))
}

/** Returns the quantity of the first line in the server's cart. */
export async function qtyInCart(page: Page, shopUrl: string): Promise<number | undefined> {
  const response = await page.request.get(`${shopUrl}/api/ext/cart`)
  return ((await response.json()) as { result: { lines: { qty: number }[] } }).result.lines[0]?.qty
}

/** Waits until React has hydrated a form. */
export function untilFormHydrated(page: Page, selector: string): Promise<unknown> {
  return page.waitForFunction(
    (name) => Object.keys(document.querySelector(name) ?? {}).some((key) => key.startsWith('__reactProps')),
    selector,
  )
}
