/**
 * Every dialog of the shop; tests of all dialogs use these (pages-axe.test.ts). A module that creates a
 * dialog and is in none of these lists fails a test.
 */
import type { Locator, Page } from 'playwright-core'
import { UNAVAILABLE_TITLE } from '../schema/orders/order.ts'
import { findProduct, openPayment, putInCart } from './api-client.ts'
import { DESKTOP, PHONE } from './browser.ts'
import { choose, pressPlaceOrder } from './steps.ts'

export interface DialogKind {
  /** The accessible name. */
  name: string | RegExp
  /** The module that creates the dialog, under client/. */
  module: string
  size?: { width: number; height: number }
  /** Opens a page with the dialog and returns the element that opens it. */
  opener: (page: Page, shopUrl: string) => Promise<Locator>
  /** Opens the dialog when Enter does not. */
  open?: (opener: Locator, page: Page) => Promise<void>
  /** False when the opener is gone, or opens the dialog again on focus. */
  returnsFocus?: false
}

const on =
  (path: string, find: (page: Page) => Locator): DialogKind['opener'] =>
  async (page, shopUrl) => {
    await page.goto(shopUrl + path)
    return find(page)
  }

async function product(page: Page, shopUrl: string): Promise<void> {
  const { href } = await findProduct(shopUrl, { path: '/t/c/new' })
  await page.goto(shopUrl + href)
}

async function withCart(page: Page, shopUrl: string): Promise<void> {
  const { sku } = await findProduct(shopUrl, { path: '/t/c/new', min: 2 })
  await putInCart(page, shopUrl, sku)
}

export const DIALOGS: readonly DialogKind[] = [
  {
    name: 'Find your tires',
    module: 'catalog/finder/finder.island.tsx',
    size: PHONE,
    opener: on('/', (page) => page.getByRole('link', { name: /Find by size$/ })),
  },
  {
    name: 'Cart',
    module: 'cart/mini-cart.island.tsx',
    opener: async (page, shopUrl) => {
      await page.goto(shopUrl)
      await withCart(page, shopUrl)
      await product(page, shopUrl)
      return page.locator('.acts > [data-cart-link]')
    },
  },
  {
    name: 'Where should we deliver?',
    module: 'identity/location/location-dialog.tsx',
    opener: on('/reviews/', (page) => page.locator('.utility [data-place]')),
  },
  {
    name: 'What do you drive?',
    module: 'catalog/vehicle/vehicle-dialog.tsx',
    opener: async (page, shopUrl) => {
      await product(page, shopUrl)
      return page.getByRole('link', { name: 'Does it fit my car?' })
    },
  },
  {
    name: /^This doesn’t fit your /,
    module: 'catalog/vehicle/fit-dialog.tsx',
    opener: async (page, shopUrl) => {
      await page.goto(`${shopUrl}/t/car/lexus/is/2018`)
      await page
        .getByRole('button', { name: /^This is my car/ })
        .first()
        .click()
      await page.getByRole('button', { name: /^This is my car/, pressed: true }).waitFor()
      await page.goto(`${shopUrl}/t/s/225-60r17`)
      return page.locator('.card').first().getByRole('button', { name: /^Add/ })
    },
  },
  {
    name: 'Sign in',
    module: 'identity/sign-in/sign-in-dialog.tsx',
    opener: on('/reviews/', (page) => page.locator('.acts > [data-account]')),
  },
  {
    name: 'Where do I find my size?',
    module: 'catalog/sizes/size-help-dialog.tsx',
    opener: on('/reviews/', (page) => page.locator('.utility').getByRole('link', { name: 'Tire size help' })),
  },
  {
    name: 'Privacy choices',
    module: 'content/analytics/consent-dialog.ts',
    opener: on('/reviews/', (page) => page.locator('.footer').getByRole('link', { name: 'Privacy choices' })),
  },
  {
    name: 'Ask us',
    module: 'content/chat/chat-drawer.ts',
    opener: on('/reviews/', (page) => page.locator('.footer').getByRole('link', { name: 'Ask us' })),
  },
  {
    name: 'Wish list',
    module: 'account/saved/wish-list-dialog.ts',
    opener: async (page, shopUrl) => {
      await page.goto(`${shopUrl}/t/c/used`)
      await page.locator('.card [data-wish]').first().click()
      return page.locator('.acts > [data-wish-link]')
    },
  },
  {
    name: /, large$/,
    module: 'catalog/images/gallery-zoom.tsx',
    opener: async (page, shopUrl) => {
      await product(page, shopUrl)
      return page.locator('.gallery-open')
    },
  },
  {
    name: 'Search',
    module: 'catalog/search/search.island.tsx',
    size: PHONE,
    opener: on('/reviews/', (page) => page.locator('#search-small')),
    // Enter would start the search.
    open: (opener) => opener.pressSequentially('2'),
    returnsFocus: false,
  },
  {
    name: 'Filters',
    module: 'catalog/listing/listing-panel.ts',
    size: PHONE,
    opener: on('/t/c/used', (page) => page.getByRole('button', { name: /^Filters/ })),
  },
  {
    name: /^Remove .*\?$/,
    module: 'cart/remove-dialog.tsx',
    opener: async (page, shopUrl) => {
      await page.goto(shopUrl)
      await withCart(page, shopUrl)
      await page.goto(`${shopUrl}/cart/`)
      return page.locator('.cart-lines').getByRole('button', { name: /^Remove/ })
    },
  },
  {
    name: 'Your coupon',
    module: 'cart/coupon/coupon-dialog.tsx',
    opener: async (page, shopUrl) => {
      await page.goto(shopUrl)
      await withCart(page, shopUrl)
      await openPayment(page, shopUrl)
      return page.locator('.summary-wide').getByRole('link', { name: 'Use a coupon' })
    },
  },
  {
    name: UNAVAILABLE_TITLE,
    module: 'checkout/steps/try-later-dialog.tsx',
    opener: async (page, shopUrl) => {
      await page.goto(shopUrl)
      await withCart(page, shopUrl)
      await openPayment(page, shopUrl)
      await choose(page, 'Cash on delivery')
      const result = { code: 'payment-unavailable', title: UNAVAILABLE_TITLE, message: 'Not now.' }
      await page.route('**/api/order', (route) => route.fulfill({ status: 503, json: { code: 503, result } }))
      return page.getByRole('button', { name: /^Place order/ })
    },
    open: (_, page) => pressPlaceOrder(page),
    returnsFocus: false,
  },
]

/** Modules that open one of these dialogs or draw the box of all dialogs, and dialogs of staff, which units.test.ts and bulk.test.ts open. */
export const NO_DIALOGS_OF_THEIR_OWN: readonly string[] = [
  'platform/ui/dialog.tsx',
  'staff/bulk/grid/paste-dialog.ts',
  'staff/keys/staff-keys.ts',
]

export const sizeOf = ({ size }: DialogKind) => size ?? DESKTOP
