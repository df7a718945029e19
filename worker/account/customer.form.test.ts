import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ACCOUNT_PAGES } from '../../schema/paths.ts'
import { parseFlashFormState } from '../../schema/platform/forms/flash-form-state.api.ts'
import { Browser, openShop, RILEY } from './testing/account.harness.ts'

const DEALER = { email: 'dealer@example.com', password: 'forty-four-rims-26' }
const ACCEPT_JSON = { Accept: 'application/json' }
const FORM = '/customer/account/form/'

beforeAll(openShop)

let riley: Browser
let dealer: Browser
beforeEach(async () => {
  riley = new Browser()
  dealer = new Browser()
  await Promise.all([riley.signIn(RILEY), dealer.signIn(DEALER)])
})

const post = (who: Browser, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  who.fetch(FORM, { method: 'POST', body: new URLSearchParams(fields), headers })
async function send(who: Browser, fields: Record<string, string>) {
  const response = await post(who, fields, ACCEPT_JSON)
  return response.json<{ code: number; result: { to?: string; message?: string; errors?: object } }>()
}
async function view<T>(who: Browser, name: string): Promise<T> {
  return (await (await who.fetch(`/api/ext/account/${name}`)).json<{ result: T }>()).result
}
const noticeOf = (who: Browser) =>
  parseFlashFormState(decodeURIComponent(who.cookies.get('__Host-form-notice') ?? ''))

interface Book {
  addresses: { id: number; street: string; defaultShipping: boolean; defaultBilling: boolean }[]
}
const HOME = {
  action: 'address',
  firstName: 'Riley',
  lastName: 'Marsh',
  streetAddress: '1 Main Street',
  zipCode: '60612',
  city: 'Chicago',
  state: 'Illinois',
  phoneNumber: '(312) 555-0118',
}
async function newAddress(who: Browser, fields: Record<string, string> = {}): Promise<number> {
  expect((await send(who, { ...HOME, ...fields })).code).toBe(200)
  const { addresses } = await view<Book>(who, 'address-book')
  return addresses.at(-1)?.id ?? 0
}

describe('[A10] pages of an account', () => {
  test.each(ACCOUNT_PAGES)('%s sends a guest to sign in and back', async (path) => {
    const response = await new Browser().fetch(`${path}?page=2`)
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toBe(`/login/?back=${encodeURIComponent(`${path}?page=2`)}`)
    expect(await response.text()).toBe('')
  })

  test('their data requires the customer too', async () => {
    for (const path of [
      'profile',
      'address-book',
      'orders',
      'order',
      'dealer',
      'my-data',
      'privacy-settings',
    ]) {
      const response = await new Browser().fetch(`/api/ext/account/${path}`)
      expect([path, response.status]).toEqual([path, 401])
    }
    expect((await riley.fetch('/api/ext/account/__proto__')).status).toBe(404)
  })

  test('a form of a guest is redirected to the sign-in, which leads back', async () => {
    const guest = new Browser()
    const response = await post(guest, { action: 'profile' })
    expect(response.headers.get('Location')).toBe('/login/?back=%2Fcustomer%2Faccount%2F')
    expect((await post(guest, { action: 'profile' }, ACCEPT_JSON)).status).toBe(401)
  })

  test('a form of another site changes nothing', async () => {
    const fields = { action: 'profile', firstName: 'Eve', lastName: 'Eve', emailAddress: 'eve@example.com' }
    expect((await post(riley, fields, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
    expect(await view(riley, 'profile')).toMatchObject({ firstname: 'Riley' })
  })
})

describe('[F5] the profile', () => {
  const PROFILE = {
    action: 'profile',
    firstName: 'Rilla',
    lastName: 'Marsh',
    emailAddress: RILEY.email,
    phoneNumber: '+1 312 555 0199',
  }

  test('accepts name, e-mail address and phone only', async () => {
    const before = await view<object>(riley, 'profile')
    const more = { group_id: '2', is_admin: '1', ein: '99', companyName: 'X', __proto__: 'x', id: '2' }
    const { code, result } = await send(riley, { ...PROFILE, ...more })
    expect([code, result.message]).toEqual([200, 'Account data has successfully been updated'])
    expect(await view(riley, 'profile')).toEqual({ ...before, firstname: 'Rilla', telephone: '3125550199' })
    expect(riley.cookies.get('signed-in')).toBe('Rilla')
    const row = await env.DB.prepare('SELECT group_id, ein FROM customer WHERE id = 1').first()
    expect(row).toEqual({ group_id: 1, ein: null })
    await send(riley, { ...PROFILE, firstName: 'Riley' })
  })

  test('reports the errors of the fields, and a plain form shows them on its page', async () => {
    expect(await send(riley, { ...PROFILE, firstName: '', phoneNumber: '1' })).toMatchObject({
      code: 400,
      result: {
        errors: {
          firstName: 'Field is required',
          phoneNumber: 'Please provide valid phone number.',
        },
      },
    })
    const response = await post(riley, { ...PROFILE, emailAddress: DEALER.email })
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/customer/account/'])
    expect(noticeOf(riley)).toMatchObject({
      ok: false,
      errors: {
        emailAddress: 'A customer with the same email address already exists in an associated website.',
      },
      fields: { firstName: 'Rilla' },
    })
  })
})

describe('[F4] the address book', () => {
  test('accepts an address whose ZIP code is in its state', async () => {
    expect(await send(riley, { ...HOME, state: 'Texas' })).toMatchObject({
      code: 400,
      result: { errors: { zipCode: 'Invalid combination of zip code and state.' } },
    })
    expect(await send(riley, { ...HOME, streetAddress: '', zipCode: '6062' })).toMatchObject({
      code: 400,
      result: { errors: { streetAddress: 'Field is required', zipCode: 'Please provide valid zip code.' } },
    })
    const id = await newAddress(riley)
    const { addresses } = await view<Book>(riley, 'address-book')
    expect(addresses.find((address) => address.id === id)).toMatchObject({
      street: '1 Main Street',
      telephone: '3125550118',
    })
  })

  test('has one default of each kind', async () => {
    const first = await newAddress(riley, { defaultShipping: '1', defaultBilling: '1' })
    const second = await newAddress(riley, { defaultShipping: '1' })
    const defaults = async () => {
      const { addresses } = await view<Book>(riley, 'address-book')
      const only = (flag: 'defaultShipping' | 'defaultBilling') =>
        addresses.filter((address) => address[flag]).map(({ id }) => id)
      return [only('defaultShipping'), only('defaultBilling')]
    }
    expect(await defaults()).toEqual([[second], [first]])
    await send(riley, { action: 'address-default', id: String(second), kind: 'billing' })
    expect(await defaults()).toEqual([[second], [second]])
    expect((await send(riley, { action: 'address-remove', id: String(second) })).code).toBe(200)
    expect(await defaults()).toEqual([[], []])
  })

  test('[API1] of another customer cannot be read, changed or removed', async () => {
    const id = String(await newAddress(riley, { streetAddress: '7 Secret Road' }))
    for (const fields of [
      { ...HOME, id, streetAddress: '66 Evil Road' },
      { action: 'address-default', id, kind: 'shipping' },
      { action: 'address-remove', id },
      { action: 'address-remove', id: `${id} OR 1=1` },
      { action: 'address-remove', id: '' },
    ]) {
      const { code, result } = await send(dealer, fields)
      expect([code, result.message]).toEqual([403, 'Provided invalid address.id or address.customer_id'])
    }
    expect(JSON.stringify(await view(dealer, 'address-book'))).not.toContain('Secret Road')
    const { addresses } = await view<Book>(riley, 'address-book')
    expect(addresses.some(({ street }) => street === '7 Secret Road')).toBe(true)
  })

  test('is a page that only its customer sees and no cache stores', async () => {
    await newAddress(riley, { streetAddress: '9 Page Street' })
    const page = await riley.fetch('/customer/account/address-book/')
    expect(page.headers.get('Cache-Control')).toBe('private, no-store')
    const html = await page.text()
    expect(html).toContain('9 Page Street')
    const menu = html.slice(html.indexOf('account-menu'), html.indexOf('account-page'))
    expect([...menu.matchAll(/<a[^>]*>([^<]+)</g)].map(([, word]) => word)).toEqual([
      'Profile',
      'Address Book',
      'Garage',
      'Orders',
      'Reviews',
    ])
  })
})

describe('[F2] a form of the customer who was signed in before', () => {
  test.each([
    ['profile', { firstName: 'Mallory', lastName: 'Marsh', emailAddress: 'm@example.com', phoneNumber: '' }],
    ['address', { ...HOME, streetAddress: '9 Secret Road' }],
    [
      'dealer',
      { companyName: 'Other', companyEmail: 'o@example.com', ein: '12-3456789', certificateNotRequired: '1' },
    ],
  ])('saves nothing of %s for another customer', async (action, fields) => {
    const names = { profile: 'profile', address: 'address-book', dealer: 'dealer' } as const
    const name = names[action as keyof typeof names]
    const { owner } = await view<{ owner: number }>(riley, name)
    const before = await view(dealer, name)
    const refused = await send(dealer, { ...fields, action, owner: String(owner) })
    expect(refused).toMatchObject({
      code: 409,
      result: { message: 'Someone else is signed in now. We didn’t save what you typed before.' },
    })
    expect(await view(dealer, name)).toEqual(before)
    // Without script the typed fields are not shown to the other customer either.
    await post(dealer, { ...fields, action, owner: String(owner) })
    expect(noticeOf(dealer)).toMatchObject({ ok: false, fields: {} })
  })

  test('is saved by its own customer; a request without a session deletes the name cookie', async () => {
    const { owner } = await view<{ owner: number }>(riley, 'address-book')
    const id = await newAddress(riley, { owner: String(owner), streetAddress: '12 Own Street' })
    expect(id).toBeGreaterThan(0)
    await env.DB.prepare('DELETE FROM customer_session').run()
    expect(riley.cookies.has('signed-in')).toBe(true)
    expect((await riley.fetch('/api/ext/account/profile')).status).toBe(401)
    expect(riley.cookies.has('signed-in')).toBe(false)
    expect((await post(dealer, HOME, ACCEPT_JSON)).status).toBe(401)
    expect(dealer.cookies.has('signed-in')).toBe(false)
  })
})
