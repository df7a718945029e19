/** The states of the shop's screens on the contact sheet (`npm run screens`), in the order of a purchase. */
import type { Page } from 'playwright-core'
import { DEMO_ACCOUNTS } from '../../scripts/seed/customers.ts'
import { findProduct, openPayment, putInCart, sendForm } from '../api-client.ts'
import { linkIn, openCounter } from '../counter.ts'
import { DIALOGS, sizeOf } from '../dialogs.ts'
import { firstOf, groupPage } from '../page-kinds.ts'
import { sandboxUrl, shopUrl } from '../shop.ts'
import { signInAsStaff } from '../staff-passkey.ts'
import {
  addToCart,
  choose,
  DANA,
  fillPersonal,
  findBySize,
  mailAbout,
  orderNumber,
  pressPlaceOrder,
  untilIdle,
} from '../steps.ts'

export interface ScreenState {
  /** Unique; also the name of the pictures. */
  name: string
  group: 'Home and help' | 'Lists' | 'Products' | 'Cart' | 'Checkout' | 'Orders' | 'Account' | 'Staff'
  open: (page: Page) => Promise<unknown>
}

const at = (path: string) => (page: Page) => page.goto(shopUrl + path)

/** Opens the first product of a list. */
const firstAt =
  (list: string, sku = '') =>
  async (page: Page) =>
    page.goto(shopUrl + (await firstOf(shopUrl, list, sku)))

async function signIn(page: Page, index: number): Promise<void> {
  const { email = '', password = '' } = DEMO_ACCOUNTS[index] ?? {}
  await page.goto(`${shopUrl}/login/`)
  await sendForm(page, `${shopUrl}/account/form/`, { action: 'sign-in', emailAddress: email, password })
}

const RILEY = 0
const CASEY = 2

const signedIn = (who: number, path: string) => async (page: Page) => {
  await signIn(page, who)
  await page.goto(shopUrl + path)
}

/** Opens a page of the back office as the owner, who may open all of them. */
const forStaff = (path: string) => async (page: Page) => {
  await signInAsStaff(page, 'owner')
  await page.goto(shopUrl + path)
}

async function withCart(page: Page, lists: readonly string[] = ['/t/c/new']): Promise<void> {
  await page.goto(shopUrl)
  for (const path of lists) {
    const { sku } = await findProduct(shopUrl, { path, min: path === '/t/c/new' ? 4 : 1 })
    await putInCart(page, shopUrl, sku)
  }
}

const cart =
  (...lists: string[]) =>
  async (page: Page) => {
    await withCart(page, lists)
    await page.goto(`${shopUrl}/cart/`)
    await page.locator('.cart-line').first().waitFor()
  }

async function payment(page: Page): Promise<void> {
  await withCart(page)
  await openPayment(page, shopUrl)
  await page.frameLocator('iframe[title="Secure card payment"]').getByLabel('Card number').waitFor()
}

/** Each order is of another buyer, because the shop limits the orders of one mailbox. */
let buyers = 0

async function order(page: Page): Promise<{ number: string; email: string }> {
  buyers += 1
  const email = `screens-${buyers}@whitfield.example`
  await withCart(page)
  await openPayment(page, shopUrl, { ...DANA, email })
  await choose(page, 'Cash on delivery')
  await pressPlaceOrder(page)
  return { number: await orderNumber(page), email }
}

/** Opens the order's page from the mail, because the shop limits look-ups by number and address. */
async function guestOrder(page: Page): Promise<void> {
  const { number, email } = await order(page)
  const invoice = linkIn(await mailAbout(sandboxUrl, email, number), '/invoice')
  await page.goto(invoice.replace(/\/invoice$/, ''))
}

async function mounting(page: Page): Promise<void> {
  await guestOrder(page)
  await page.getByRole('link', { name: 'Book mounting' }).click()
  await page.getByRole('heading', { name: 'Mounting at the store' }).waitFor()
}

/** Opens the form of a return from the mail about the delivery. */
async function returnForm(page: Page): Promise<void> {
  const { number, email } = await order(page)
  // `openCounter` opens another page in this context, which Playwright refuses for that of `browser.newPage()`.
  const staff = await page.context().browser()?.newContext()
  if (!staff) throw new Error('the page has no browser')
  const counter = await openCounter(await staff.newPage(), number)
  await counter({ action: 'order-ship', carrier: 'UPS', trackingNumber: '1Z999AA10123456784' })
  await counter({ action: 'order-deliver' })
  await staff.close()
  await page.goto(linkIn(await mailAbout(sandboxUrl, email, 'was delivered'), '/return'))
}

async function returnCase(page: Page): Promise<void> {
  await returnForm(page)
  await page.locator('.return-form select').first().selectOption('1')
  await page.getByLabel(/It has a defect/).check()
  await page
    .locator('#photos')
    .setInputFiles({ name: 'tire.png', mimeType: 'image/png', buffer: await page.screenshot() })
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.waitForURL(/\/return\/1/)
}

