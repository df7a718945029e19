/** A press takes effect where it began, on drawings too, and as the first touch of a page. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { DEMO_ACCOUNTS } from '../scripts/seed/customers.ts'
import { findProduct, putInCart } from './api-client.ts'
import { collectErrors, DESKTOP, expectAccessible, openBrowser, PHONE } from './browser.ts'
import { shopUrl } from './shop.ts'
import { DANA, expectQuantity, fillPersonal, qtyInCart, untilFormHydrated, untilHydrated } from './steps.ts'

const browser = openBrowser()

/** Presses the middle of an element and releases at the same point, after the page had time to move. */
async function pressSlowly(page: Page, selector: string): Promise<void> {
  const box = await page.locator(selector).boundingBox()
  if (!box) throw new Error(`${selector} has no box`)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await page.mouse.up()
}

/** Returns the position of an element in the window. */
const windowTopOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().top)

const topOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().top + scrollY)

test.each([DESKTOP, PHONE])(
  '[audit D6] a checkbox that takes the focus from an invalid field is checked, and the page does not move, at %j',
  async (viewport) => {
    const page = await browser.newPage({ viewport, hasTouch: viewport === PHONE })
    await page.goto(`${shopUrl}/register/`)
    await untilFormHydrated(page, 'form.sign-in')
    const terms = '#acceptTermsAndConditions'
    const before = await topOf(page, terms)
    await page.getByLabel('Phone').fill('12')
    const press = async () => {
      if (viewport !== PHONE) return pressSlowly(page, terms)
      await page.locator(terms).tap()
    }
    await press()
    expect(await page.locator(terms).isChecked()).toBe(true)
    await page.getByText('Please provide valid phone number.').waitFor()
    expect(await topOf(page, terms)).toBe(before)
  },
)

test.each([DESKTOP, PHONE])(
  '[audit D6] the button of the checkout can be pressed while answers about the address arrive, at %j',
  async (viewport) => {
    const page = await browser.newPage({ viewport })
    const { sku } = await findProduct(shopUrl, { path: '/t/c/new', min: 2 })
    await putInCart(page, shopUrl, sku)
    await page.goto(`${shopUrl}/checkout/`)
    await fillPersonal(page)
    await page.getByLabel('Street address').waitFor()
    let answer = (): void => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/ext/zip-check', (route) => answered.then(() => route.continue()))
    const button = page.getByRole('button', { name: 'Go to payment' })
    await page.getByLabel('Street address').fill(DANA.street)
    await page.getByLabel('ZIP code').fill(DANA.zip)
    await page.getByLabel('City').fill(DANA.city)
    await page.getByLabel('State').selectOption({ label: DANA.state })
    await page.getByLabel('Phone').fill(DANA.phone)
    await button.scrollIntoViewIfNeeded()
    const totals = page.waitForResponse('**/api/ext/checkout')
    await button.hover()
    await page.mouse.down()
    const before = await windowTopOf(page, '#step-shipping .step-end button')
    answer()
    await totals
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    expect(await windowTopOf(page, '#step-shipping .step-end button')).toBeCloseTo(before, 0)
    await page.mouse.up()
    await page.getByRole('button', { name: /^Place order/ }).waitFor()
  },
)

test('[E1] the next step scrolls into position within half a second, unless the shopper presses meanwhile', async () => {
  const { sku } = await findProduct(shopUrl, { path: '/t/c/new', min: 2 })
  for (const presses of [false, true]) {
    const page = await browser.newPage({ viewport: PHONE })
    await putInCart(page, shopUrl, sku)
    await page.goto(`${shopUrl}/checkout/`)
    await page.evaluate((isPressed) => {
      if (isPressed) addEventListener('scroll', () => dispatchEvent(new Event('pointerdown')))
    }, presses)
    await untilHydrated(page)
    // By keyboard, because a mouse press would move the page.
    await page.getByLabel('Email').fill(DANA.email)
    await page.getByLabel('First name').fill(DANA.first)
    await page.getByLabel('Last name').fill(DANA.last)
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await page.keyboard.press('Enter')
    await page.getByLabel('Street address').waitFor()
    await page.evaluate(
      () =>
        new Promise<void>((over) => {
          const started = performance.now()
          const look = (now: number) => (now - started > 700 ? over() : requestAnimationFrame(look))
          requestAnimationFrame(look)
        }),
    )
    const top = await windowTopOf(page, '#step-shipping')
    if (presses) expect(top).toBeGreaterThan(60)
    else expect(Math.abs(top - 50)).toBeLessThan(1)
  }
})

