/** The parts around every page: delivery location, newsletter, contact form. */
import { expect, test } from 'vitest'
import { findProduct } from './api-client.ts'
import { collectErrors, expectAccessible, expectNoSidewaysScroll, openBrowser, PHONE } from './browser.ts'
import { sandboxUrl, shopUrl } from './shop.ts'
import { mailAbout } from './steps.ts'

const browser = openBrowser()

test('[G1] [G2] [G5] the location dialog refuses and accepts a ZIP code, the footer accepts an address, notices stay while they are read', async () => {
  const page = await browser.newPage()
  const errors = collectErrors(page)
  await page.clock.install()
  const located = page.waitForResponse((response) => response.url().includes('/api/ext/geolocation'))
  const { href } = await findProduct(shopUrl)
  await page.goto(shopUrl + href)
  await page.clock.runFor(1000)
  // The network's location is shown in the header as a guess, and the field of the product stays empty.
  await located
  await expect.poll(() => page.locator('.utility [data-place]').textContent()).toMatch(/^Near \d{5}\?$/)
  await page.locator('#delivery').getByRole('button', { name: 'Show' }).click()
  await page.locator('#delivery').getByText('Field is required').waitFor()

  await page.locator('.utility [data-place]').click()
  const popup = page.getByRole('dialog', { name: 'Where should we deliver?' })
  const zip = popup.getByLabel('ZIP code')
  await expect.poll(() => zip.evaluate((field) => field === document.activeElement)).toBe(true)
  await zip.fill('9951')
  await page.clock.runFor(400)
  const first = popup.getByRole('button', { name: /^9951/ }).first()
  await first.click()
  await popup.getByText('We can not deliver to Hawaii, Alaska, Puerto Rico or Canada').first().waitFor()
  await expectAccessible(page)
  await zip.fill('6061')
  await page.clock.runFor(400)
  await popup.getByRole('button', { name: '60612 Chicago, IL' }).click()
  await popup.waitFor({ state: 'hidden' })
  await expect.poll(() => page.locator('.utility [data-place]').textContent()).toBe('Deliver to 60612')
  expect(await page.evaluate(() => localStorage.getItem('zip'))).toBe('60612')

  // The delivery text of the product page follows.
  await page.locator('#delivery').getByText('to Chicago, IL 60612').waitFor()

  // A notice stays while the pointer is on it, and disappears 5000 ms after.
  const notice = page.locator('.notice', { hasText: 'We deliver to Chicago, IL 60612.' })
  await notice.hover()
  await page.clock.runFor(20_000)
  expect(await notice.isVisible()).toBe(true)
  await page.mouse.move(0, 0)
  await page.clock.runFor(5100)
  await notice.waitFor({ state: 'detached' })

  const form = page.locator('footer [data-newsletter]')
  await form.getByRole('textbox').fill('reader@')
  await form.getByRole('button', { name: 'Subscribe' }).click()
  await form.getByText('Please use a valid e-mail address, such as name@example.com').waitFor()
  await form.getByRole('textbox').fill('around.reader@example.com')
  await form.getByRole('button', { name: 'Subscribe' }).click()
  await form.getByText('You’re on the list.').waitFor()
  await page.reload()
  await page.clock.runFor(1000)
  await form.getByRole('button', { name: 'Unsubscribe' }).click()
  await form.getByText('we’ll email it a link to unsubscribe').waitFor()
  expect(errors.filter((line) => !line.includes('422'))).toEqual([])

  // The required messages explain the failure, and the input stays.
  await form.getByRole('textbox').fill('around.again@example.com')
  await page.context().setOffline(true)
  await form.getByRole('button', { name: 'Subscribe' }).click()
  await form.getByText('There is no Internet connection').waitFor()
  await page.context().setOffline(false)
  await page.route('**/newsletter/form/', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  await form.getByRole('button', { name: 'Subscribe' }).click()
  await form.getByText('An error occurred during your subscription. Please try again later.').waitFor()
  expect(await form.getByRole('textbox').inputValue()).toBe('around.again@example.com')
})

test('[G3] on a phone, a message with errors comes back with them, and is then sent', async () => {
  const page = await browser.newPage({ viewport: PHONE })
  await page.goto(`${shopUrl}/contacts/`)
  await page.getByLabel('Name').fill('Ada Miller')
  await page.getByLabel('Email', { exact: true }).fill('around.ada@example.com')
  await page.getByLabel('Phone').fill('555')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Please provide valid phone number.').waitFor()
  await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(3)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByLabel('Phone').fill('(312) 555-0142')
  await page.getByLabel('What’s it about?').selectOption('tire')
  await page.getByLabel('Message').fill('Is the DOT week readable?')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Your message is on its way.').waitFor()
  await mailAbout(sandboxUrl, 'around.ada@example.com', 'We got your message')
})