async function orderMail(page: Page): Promise<void> {
  const { number, email } = await order(page)
  const { html = '' } = await mailAbout(sandboxUrl, email, number)
  // The shop's policy would refuse the mail's HTML.
  await page.goto('about:blank')
  await page.setContent(html)
}

/** Opens a dialog of the list that tests of all dialogs use. */
const dialog = (name: string | RegExp) => async (page: Page) => {
  const kind = DIALOGS.find((one) => String(one.name) === String(name))
  const size = page.viewportSize()
  if (!kind || !size) throw new Error(`no dialog ${name}`)
  await page.setViewportSize(sizeOf(kind))
  const opener = await kind.opener(page, shopUrl)
  await page.waitForLoadState('networkidle')
  await untilIdle(page)
  if (kind.open) await kind.open(opener, page)
  else await opener.press('Enter')
  await page.getByRole('dialog', { name: kind.name }).waitFor()
  await page.setViewportSize(size)
}

async function saveVehicle(page: Page): Promise<void> {
  await page.goto(`${shopUrl}/t/car/lexus/is/2018`)
  await page
    .getByRole('button', { name: /^This is my car/ })
    .first()
    .click()
  await page.getByRole('button', { name: /^This is my car/, pressed: true }).waitFor()
}

const withVehicle = (path: string) => async (page: Page) => {
  await saveVehicle(page)
  await page.goto(shopUrl + path)
  await untilIdle(page)
}

const state = (group: ScreenState['group'], name: string, open: ScreenState['open']): ScreenState => ({
  group,
  name,
  open,
})

export const SCREEN_STATES: readonly ScreenState[] = [
  state('Home and help', 'home', at('/')),
  state('Home and help', 'home with a saved car', withVehicle('/')),
  state('Home and help', 'finder', dialogOnPhone()),
  state('Home and help', 'sizes', at('/sizes/')),
  state('Home and help', 'size help', dialog('Where do I find my size?')),
  state('Home and help', 'delivery ZIP', dialog('Where should we deliver?')),
  state('Home and help', 'contact', at('/contacts/')),
  state('Home and help', 'store', at('/2720-west-grand-60612/')),
  state('Home and help', 'chat', dialog('Ask us')),
  state('Home and help', 'questions', at('/i/questions')),
  state('Home and help', 'reviews', at('/reviews/')),
  state('Home and help', 'not found', at('/nope')),
  state('Home and help', 'without a connection', at('/offline')),
  state('Lists', 'all tires', at('/t')),
  state('Lists', 'size', (page) => findBySize(page, shopUrl)),
  state('Lists', 'size with a saved car', withVehicle('/t/s/225-45r17')),
  state('Lists', 'used tires', at('/t/c/used')),
  state('Lists', 'filters in force', at('/t?condition=used&tread_from=6')),
  state('Lists', 'empty list', at('/t?condition=retread&price_to=1')),
  state('Lists', 'car', at('/t/car/bmw/3-series/2018/335i-m-sport')),
  state('Lists', 'make', at('/t/car/bmw')),
  state('Lists', 'brand', at('/t/b/halden')),
  state('Lists', 'season', at('/t/z/winter')),
  state('Lists', 'search with hits', at('/search?q=halden+velo')),
  state('Lists', 'search without hits', at('/search?q=halden+zzzz')),
  state('Lists', 'comparison', comparison),
  state('Lists', 'stock alert', at('/stock-alerts?size=225-45r17&season=winter&max=80')),
  state('Products', 'new tire', firstAt('/t/c/new')),
  state('Products', 'new tire with ZIP', withZip),
  state('Products', 'used tire', firstAt('/t/c/used?sets=single')),
  state('Products', 'pair', firstAt('/t/c/used?sets=pairs')),
  state('Products', 'set of four', firstAt('/t/c/used?sets=setOfFour')),
  state('Products', 'tire driven once', firstAt('/t/c/driven-once')),
  state('Products', 'bundle', at('/p/B4-225-45R17/four-new-tires-with-mounting-kit-225-45r17')),
  state('Products', 'group', async (page) => page.goto(shopUrl + (await groupPage(shopUrl)))),
  state('Products', 'plan', at('/p/RH-1/road-hazard-plan-one-tire')),
  state('Products', 'tire that does not fit', dialog(/^This doesn’t fit your /)),
  state('Products', 'which car', dialog('What do you drive?')),
  state('Products', 'large pictures', dialog(/, large$/)),
  state('Products', 'review form', reviewForm),
  state('Cart', 'empty cart', at('/cart/')),
  state('Cart', 'added', added),
  state('Cart', 'mini cart', dialog('Cart')),
  state('Cart', 'cart', cart('/t/c/new')),
  state('Cart', 'cart with mounting', async (page) => {
    await cart('/t/c/new')(page)
    await page.getByRole('button', { name: 'Add mounting' }).click()
    await page.getByText(/^Mounting and balancing of/).waitFor()
  }),
  state('Cart', 'cart of several kinds', cart('/t/c/new', '/t/c/used?sets=pairs', '/t/c/used?sets=single')),
  state('Cart', 'remove a line', dialog(/^Remove .*\?$/)),
  state('Checkout', 'personal details', async (page) => {
    await withCart(page)
    await page.goto(`${shopUrl}/checkout/`)
  }),
  state('Checkout', 'shipping', shipping),
  state('Checkout', 'shipping with errors', async (page) => {
    await shipping(page)
    await page.getByRole('button', { name: 'Go to payment' }).click()
    await page.getByRole('alert').first().waitFor()
  }),
  state('Checkout', 'payment', payment),
  state('Checkout', 'coupon', dialog('Your coupon')),
  state('Checkout', 'thank you', order),
  state('Orders', 'order look-up', at('/sales/guest/form/')),
  state('Orders', 'order of a guest', guestOrder),
  state('Orders', 'order mail', orderMail),
  state('Orders', 'mounting', mounting),
  state('Orders', 'return', returnForm),
  state('Orders', 'case of a return', returnCase),
  state('Account', 'sign in', at('/login/')),
  state('Account', 'register', at('/register/')),
  state('Account', 'profile', signedIn(RILEY, '/customer/account/')),
  state('Account', 'orders', signedIn(RILEY, '/customer/account/orders/')),
  state('Account', 'no orders', signedIn(CASEY, '/customer/account/orders/')),
  state('Account', 'addresses', signedIn(RILEY, '/customer/account/address-book/')),
  state('Account', 'own reviews', signedIn(RILEY, '/customer/account/reviews/')),
  state('Account', 'wish list', wishList),
  state('Account', 'garage', signedIn(RILEY, '/customer/account/garage/')),
  state('Account', 'stock alerts', signedIn(RILEY, '/stock-alerts/mine')),
  state('Account', 'dealer', signedIn(CASEY, '/customer/account/dealer/')),
  state('Staff', 'staff sign-in', at('/staff/sign-in/')),
  state('Staff', 'staff home', forStaff('/staff/')),
  state('Staff', 'conversations', forStaff('/staff/chats/')),
  state('Staff', 'staff orders', forStaff('/staff/orders/')),
  state('Staff', 'picking', forStaff('/staff/pick/')),
  state('Staff', 'intake', forStaff('/staff/intake/')),
  state('Staff', 'units', forStaff('/staff/units/')),
  state('Staff', 'mounting appointments', forStaff('/staff/mounting')),
  state('Staff', 'pending reviews', forStaff('/staff/reviews/')),
  state('Staff', 'posted reviews', forStaff('/staff/reviews/?show=posted')),
  state('Staff', 'audit log', forStaff('/staff/audit/')),
  state('Staff', 'people', forStaff('/staff/people/')),
  state('Staff', 'health', forStaff('/staff/health/')),
]