test('[audit D6] the button of the checkout can be pressed when a message appears at the field above it', async () => {
  const page = await browser.newPage()
  const { sku } = await findProduct(shopUrl, { path: '/t/c/new', min: 2 })
  await putInCart(page, shopUrl, sku)
  await page.goto(`${shopUrl}/checkout/`)
  await untilHydrated(page)
  await page.getByLabel('First name').fill('Dana')
  await page.getByLabel('Last name').fill('Whitfield')
  await page.getByLabel('Email').fill('dana@')
  const before = await topOf(page, '.step-end button')
  await page.getByLabel('First name').focus()
  await page.getByText('Please use a valid e-mail address').waitFor()
  expect(await topOf(page, '.step-end button')).toBe(before)
  await page.getByLabel('Email').fill('dana@whitfield.example')
  await pressSlowly(page, '.step-end button')
  await page.getByRole('heading', { name: 'Shipping address' }).waitFor()
  await page.getByLabel('Street address').waitFor()
})

test('[audit D7] [B7] the first tap on the drawing in a button takes effect', async () => {
  const page = await browser.newPage({ viewport: PHONE, hasTouch: true })
  const errors = collectErrors(page)
  const { href } = await findProduct(shopUrl, { path: '/t/c/new', min: 1 })
  let release = () => {}
  const touched = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/{hydrate,gallery}*.js', async (route) => {
    await touched
    await route.continue()
  })
  await page.goto(`${shopUrl}${href}`)
  const main = page.locator('.gallery-main img')
  const first = await main.getAttribute('src')
  await page.getByRole('button', { name: 'Next picture' }).locator('path').tap()
  release()
  await expect.poll(() => main.getAttribute('src')).not.toBe(first)
  expect(errors).toEqual([])
})

test('[audit D7] [B1] [B7] in every kind of island the first tap takes effect, on a drawing too', async () => {
  const { href } = await findProduct(shopUrl, { path: '/t/c/new', min: 1 })
  const lost: string[] = []
  const received: string[] = []
  const page = await browser.newPage({ viewport: PHONE, hasTouch: true })
  for (const path of ['/', '/t/c/new', href]) {
    await page.goto(shopUrl + path)
    const names = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('[data-island]:not([data-when=asked])')].map(
        ({ dataset }) => dataset.island ?? '',
      ),
    )
    for (const name of new Set(names))
      for (const onDrawing of [false, true]) {
        const target = `${name}${onDrawing ? ', drawing' : ''}`
        const isReceived = await tapFirst(page, shopUrl + path, name, onDrawing)
        if (isReceived !== null) (isReceived ? received : lost).push(target)
      }
  }
  expect(lost).toEqual([])
  expect(received).toEqual(expect.arrayContaining(['gallery', 'gallery, drawing']))
  expect(received.length).toBeGreaterThan(3)
})

/** Taps the first control of an island before hydration; returns `null` when it has none. */
async function tapFirst(page: Page, url: string, name: string, onDrawing: boolean): Promise<boolean | null> {
  let release = () => {}
  const tapped = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/hydrate*.js', async (route) => {
    await tapped
    await route.continue()
  })
  try {
    await page.goto(url)
    const spot = await page.evaluate(aim, { name, onDrawing })
    if (!spot) return null
    await page.touchscreen.tap(spot.x, spot.y)
    release()
    const isReceived = () => page.evaluate(() => document.documentElement.dataset.tapReceived === '')
    return await expect
      .poll(isReceived)
      .toBe(true)
      .then(
        () => true,
        () => false,
      )
  } finally {
    release()
    await page.unrouteAll({ behavior: 'wait' })
  }
}

