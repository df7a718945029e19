import { expect, test } from 'vitest'
import { collectErrors, openBrowser } from './browser.ts'
import { shopUrl } from './shop.ts'

const browser = openBrowser()

test('[B7] a set chosen before hydration is preserved: price, address and button follow', async () => {
  const page = await browser.newPage()
  const errors = collectErrors(page)
  await page.goto(`${shopUrl}/t/c/new`)
  const href = await page.locator('main a[href^="/p/"]').first().getAttribute('href')
  // The island's code is delayed until the choice was made.
  let release = () => {}
  const chosen = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/{hydrate,buy-box}*.js', async (route) => {
    await chosen
    await route.continue()
  })
  await page.goto(`${shopUrl}${href}`)
  const other = page.locator('#buy input[type=radio]:not(:checked)').first()
  const sku = await other.inputValue()
  await other.evaluate((radio: HTMLInputElement) => radio.click())
  release()
  await page.waitForURL(new RegExp(`/${sku}$`))
  await expect.poll(() => page.locator(`#buy input[value="${sku}"]`).isChecked()).toBe(true)
  expect(errors).toEqual([])
})

test('[B7] [B1] a size chosen and submitted before the finder is hydrated is the size that is shown', async () => {
  const page = await browser.newPage()
  let release = () => {}
  const submitted = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/{hydrate,finder}*.js', async (route) => {
    await submitted
    await route.continue()
  })
  await page.goto(shopUrl)
  await page.getByLabel('Width').selectOption('235')
  await page.getByLabel('Width').selectOption('215')
  await page.getByLabel('Diameter').selectOption('18')
  await page.getByRole('button', { name: /^Show/ }).click()
  release()
  await page.waitForURL(`${shopUrl}/t/s/215-45r18`)
})

test('[H2] [B1] a finder whose code cannot be loaded is still a form', async () => {
  const page = await browser.newPage()
  await page.route('**/assets/{hydrate,finder}*.js', (route) => route.abort())
  await page.goto(shopUrl)
  const failed = page.waitForEvent('requestfailed')
  await page.getByLabel('Width').selectOption('215')
  await failed
  await page.getByLabel('Diameter').selectOption('18')
  await page.getByRole('button', { name: /^Show/ }).click()
  await page.waitForURL(`${shopUrl}/t/s/215-45r18`)
})

test('content and app pages refuse what their policy does not allow, and built files have their headers too', async () => {
  const page = await browser.newPage()
  for (const path of ['/t/c/new', '/cart/']) {
    await page.goto(shopUrl + path)
    const outcomes = await page.evaluate(() => {
      const attempts = [
        () => document.createElement('p').insertAdjacentHTML('beforeend', '<b>x</b>'),
        () => Object.assign(document.createElement('script'), { src: 'https://other.example/x.js' }),
        () =>
          (
            window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): void } }
          ).trustedTypes.createPolicy('another', {}),
      ]
      return attempts.map((attempt) => {
        try {
          attempt()
          return 'let in'
        } catch (error) {
          return (error as Error).name
        }
      })
    })
    expect(outcomes, path).toEqual(['TypeError', 'TypeError', 'TypeError'])
    await expect.poll(() => browser.refused.length).toBe(3)
    browser.refused.length = 0
  }
  const worker = await fetch(`${shopUrl}/service-worker.js`)
  expect(worker.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'; connect-src 'self';/)
  expect(worker.headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(worker.headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
})