/** The finder is a dialog on phones and a part of the home page on desktops. */
function dialogOnPhone(): ScreenState['open'] {
  return async (page) => {
    await page.goto(shopUrl)
    const opener = page.getByRole('link', { name: /Find by size$/ })
    await untilIdle(page)
    if (await opener.isVisible()) await opener.click()
    await page.getByLabel('Width').selectOption('225')
  }
}

async function comparison(page: Page): Promise<void> {
  await page.goto(`${shopUrl}/t/c/new`)
  await untilIdle(page)
  const boxes = page.locator('[data-compare]')
  for (const nth of [0, 1, 2]) await boxes.nth(nth).check()
  await page.goto(`${shopUrl}/compare/`)
}

async function reviewForm(page: Page): Promise<void> {
  await firstAt('/t/c/new')(page)
  await page.getByRole('link', { name: 'Write a review' }).click()
  await page.getByRole('button', { name: 'Send review' }).waitFor()
}

async function withZip(page: Page): Promise<void> {
  await firstAt('/t/c/new')(page)
  await untilIdle(page)
  const zip = page.locator('main').getByLabel(/ZIP/).first()
  await zip.fill(DANA.zip)
  await zip.press('Enter')
  await page.waitForLoadState('networkidle')
}

async function added(page: Page): Promise<void> {
  await firstAt('/t/c/new')(page)
  await untilIdle(page)
  await addToCart(page)
  await page.waitForLoadState('networkidle')
}

async function shipping(page: Page): Promise<void> {
  await withCart(page)
  await page.goto(`${shopUrl}/checkout/`)
  await fillPersonal(page)
  await page.getByLabel('Street address').waitFor()
}

async function wishList(page: Page): Promise<void> {
  await signIn(page, CASEY)
  await page.goto(`${shopUrl}/t/c/used`)
  await untilIdle(page)
  for (const nth of [0, 1, 2]) await page.locator('.card [data-wish]').nth(nth).click()
  await page.waitForLoadState('networkidle')
  await page.goto(`${shopUrl}/customer/account/wish-list/`)
}
