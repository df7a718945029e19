import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sendForm } from './api-client.ts'
import { openBrowser } from './browser.ts'
import { sandboxUrl, shopUrl } from './shop.ts'
import { DANA, mailAbout, orderNumber, untilIdle } from './steps.ts'

const browser = openBrowser()

/** More tab stops than any page has. */
const MAX_STOPS = 150

/** Returns a name of the focused element, and whether it is visible and not covered (WCAG 2.4.11). */
function focusNow(page: Page): Promise<{ name: string; seen: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return { name: 'the page itself', seen: true }
    const name = `${element.tagName} ${element.id || element.getAttribute('name') || element.textContent?.trim().slice(0, 40)}`
    // A card draws the focus ring of its title's link, the search that of its field.
    const around = element.matches('input') ? element.closest('.seek') : null
    const ring = around ?? (element.closest('.card-title') && element.closest('.card')) ?? element
    const { outlineStyle, outlineWidth } = getComputedStyle(ring)
    const { width, height, bottom, top } = element.getBoundingClientRect()
    const inSight = width > 0 && height > 0 && bottom > 0 && top < window.innerHeight
    // A frame draws the focus ring of its fields itself.
    const ringed = element.tagName === 'IFRAME' || (outlineStyle !== 'none' && outlineWidth !== '0px')
    // The label draws a checkbox.
    const drawn = element.closest('label') ?? element
    const box = drawn.getBoundingClientRect()
    // `elementFromPoint` ignores elements without pointer events: two sliders overlap.
    const isHittable = getComputedStyle(drawn).pointerEvents !== 'none'
    const shows =
      !isHittable ||
      [0.1, 0.5, 0.9].some((part) => {
        const at = document.elementFromPoint(box.left + box.width * part, box.top + box.height / 2)
        return at !== null && (drawn.contains(at) || at.contains(drawn))
      })
    return { name, seen: inSight && ringed && shows }
  })
}

/** Presses Tab until the focus is on `target`; every stop before must be visible. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const hidden: string[] = []
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press('Tab')
    const { name, seen } = await focusNow(page)
    if (!seen) hidden.push(name)
    if (await hasFocus(target)) {
      expect(hidden, `stops on ${page.url()} whose focus cannot be seen`).toEqual([])
      return
    }
  }
  throw new Error(`no way to ${target} by Tab on ${page.url()}`)
}

async function hasFocus(target: Locator): Promise<boolean> {
  return (
    (await target.count()) > 0 && target.first().evaluate((element) => element === document.activeElement)
  )
}

/** Follows the first tab stop of a page, which skips its header. */
async function skipHeader(page: Page): Promise<void> {
  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }))
  await page.keyboard.press('Enter')
  await expect.poll(() => hasFocus(page.locator('#main'))).toBe(true)
}

async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label))
  await page.keyboard.type(text)
}