/** Returns the point to tap, scrolled to the middle; a data attribute shows that the tap was received. */
function aim({ name, onDrawing }: { name: string; onDrawing: boolean }): { x: number; y: number } | null {
  const controls = document.querySelectorAll<HTMLElement>(
    `[data-island="${name}"] :is(a, button:not([type=submit], :disabled))`,
  )
  for (const control of controls) {
    const target = onDrawing ? control.querySelector('svg') : control
    if (!target?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    target.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { left, top, width, height } = target.getBoundingClientRect()
    const spot = { x: left + width / 2, y: top + height / 2 }
    const hit = document.elementFromPoint(spot.x, spot.y)
    if (width === 0 || !hit || !control.contains(hit)) continue
    control.addEventListener('click', (event) => {
      event.preventDefault()
      document.documentElement.dataset.tapReceived = ''
    })
    return spot
  }
  return null
}

test('[audit D7] [D1] presses in the cart before hydration take effect after it', async () => {
  const page = await browser.newPage({ viewport: PHONE })
  const errors = collectErrors(page)
  const { sku } = await findProduct(shopUrl, { path: '/t/c/new', min: 6 })
  await putInCart(page, shopUrl, sku)
  const quantity = page.locator('.cart-lines input[name="qty"]')
  const before = Number(await qtyInCart(page, shopUrl))
  const early = async (press: () => Promise<void>) => {
    let release = () => {}
    const done = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/assets/entry-app*.js', async (route) => {
      await done
      await route.continue()
    })
    await page.goto(`${shopUrl}/cart/`, { waitUntil: 'commit' })
    await press()
    release()
    await untilFormHydrated(page, '.cart-qty')
    await page.unrouteAll({ behavior: 'wait' })
  }
  await early(async () => {
    const more = page.getByRole('button', { name: /^One more/ })
    await more.click()
    await more.click()
    // The presses before enable this button, but the page does not show it yet.
    await page.getByRole('button', { name: /^One less/ }).click({ force: true })
    await more.click()
  })
  await expect.poll(() => quantity.inputValue()).toBe(String(before + 2))
  await expect.poll(() => qtyInCart(page, shopUrl)).toBe(before + 2)
  await early(async () => {
    await quantity.fill(String(before + 1))
    await quantity.blur()
  })
  await expect.poll(() => qtyInCart(page, shopUrl)).toBe(before + 1)
  expect(await quantity.inputValue()).toBe(String(before + 1))
  expect(errors).toEqual([])
})

test('[audit D7] [D8] a number typed before hydration is limited to the stock', async () => {
  const page = await browser.newPage({ viewport: PHONE })
  const { href } = await findProduct(shopUrl, { path: '/t/c/retread', min: 2, max: 5 })
  let release = () => {}
  const typed = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/hydrate*.js', async (route) => {
    await typed
    await route.continue()
  })
  await page.goto(`${shopUrl}${href}`)
  const quantity = page.locator('[data-island="buy-box"] input[name="qty"]').first()
  const max = await quantity.getAttribute('max')
  await quantity.fill('99')
  await quantity.blur()
  release()
  await expect.poll(() => quantity.inputValue()).toBe(max)
  await page.getByText(`Only ${max} products of this type are available!`).waitFor()
  const label = page.locator('[data-island="buy-box"] button .if-script').first()
  // For sets, the label counts tires.
  const added = async () => Number(/^Add (\d+)/.exec((await label.textContent()) ?? '')?.[1]) / Number(max)
  await expect.poll(added).toBeGreaterThanOrEqual(1)
})

test('[audit D5] [F1] a sign-out on an account page shows one notice on a public page', async () => {
  const page = await browser.newPage({ viewport: PHONE })
  const { email, password } = DEMO_ACCOUNTS[0] ?? { email: '', password: '' }
  await page.goto(`${shopUrl}/login/?back=/customer/account/orders/`)
  await untilFormHydrated(page, 'main form')
  await page.locator('main').getByLabel('Email').first().fill(email)
  await page.locator('main').getByLabel('Password', { exact: true }).fill(password)
  await page.locator('main').getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${shopUrl}/customer/account/orders/`)
  await untilFormHydrated(page, '.account-menu form')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`${shopUrl}/login/?back=%2F`)
  await page.locator('.notice', { hasText: "You're logged out" }).waitFor()
  expect(await page.locator('main').textContent()).not.toContain('You need to be logged in')
  await page.reload()
  await untilFormHydrated(page, 'main form')
  expect(await page.locator('.notice').count()).toBe(0)
})

test('[audit D8] [D7] the cart reports its changes and the stock limit', async () => {
  const page = await browser.newPage({ viewport: PHONE })
  const { sku, left } = await findProduct(shopUrl, { path: '/t/c/retread', min: 2, max: 5 })
  await putInCart(page, shopUrl, sku)
  await page.goto(`${shopUrl}/cart/`)
  const quantity = page.locator('.cart-lines input[name="qty"]')
  await untilFormHydrated(page, '.cart-qty')
  const before = await topOf(page, '.cart-qty')
  await page.getByRole('button', { name: /^One more/ }).click()
  await page.locator('.notice', { hasText: 'Product quantity has been updated!' }).waitFor()
  expect(await topOf(page, '.cart-qty')).toBe(before)
  await quantity.fill(String(left + 5))
  await quantity.blur()
  await page.getByText(`Only ${left} products of this type are available!`).waitFor()
  await expectQuantity(page, shopUrl, left)
  await expectAccessible(page)
})
