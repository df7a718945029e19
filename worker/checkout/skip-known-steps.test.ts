import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import type { CheckoutView } from '../../schema/checkout/checkout.api.ts'
import { ADDRESS_GONE } from '../../schema/checkout/saved-address.ts'
import { Browser, openShop } from '../account/testing/account.harness.ts'

const PASSWORD = 'four-new-tires-26'
const ADDRESS = {
  firstName: 'Dana',
  lastName: 'Whitfield',
  streetAddress: '1458 N Wood St',
  apartmentNumber: '',
  zipCode: '60612',
  city: 'Chicago',
  state: 'Illinois',
  phoneNumber: '(312) 555-0186',
}
const CASH = { step: 'payment', paymentMethod: 'cashondelivery', billingSameAsShipping: 'on' }

beforeAll(openShop)

/** A signed-in customer with a pair in the cart and these addresses, the first one as the default. */
async function customer(email: string, ...addresses: Record<string, string>[]) {
  const browser = new Browser()
  const post = (path: string, fields: Record<string, string>) =>
    browser.fetch(path, { method: 'POST', body: new URLSearchParams(fields) })
  const names = { firstName: 'Dana', lastName: 'Whitfield' }
  const account = { emailAddress: email, password: PASSWORD, rPassword: PASSWORD }
  await post('/account/form/', { action: 'register', ...names, ...account, acceptTermsAndConditions: 'on' })
  for (const [index, address] of addresses.entries()) {
    const first = index === 0 ? { defaultShipping: 'on', defaultBilling: 'on' } : {}
    await post('/customer/account/form/', { action: 'address', ...ADDRESS, ...address, ...first })
  }
  await post('/cart/form/', { action: 'add', sku: 'TL-2001-2' })
  const view = async () =>
    (await (await browser.fetch('/api/ext/checkout')).json<{ result: CheckoutView }>()).result
  return { browser, post, view }
}

test('[H13h] a customer with a default address begins at the payment, with tax and fees of the address', async () => {
  const { post, view } = await customer('one-screen@whitfield.example', {})
  const shown = await view()
  expect(shown).toMatchObject({
    step: 'payment',
    errors: {},
    personal: { emailAddress: 'one-screen@whitfield.example' },
    shipping: { streetAddress: '1458 N Wood St', zipCode: '60612' },
    cart: { zip: '60612', totals: { placeKnown: true } },
  })
  expect(shown.cart.totals.tax).toBeGreaterThan(0)
  const placed = await post('/checkout/form/', { ...CASH, shownTotal: String(shown.cart.totals.grandTotal) })
  expect(placed.headers.get('Location')).toBe('/checkout/onepage/success/')
})

test('[H13h] an edited step stays open on the next visit', async () => {
  const { post, view } = await customer('edits@whitfield.example', {})
  expect((await view()).step).toBe('payment')
  await post('/checkout/form/', { action: 'edit', step: 'shipping' })
  expect((await view()).step).toBe('shipping')
})

test('[H13h] [E4] an address to which the shop does not deliver, and an account without an address, begin at the first step', async () => {
  const none = await customer('no-address@whitfield.example')
  expect(await none.view()).toMatchObject({ step: 'personal', addresses: [] })
  const { view } = await customer('moved@whitfield.example', {})
  await env.DB.exec(
    'UPDATE customer_address SET region_id = 21 WHERE customer_id = (SELECT max(id) FROM customer)',
  )
  expect((await view()).step).toBe('personal')
})

test('[H13h] a chosen address of the book is used whatever the fields say, and only the customer’s own', async () => {
  const work = { streetAddress: '2720 W Grand Ave', phoneNumber: '3125550142' }
  const { post, view } = await customer('two@whitfield.example', {}, work)
  const { addresses } = await view()
  expect(addresses.map(({ streetAddress }) => streetAddress)).toEqual(['1458 N Wood St', '2720 W Grand Ave'])
  const typed = { ...ADDRESS, streetAddress: '1 Typed St', shippingMethod: 'freeshipping:freeshipping' }
  const choose = (id: number | string) =>
    post('/checkout/form/', { step: 'shipping', ...typed, savedAddress: String(id) })
  await choose(addresses[1]?.id ?? 0)
  expect((await view()).shipping).toMatchObject({
    streetAddress: '2720 W Grand Ave',
    phoneNumber: '3125550142',
  })
  const other = await customer('other@whitfield.example', { streetAddress: '9 Secret St' })
  const [foreign] = (await other.view()).addresses
  for (const unknown of [foreign?.id ?? 0, '-1', 'all']) {
    await choose(unknown)
    expect(await view()).toMatchObject({
      step: 'shipping',
      errors: { streetAddress: ADDRESS_GONE },
      shipping: { streetAddress: '1 Typed St' },
    })
  }
  await choose('new')
  expect((await view()).shipping.streetAddress).toBe('1 Typed St')
})