test('[A11] [B9] [E6] from the finder to the order number without a mouse, with visible focus at every stop', async () => {
  const email = 'keyboard@whitfield.example'
  const page = await browser.newPage()
  await page.goto(shopUrl)
  await skipHeader(page)
  for (const [label, number] of [
    ['Width', '205'],
    ['Sidewall', '55'],
    ['Diameter', '16'],
  ] as const) {
    await tabTo(page, page.getByLabel(label))
    const narrowed = page.waitForResponse(/\/api\/ext\/finder/)
    await page.keyboard.type(number)
    await narrowed
    await expect.poll(() => page.getByLabel(label).inputValue()).toBe(number)
  }
  await tabTo(page, page.getByRole('button', { name: /^Show/ }))
  await page.keyboard.press('Enter')
  await page.waitForURL(`${shopUrl}/t/s/205-55r16`)

  await skipHeader(page)
  await tabTo(page, page.getByRole('link', { name: 'Skip to results' }))
  await page.keyboard.press('Enter')
  await expect.poll(() => hasFocus(page.locator('#results'))).toBe(true)
  await tabTo(page, page.locator('main .card-title a'))
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/p\//)
  await skipHeader(page)
  const add = page.locator('#buy').getByRole('button', { name: /^Add \d/ })
  await tabTo(page, add)
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Cart' })
  await drawer.waitFor()
  await expectDialogHoldsFocus(page, drawer, add)

  await page.goto(`${shopUrl}/cart/`)
  await skipHeader(page)
  const remove = page.locator('.cart-lines').getByRole('button', { name: /^Remove/ })
  await tabTo(page, remove)
  await page.keyboard.press('Enter')
  await expectDialogHoldsFocus(page, page.getByRole('dialog', { name: /^Remove/ }), remove)
  await tabTo(page, page.getByRole('link', { name: /^Check out/ }))
  await page.keyboard.press('Enter')
  await page.waitForURL(`${shopUrl}/checkout/`)

  await typeInto(page, 'Email', email)
  await typeInto(page, 'First name', DANA.first)
  await typeInto(page, 'Last name', DANA.last)
  await page.keyboard.press('Enter')
  await expect.poll(() => hasFocus(page.locator('#title-shipping'))).toBe(true)
  await typeInto(page, 'Street address', DANA.street)
  await typeInto(page, 'ZIP code', DANA.zip)
  // The ZIP code fills in city and state.
  await typeInto(page, 'Phone', DANA.phone)
  await expect.poll(() => page.getByLabel('City').inputValue()).toBe(DANA.city)
  expect(await page.getByLabel('State').inputValue()).toBe(DANA.state)
  await page.keyboard.press('Enter')
  await expect.poll(() => hasFocus(page.locator('#title-payment'))).toBe(true)
  await tabTo(page, page.getByLabel('Pay by Card (Stripe)'))
  await page.keyboard.press('Space')
  // The provider's card fields are in a frame.
  const frame = page.frameLocator('iframe[title="Secure card payment"]')
  await frame.getByLabel('Card number').waitFor()
  await tabTo(page, page.locator('iframe[title="Secure card payment"]'))
  for (const [label, text] of [
    ['Card number', '4242424242424242'],
    ['Expiration (MM/YY)', '12/34'],
    ['CVC', '123'],
  ] as const) {
    await expect.poll(() => hasFocus(frame.getByLabel(label)), { message: label }).toBe(true)
    await page.keyboard.type(text)
    if (label !== 'CVC') await page.keyboard.press('Tab')
  }
  await tabTo(page, page.getByRole('button', { name: /^Place order/ }))
  await page.keyboard.press('Enter')
  const number = await orderNumber(page)
  await mailAbout(sandboxUrl, email, number)
})

test('[A11] [F1] [H6] an account is created, signed out and signed in without a mouse, on its page and in the dialog', async () => {
  const [email, password] = ['keys@lindqvist.example', 'rubber-meets-road']
  const page = await browser.newPage()
  const account = page.locator('.acts > [data-account]')
  await page.goto(`${shopUrl}/register/`)
  await skipHeader(page)
  await typeInto(page, 'First name', 'Nora')
  await typeInto(page, 'Last name', 'Lindqvist')
  await tabTo(page, page.locator('main [name="emailAddress"]'))
  await page.keyboard.type(email)
  // Errors are shown, and the focus moves to the first one.
  await page.keyboard.press('Enter')
  await expect.poll(() => hasFocus(page.locator('#password'))).toBe(true)
  await page.keyboard.type(password)
  await tabTo(page, page.locator('#rPassword'))
  await page.keyboard.type(password)
  await tabTo(page, page.locator('#acceptTermsAndConditions'))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('button', { name: 'Create account' }))
  await page.keyboard.press('Enter')
  await page.waitForURL(`${shopUrl}/customer/account/`)
  await skipHeader(page)
  await tabTo(page, page.getByRole('button', { name: 'Sign out' }))
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/login\//)

  await skipHeader(page)
  await tabTo(page, page.locator('#emailAddress'))
  await page.keyboard.type(email)
  await tabTo(page, page.locator('#password'))
  await page.keyboard.type(password)
  await tabTo(page, page.getByRole('button', { name: 'Sign in', exact: true }))
  await page.keyboard.press('Enter')
  await page.waitForURL(`${shopUrl}/`)
  await sendForm(page, `${shopUrl}/account/form/`, { action: 'sign-out' })

  await page.goto(`${shopUrl}/sizes/`)
  await untilIdle(page)
  await tabTo(page, account)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.waitFor()
  await expectDialogHoldsFocus(page, dialog, account)
  await page.keyboard.press('Enter')
  await dialog.waitFor()
  await tabTo(page, page.locator('#dialog-emailAddress'))
  await page.keyboard.type(email)
  await tabTo(page, page.locator('#dialog-password'))
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => account.textContent()).toBe('Nora')
  await expect.poll(() => hasFocus(account)).toBe(true)
})

/** Expects that the dialog holds the focus, and that Esc closes it and returns the focus to the opener. */
async function expectDialogHoldsFocus(page: Page, dialog: Locator, from: Locator): Promise<void> {
  const isInside = () => dialog.evaluate((element) => element.contains(document.activeElement))
  await expect.poll(isInside).toBe(true)
  await page.keyboard.press('Tab')
  expect((await focusNow(page)).seen).toBe(true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => hasFocus(from)).toBe(true)
}
