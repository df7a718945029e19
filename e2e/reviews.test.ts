/** Reviews, votes and questions on a product page, from the shopper's press to staff's approval, with and without script. */
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findProduct } from './api-client.ts'
import { collectErrors, expectAccessible, expectNoSidewaysScroll, openBrowser, PHONE } from './browser.ts'
import { shopUrl } from './shop.ts'
import { signInAsStaff } from './staff-passkey.ts'

const browser = openBrowser()
const WIDE = { viewport: { width: 1440, height: 900 } }

async function staffPage(): Promise<Page> {
  const page = await browser.newPage(WIDE)
  await signInAsStaff(page, 'manager')
  return page
}

/** Writes a review and two questions, as a shopper does. Returns their texts, but that of the first question. */
async function write(page: Page, href: string, mark: string): Promise<{ title: string; question: string }> {
  const [title, question] = [`Title ${mark}`, `How loud is it, ${mark}?`]
  await page.goto(shopUrl + href)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: 'Write a review' }).click()
  await page.getByRole('heading', { level: 1, name: /^Review / }).waitFor()
  await page.getByRole('button', { name: 'Send review' }).click()
  await page.getByText('Choose one to five stars').waitFor()
  // The list of errors has the focus, and each label of a point stays in one line.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('fields need attention')
  const [list, form] = await page
    .locator('.review-form, .review-form > .note')
    .evaluateAll((elements) => elements.map((element) => element.clientWidth).toSorted((a, b) => a - b))
  expect(list).toBeGreaterThan(0.9 * (form ?? 0))
  const labels = page.locator('.review-points > div > span:first-child')
  const lines = await labels.evaluateAll((spans) =>
    spans.map((span) => {
      const range = document.createRange()
      range.selectNodeContents(span)
      return range.getClientRects().length
    }),
  )
  expect(lines).toEqual(lines.map(() => 1))
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('radio', { name: '4 of 5 stars' }).check()
  await page.getByRole('radiogroup', { name: 'Wet grip' }).getByRole('radio', { name: '5' }).check()
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('What was it like?').fill(`Two weeks of rain, ${mark}.`)
  await page.getByLabel('Your name, as it is shown').fill('Kim')
  await page.getByRole('button', { name: 'Send review' }).click()
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  for (const text of [`Does it come in white, ${mark}?`, question]) {
    await page.goto(shopUrl + href)
    await page.getByText('Ask a question').click()
    await page.getByLabel('Your question').fill(text)
    await page.getByLabel('Your name, as it is shown').fill('Kim')
    await page.getByRole('button', { name: 'Send question' }).click()
    await page.getByText('We’ll answer here').waitFor()
  }
  await expectAccessible(page)
  return { title, question }
}

const SHOPPERS: [name: string, options: BrowserContextOptions][] = [
  ['on a phone', { ...PHONE, viewport: PHONE }],
  ['on a wide screen without script', { ...WIDE, javaScriptEnabled: false }],
]

test.each(SHOPPERS)(
  '[H13c] a shopper %s reviews, asks and votes; staff approve and answer',
  async (name, options) => {
    const { href } = await findProduct(shopUrl, { path: '/t/c/new', min: 4 })
    const shopper = await browser.newPage(options)
    const errors = collectErrors(shopper)
    const { title, question } = await write(shopper, href, name)

    const staff = await staffPage()
    await staff.goto(`${shopUrl}/staff/reviews/`)
    await expectAccessible(staff)
    const line = staff.locator('.staff-line', { hasText: title })
    const asked = staff.locator('.staff-line', { hasText: question })
    await asked.getByLabel('Answer').fill(`A light hum, ${name}.`)
    await line.getByRole('button', { name: 'Refuse' }).click()
    await staff.getByRole('button', { name: 'Undo' }).click()
    await line.getByRole('button', { name: 'Approve' }).click()
    await expect.poll(() => line.count()).toBe(0)
    // What was typed waits at its own question, and at no other one.
    await expect.poll(() => asked.getByLabel('Answer').inputValue()).toBe(`A light hum, ${name}.`)
    const other = staff.locator('.staff-line', { hasText: `in white, ${name}` })
    expect(await other.getByLabel('Answer').inputValue()).toBe('')
    await staff.goto(`${shopUrl}/staff/reviews/?show=posted&q=${encodeURIComponent(title)}`)
    await expectAccessible(staff)
    await line.getByRole('button', { name: 'Take down' }).click()
    await staff.getByText('Taken down. It’s no longer shown.').waitFor()
    await expectAccessible(staff)
    await staff.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => line.count()).toBe(1)
    await staff.goto(`${shopUrl}/staff/reviews/`)
    await asked.getByLabel('Answer').fill(`A light hum, ${name}.`)
    await asked.getByRole('button', { name: 'Answer' }).click()
    await expect.poll(() => asked.count()).toBe(0)

    const review = shopper.locator('.review-rows > li', { hasText: title })
    await expect
      .poll(async () => {
        await shopper.goto(`${shopUrl}${href}?reviews=25`)
        return review.count()
      })
      .toBe(1)
    await shopper.getByText(`A light hum, ${name}.`).waitFor()
    await review.getByRole('button', { name: /^Helpful/ }).click()
    await review.getByText('We count one vote per shopper.').waitFor()
    await expectNoSidewaysScroll(shopper)
    // The console reports the status of a refused form.
    expect(errors.filter((line) => !line.includes('status of 422'))).toEqual([])
  },
)

test('[H13c] a list shows stars, and is narrowed and sorted by rating', async () => {
  const page = await browser.newPage(WIDE)
  await page.goto(`${shopUrl}/t?rating=min-4&sort=rating%3Adesc`)
  const labels = await page
    .locator('.card .stars')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
  expect(labels.length).toBeGreaterThan(10)
  for (const label of labels) expect(Number(/^[\d.]+/.exec(label ?? '')?.[0])).toBeGreaterThanOrEqual(4)
  expect(await page.locator('.card').count()).toBe(labels.length)
  await expectAccessible(page)
})
