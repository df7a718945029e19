import { expect, test } from 'vitest'
import { STOCK_MESSAGES } from '../schema/catalog/product/stock.ts'
import { findProduct, openPayment, putInCart, stockOf } from './api-client.ts'
import { expectWholePage, openBrowser } from './browser.ts'
import { shopUrl } from './shop.ts'
import { choose, DANA, orderNumber, pressPlaceOrder } from './steps.ts'

const browser = openBrowser()

/** Returns the address of a list that is not cached: each price limit is another query. */
let limit = 300
function anotherList(): string {
  limit += 1
  return `/t/c/used?price_to=${limit}`
}

/** Checks whether an uncached page has a button that buys this sku. */
async function offers(path: string, sku: string): Promise<boolean> {
  const response = await fetch(`${shopUrl}${path}`)
  // A page that is never cached has no such header.
  expect(response.headers.get('x-page-cache') ?? 'made').toBe('made')
  // The comparison and the votes for reviews have the sku too.
  const form = `action="/cart/form/"(?:(?!</form>).)*name="sku" value="${sku}"`
  return new RegExp(form, 's').test(await response.text())
}

/** Checks whether an uncached list shows the product, even as sold. */
async function lists(href: string): Promise<boolean> {
  return (await (await fetch(`${shopUrl}${anotherList()}`)).text()).includes(`href="${href}"`)
}

test('[D7] [H2] two buyers of the last tire: one order, one stock message, and no page offers it any more', async () => {
  const product = await findProduct(shopUrl, { path: anotherList(), max: 1, skus: /^TL-\d+$/ })
  expect(await offers(anotherList(), product.sku)).toBe(true)
  expect(await lists(product.href)).toBe(true)

  const pages = await Promise.all(
    ['first', 'second'].map(async (name) => {
      const page = await browser.newPage()
      await putInCart(page, shopUrl, product.sku)
      await openPayment(page, shopUrl, { ...DANA, email: `${name}@whitfield.example` })
      await choose(page, 'Cash on delivery')
      return page
    }),
  )
  await Promise.all(pages.map(pressPlaceOrder))
  const outcomes = await Promise.all(
    pages.map((page) =>
      Promise.any([
        orderNumber(page),
        page
          .locator('.checkout-notice')
          .getByText(STOCK_MESSAGES.order)
          .waitFor()
          .then(() => 'refused'),
      ]),
    ),
  )
  expect(outcomes.filter((outcome) => outcome === 'refused')).toHaveLength(1)
  expect(outcomes.filter((outcome) => /^TL-[0-9A-Z]{8}$/.test(outcome))).toHaveLength(1)

  expect(await stockOf(shopUrl, product.sku)).toMatchObject({ qty: 0, is_in_stock: false })
  // A page with a ZIP code is never cached.
  expect(await offers(`${product.href}?zip=60622`, product.sku)).toBe(false)
  // The index reads the sale within two seconds of the next request.
  await expect.poll(() => lists(product.href), { timeout: 10_000 }).toBe(false)
  expect(await offers(anotherList(), product.sku)).toBe(false)
  const visitor = await browser.newPage()
  await visitor.goto(`${shopUrl}${product.href}?zip=60622`)
  expect(await visitor.locator('main').textContent()).toContain('Sold')
  await expectWholePage(visitor)

  const [loser] = pages.filter((_, index) => outcomes[index] === 'refused')
  await loser?.goto(`${shopUrl}/cart/`)
  expect(await loser?.locator('.cart-lines').textContent()).toContain(STOCK_MESSAGES.lineOutOfStock)
})
