/** What shoppers do, by the names they see. */

import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

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

/** Home, the finder as it stands (on a phone in its popup), the listing of that size. */
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

/** The first product of the listing, opened. */
export async function openFirst(page: Page): Promise<void> {
  await page.locator('main a[href^="/p/"]').first().click()
  await page.waitForURL(/\/p\//)
}

/** The green button of a product page; the cart then knows about it. */
export async function addToCart(page: Page): Promise<void> {
  const added = page.waitForResponse((response) => response.url().endsWith('/cart/form/'))
  await page
    .getByRole('button', { name: /^Add \d/ })
    .first()
    .click()
  expect((await added).status()).toBe(200)
}

export async function fillPersonal(page: Page, who = DANA): Promise<void> {
  await untilAwake(page)
  await page.getByLabel('E-mail').fill(who.email)
  await page.getByLabel('First name').first().fill(who.first)
  await page.getByLabel('Last name').first().fill(who.last)
  await page.getByRole('button', { name: 'Go to shipping' }).click()
}

export async function fillShipping(page: Page, who = DANA): Promise<void> {
  await page.getByLabel('Street address').waitFor()
  await untilAwake(page)
  await page.getByLabel('Street address').fill(who.street)
  await page.getByLabel('ZIP code').fill(who.zip)
  await page.getByLabel('City').fill(who.city)
  await page.getByLabel('State').selectOption({ label: who.state })
  await page.getByLabel('Phone').fill(who.phone)
  await page.getByRole('button', { name: 'Go to payment' }).click()
}

/** The provider's fields, in their own frame. */
export async function fillCard(page: Page, number: string): Promise<void> {
  const frame = page.frameLocator('iframe[title="Secure card payment"]')
  await frame.getByLabel('Card number').fill(number)
  await frame.getByLabel('Expiration (MM/YY)').fill('12/34')
  await frame.getByLabel('CVC').fill('123')
}

/**
 * The bank's question over the page. Pressed by its own event: the browser learns only with its next picture where a new
 * frame lies, and what mouse or keyboard send before that reaches the page below.
 */
export async function answerBank(page: Page, button: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Card authentication' })
  await dialog.frameLocator('iframe').getByRole('button', { name: button }).dispatchEvent('click')
  await dialog.waitFor({ state: 'hidden' })
}

/**
 * The button at the end of the checkout, whatever it says by now. Scrolled to in a step of its own: a press in the same
 * moment may still reach the frame of the card's fields, where that stood before.
 */
export async function pressPlaceOrder(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^Place order|^Try again/ })
  await bringIntoSight(button)
  await button.click()
}

/** Chooses a row beside the card's fields; see `pressPlaceOrder`. */
export async function choose(page: Page, label: string | RegExp): Promise<void> {
  const row = page.getByLabel(label)
  await untilAwake(page)
  await bringIntoSight(row)
  await row.check()
}

/**
 * Until the script answers for the checkout's forms; at once where there is none. What is pressed before is a plain form,
 * which buys too, but by another way: over the panel of an order that waits.
 */
export async function untilAwake(page: Page): Promise<void> {
  const isAwake = () =>
    page.evaluate(() => {
      const form = document.querySelector('.checkout-steps form')
      const known = Object.keys(form ?? {}).some((key) => key.startsWith('__reactProps'))
      return known || matchMedia('(scripting: none)').matches
    })
  await expect.poll(isAwake).toBe(true)
}

/** True where the whole of it stands in the window. */
export function isInSight(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })
}

/** Scrolls there at once, and waits for the picture that shows it there; see `pressPlaceOrder`. */
export function bringIntoSight(target: Locator): Promise<void> {
  return target.evaluate(async (element) => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    // A page without script never calls back.
    if (matchMedia('(scripting: none)').matches) return
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  })
}

/** The order number on the thank-you page. */
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

/** The mail about `about` in the mailbox, waited for without guessing how long it takes. */
export async function mailAbout(sandboxUrl: string, to: string, about: string): Promise<Mail> {
  const query = new URLSearchParams({ to, subject: about, wait: '30' })
  const response = await fetch(`${sandboxUrl}/mailbox.json?${query}`)
  const { messages } = (await response.json()) as { messages: Mail[] }
  const [mail] = messages
  if (!mail) throw new Error(`no mail to ${to} about ${about}`)
  return mail
}

/** The number that is shown, and that the cart has when it is opened anew. */
export async function expectTaken(page: Page, shopUrl: string, qty: number): Promise<void> {
  const quantity = page.locator('.cart-lines input[name="qty"]')
  await expect.poll(() => qtyInCart(page, shopUrl)).toBe(qty)
  expect(await quantity.inputValue()).toBe(String(qty))
  await page.reload()
  expect(await quantity.inputValue()).toBe(String(qty))
}

/** Units of the first line in the cart that the server has. */
export async function qtyInCart(page: Page, shopUrl: string): Promise<number | undefined> {
  const response = await page.request.get(`${shopUrl}/api/ext/cart`)
  return ((await response.json()) as { result: { lines: { qty: number }[] } }).result.lines[0]?.qty
}

/** React has taken the form over. */
export function untilFormAwake(page: Page, selector: string): Promise<unknown> {
  return page.waitForFunction(
    (name) => Object.keys(document.querySelector(name) ?? {}).some((key) => key.startsWith('__reactProps')),
    selector,
  )
}
