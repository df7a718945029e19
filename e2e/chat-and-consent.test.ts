/** Chat from both sides, and a visitor's privacy choices. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxVars } from '../scripts/local-vars.ts'
import { freePort } from '../scripts/ports.ts'
import { type Served, serve } from '../scripts/serve.ts'
import { findProduct } from './api-client.ts'
import { collectErrors, expectAccessible, expectNoSidewaysScroll, openBrowser, PHONE } from './browser.ts'
import { ownState } from './shop.ts'
import { addStaff } from './staff-accounts.ts'
import { signInAsStaff } from './staff-passkey.ts'
import { addToCart, untilFormHydrated, untilIdle } from './steps.ts'

const state = ownState()
const browser = openBrowser()

/** A script of a third party, and the number of its requests. */
const OUTSIDE = 'window.heard = []; treadline.events.subscribe((event) => heard.push(event))'
let asked = 0
let passkeys: Awaited<ReturnType<typeof addStaff>>
let outside: Server
let shop: Served

beforeAll(async () => {
  outside = createServer((_, response) => {
    asked += 1
    response.setHeader('Content-Type', 'text/javascript').end(OUTSIDE)
  }).listen(0, '127.0.0.1')
  passkeys = await addStaff(join(state, 'v3'))
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const src = `http://127.0.0.1:${(outside.address() as AddressInfo).port}/s.js`
  shop = await serve({
    port,
    sandboxPort,
    state: join(state, 'v3'),
    vars: {
      ...sandboxVars(port, sandboxPort),
      CART_SECRET: 'a secret of the journeys, long enough',
      SESSION_SECRET: 'sessions of the journeys, long enough',
      OUTSIDE_SCRIPTS: JSON.stringify([{ name: 'Stats', src, purpose: 'counts visits' }]),
    },
  })
})
afterAll(async () => {
  outside.close()
  await shop.stop()
})

const ask = (page: Page) => page.locator('.footer').getByRole('link', { name: 'Ask us' })
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Ask us' })

async function write(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label).fill(text)
  await page.keyboard.press('Enter')
}

/** Opens a conversation of staff, and waits until its script listens for messages. */
async function untilConnected(page: Page, open: () => Promise<unknown>): Promise<void> {
  const connected = page.waitForEvent('websocket')
  await open()
  await connected
}

async function staffPage(): Promise<Page> {
  const page = await browser.newPage()
  await signInAsStaff(page, 'owner', { site: shop.url, passkeys })
  return page
}

test('[G6] a shopper and staff chat; the conversation survives a reload and a lost connection', async () => {
  const shopper = await browser.newPage({ ...PHONE, viewport: PHONE })
  const staff = await staffPage()
  const errors = collectErrors(staff)
  await shopper.goto(`${shop.url}/contacts/`)
  await untilIdle(shopper)
  await ask(shopper).click()
  await drawer(shopper).waitFor()
  await expectAccessible(shopper)
  await expectNoSidewaysScroll(shopper)
  await write(shopper, 'Your message', 'Do you have two more of <these>?')
  await drawer(shopper).getByText('Do you have two more of <these>?').waitFor()

  await staff.goto(`${shop.url}/staff/chats/`)
  await staff.getByText('1 unread').waitFor()
  const link = staff.getByRole('link', { name: /^Conversation \d+$/ }).first()
  await untilConnected(staff, () => link.click())
  await staff.getByText('Do you have two more of <these>?').waitFor()
  await expectAccessible(staff)
  await write(staff, 'Your answer', 'Yes, at the Grand Avenue store.')
  await drawer(shopper).getByText('Yes, at the Grand Avenue store.').waitFor()

  const conversation = staff.url()
  for (const path of ['/staff/', '/staff/chats/', '/staff/reviews/', '/staff/counts/', '/staff/health/']) {
    await staff.goto(`${shop.url}${path}`)
    await expectAccessible(staff)
    await expectNoSidewaysScroll(staff)
  }
  await untilConnected(staff, () => staff.goto(conversation))

  await shopper.reload()
  await untilIdle(shopper)
  await ask(shopper).click()
  await drawer(shopper).getByText('Yes, at the Grand Avenue store.').waitFor()
  await shopper.context().setOffline(true)
  await write(shopper, 'Your message', 'Keep them for me')
  await drawer(shopper).getByText('waiting to send').waitFor()
  await drawer(shopper).getByText('There is no Internet connection').waitFor()
  await shopper.context().setOffline(false)
  await staff.getByText('Keep them for me').waitFor()
  await expect.poll(() => drawer(shopper).getByText('waiting to send').count()).toBe(0)
  expect(await staff.getByText('Keep them for me').count()).toBe(1)
  await shopper.keyboard.press('Escape')
  await expect.poll(() => shopper.evaluate(() => document.activeElement?.textContent)).toBe('Ask us')
  expect(errors).toEqual([])
})

