/** Landings, texts and reviews in a browser: cars without JavaScript, old addresses, reviews by stars. */
import { expect, test } from 'vitest'
import { openBrowser, PHONE } from './browser.ts'
import { shopUrl } from './shop.ts'

const browser = openBrowser()

test('[A2] [B5] [H9] without JavaScript a car leads to its years, its trims and both of its sizes', async () => {
  const page = await browser.newPage({ javaScriptEnabled: false, viewport: PHONE })
  await page.goto(`${shopUrl}/t/car`)
  await page.getByRole('link', { name: /^BMW/ }).click()
  await page.getByRole('link', { name: '3 Series', exact: true }).click()
  await page.getByRole('link', { name: '2018' }).click()
  await page.getByRole('link', { name: '335i M Sport' }).click()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(
    'Tires for the 2018 BMW 3 Series 335i M Sport',
  )
  await page.getByRole('link', { name: /^Rear/ }).click()
  expect(new URL(page.url()).pathname).toBe('/t/s/255-35r19')
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('255/35R19')
})

test('[A4] a category by its path, a text by an old path and a region in lower case redirect', async () => {
  const page = await browser.newPage()
  for (const [path, target] of [
    ['/used-tires/used-winter-tires', '/c/used-winter-tires'],
    ['/shipping', '/delivery-information/'],
    ['/usa', '/USA/'],
  ]) {
    await page.goto(`${shopUrl}${path}`)
    expect(new URL(page.url()).pathname).toBe(target)
  }
})

test('[B8] reviews can be filtered by stars and have pages', async () => {
  const page = await browser.newPage({ viewport: PHONE })
  await page.goto(`${shopUrl}/reviews/`)
  expect(await page.getByRole('heading', { name: /^5-star reviews, [\d,]+ of [\d,]+$/ }).count()).toBe(1)
  await page.getByRole('link', { name: 'Next page' }).click()
  expect(new URL(page.url()).search).toBe('?page=2')
  await page.getByRole('link', { name: /^1 star / }).click()
  expect(new URL(page.url()).search).toBe('?stars=1')
  for (const text of await page.locator('.review-rows > li').allTextContents()) {
    expect(text).toContain('1 of 5 stars.')
  }
})