test('[F4] [G10] third-party scripts run only between consent and its withdrawal; counts arrive without them', async () => {
  const page = await browser.newPage()
  const errors = collectErrors(page)
  const question = page.getByRole('region', { name: 'Privacy choices' })
  const { href, sku } = await findProduct(shop.url, { path: '/t/c/used' })
  await page.goto(`${shop.url}/contacts/`)
  await question.waitFor()
  await question.getByRole('button', { name: 'No' }).click()
  await page.reload()
  await untilIdle(page)
  expect(await question.count()).toBe(0)
  expect(asked).toBe(0)

  const open = async () => {
    await page.getByRole('link', { name: 'Privacy choices' }).click()
    await page.getByRole('dialog', { name: 'Privacy choices' }).waitFor()
  }
  const choose = async (label: RegExp) => {
    await page.getByLabel(label).check()
    await page.getByRole('button', { name: 'Save my choice' }).click()
  }
  await open()
  await expectAccessible(page)
  await choose(/^The scripts above/)
  await expect.poll(() => asked).toBe(1)
  const heard = () => page.evaluate(() => (window as unknown as { heard?: { kind: string }[] }).heard ?? [])
  // The event of a list has its first three products.
  await page.goto(`${shop.url}/t/c/used`)
  const first = await page
    .locator('#results .card')
    .evaluateAll((cards) => cards.slice(0, 3).map((card) => ({ sku: card.getAttribute('data-price-sku') })))
  await expect.poll(heard).toMatchObject([{ kind: 'list', path: '/t/c/used', products: first }])
  await page.goto(`${shop.url}${href}`)
  const parent = href.split('/')[2]
  await expect.poll(heard).toMatchObject([{ kind: 'product', product: { sku: parent } }])
  await addToCart(page)
  await expect.poll(async () => (await heard()).map(({ kind }) => kind)).toContain('add')

  // The cart loads no third-party scripts; its events are published on the next page that does.
  await page.goto(`${shop.url}/cart/`)
  await untilFormHydrated(page, '.cart-lines form')
  await page
    .locator('.cart-lines')
    .getByRole('button', { name: /^Remove/ })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Remove/ })
    .click()
  // The event is stored after the server has removed the line.
  await page.waitForFunction(() => Object.values(sessionStorage).some((text) => /"kind":"remove"/.test(text)))
  await page.goto(`${shop.url}/contacts/`)
  await untilIdle(page)
  await expect.poll(heard).toContainEqual(expect.objectContaining({ kind: 'remove', sku, qty: 1 }))
  expect((await heard())[0]).toMatchObject({ kind: 'cart', skus: [sku] })
  expect(asked).toBe(4)
  await open()
  const reloaded = page.waitForEvent('load')
  await choose(/^Only what the shop needs/)
  await reloaded
  await untilIdle(page)
  expect(asked).toBe(4)
  expect(errors).toEqual([])

  const db = await shop.miniflare.getD1Database('DB', 'treadline')
  const counts = async () => {
    const { results } = await db
      .prepare('SELECT kind, sku, count FROM event_count WHERE sku IN (?, ?) ORDER BY kind')
      .bind(sku, parent)
      .all()
    return results
  }
  await expect.poll(counts).toEqual([
    { kind: 'add', sku, count: 1 },
    { kind: 'product', sku: parent, count: 1 },
    { kind: 'remove', sku, count: 1 },
  ])
})

/** Opens a page that stores the bodies of its beacons; the returned function reads them. */
async function recordBeacons() {
  const page = await browser.newPage()
  await page.addInitScript(() => {
    const send = navigator.sendBeacon.bind(navigator)
    navigator.sendBeacon = (url, body) => {
      const sent = JSON.parse(sessionStorage.getItem('sent') ?? '[]') as unknown[]
      sessionStorage.setItem('sent', JSON.stringify([...sent, JSON.parse(String(body))]))
      return send(url, body)
    }
  })
  const beacons = () => page.evaluate(() => JSON.parse(sessionStorage.getItem('sent') ?? '[]'))
  return { page, beacons }
}

test('[H12] [G10] a visitor who refused after loading reports nothing, also not what was collected before', async () => {
  const { page, beacons } = await recordBeacons()
  await page.goto(`${shop.url}/t/c/used`)
  await untilIdle(page)
  await page.getByRole('region', { name: 'Privacy choices' }).getByRole('button', { name: 'No' }).click()
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  // Consent given later does not bring back what was collected before the refusal.
  await page.evaluate(() => {
    localStorage.setItem('privacy-choice', JSON.stringify({ choice: 'all', at: 1, version: 1 }))
    dispatchEvent(new Event('pagehide'))
  })
  expect(await beacons()).toEqual([])
})

test('[H12] a page that is left reports how fast it was, once', async () => {
  const { page, beacons } = await recordBeacons()
  const answers: number[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/api/ext/events')) answers.push(response.status())
  })
  await page.goto(`${shop.url}/t/c/used`)
  await untilIdle(page)
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  await expect.poll(() => answers).toEqual([200])
  await page.goto(`${shop.url}/contacts/`)
  const number = expect.any(Number)
  expect(await beacons()).toEqual([
    {
      events: [
        { path: '/t/c/used', isEmpty: false },
        { kind: 'list', sku: '' },
      ],
      vitals: expect.objectContaining({
        page: 'listing',
        width: number,
        lcp: number,
        cls: number,
        ttfb: number,
      }),
    },
  ])
})

test('[F4] [G10] a browser with Global Privacy Control is asked nothing, shares nothing and is not counted', async () => {
  const page = await browser.newPage()
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })
    localStorage.setItem('privacy-choice', JSON.stringify({ choice: 'all', at: 1, version: 1 }))
  })
  const before = asked
  const beacons: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/ext/events')) beacons.push(request.url())
  })
  await page.goto(`${shop.url}/t/c/used`)
  await untilIdle(page)
  // On a page of the app, the link leads to a page that opens the choices.
  await page.goto(`${shop.url}/cart/`)
  await page.getByRole('link', { name: 'Privacy choices' }).click()
  // The text of the page mentions it too, so the search is limited to the dialog.
  await page.getByRole('dialog').getByText('Global Privacy Control').waitFor()
  await page.goto(`${shop.url}/contacts/`)
  await untilIdle(page)
  expect(asked).toBe(before)
  expect(beacons).toEqual([])
})
