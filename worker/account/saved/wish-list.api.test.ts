import { beforeAll, expect, test } from 'vitest'
import { WISH_LIST_MAX } from '../../../schema/account/saved/wish-list.ts'
import { Browser, openShop } from '../testing/account.harness.ts'

beforeAll(openShop)

const DEALER = { email: 'dealer@example.com', password: 'forty-four-rims-26' }

async function callWishList(browser: Browser, change?: unknown, headers: Record<string, string> = {}) {
  const init = change === undefined ? {} : { method: 'POST', body: JSON.stringify(change), headers }
  const reply = await (await browser.fetch('/api/ext/wish-list', init)).json<{
    code: number
    result: { items?: { sku: string; qty: number }[] }
  }>()
  return { code: reply.code, skus: reply.result?.items?.map(({ sku }) => sku), items: reply.result?.items }
}

test('[F6] [F4] a list is stored for the customer on all devices, newest first, each product once with qty 1', async () => {
  const browser = new Browser()
  await browser.signIn()
  expect(await callWishList(browser, { add: ['TL-1001'] })).toMatchObject({ code: 200, skus: ['TL-1001'] })
  expect((await callWishList(browser, { add: ['TL-1002', 'TL-1001', 'TL-1002'] })).skus).toEqual([
    'TL-1002',
    'TL-1001',
  ])
  const other = new Browser()
  await other.signIn()
  expect((await callWishList(other)).items).toEqual([
    { sku: 'TL-1002', qty: 1 },
    { sku: 'TL-1001', qty: 1 },
  ])
  const page = await (await other.fetch('/customer/account/wish-list/')).text()
  expect(page.match(/data-wish="TL-\d+"/g)).toEqual(['data-wish="TL-1002"', 'data-wish="TL-1001"'])
  expect((await callWishList(other, { remove: ['TL-1002'] })).skus).toEqual(['TL-1001'])
})

test('[F6] unknown products and lists longer than the maximum are not stored', async () => {
  const browser = new Browser()
  await browser.signIn(DEALER)
  expect((await callWishList(browser, { add: ['NOPE', "' OR 1=1"] })).skus).toEqual([])
  for (const wrong of [
    { add: 'TL-1001' },
    { add: [1] },
    { add: Array(WISH_LIST_MAX + 1).fill('TL-1001') },
    { add: [''] },
  ]) {
    expect((await callWishList(browser, wrong)).code).toBe(400)
  }
})

test('[F6] [A10] only its customer can read a list, and other sites cannot change it', async () => {
  expect((await callWishList(new Browser())).code).toBe(401)
  const [riley, dealer] = [new Browser(), new Browser()]
  await riley.signIn()
  await dealer.signIn(DEALER)
  await callWishList(riley, { add: ['TL-1001'], customerId: 2, customer_id: 2 })
  expect((await callWishList(dealer)).skus).toEqual([])
  expect((await callWishList(riley, { remove: ['TL-1001'] }, { 'Sec-Fetch-Site': 'cross-site' })).code).toBe(
    401,
  )
  expect((await callWishList(riley)).skus).toContain('TL-1001')
  for (const path of ['/customer/account/wish-list/', '/customer/account/recently-viewed/']) {
    const redirect = await new Browser().fetch(path)
    expect([redirect.status, redirect.headers.get('location')]).toEqual([
      303,
      `/login/?back=${encodeURIComponent(path)}`,
    ])
  }
})

test('[F6] saved products are shown in the requested order, each product once, and never cached', async () => {
  const response = await new Browser().fetch('/picks/?sku=TL-1002&sku=TL-1001&sku=TL-1002&sku=NOPE')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  const html = await response.text()
  expect(html.match(/data-wish="TL-\d+"/g)).toEqual(['data-wish="TL-1002"', 'data-wish="TL-1001"'])
  expect(await (await new Browser().fetch('/picks/')).text()).toContain('Your wish list is empty.')
})

test('[F6] without script forms add a product to the list and remove it; a guest is redirected to the sign-in and back', async () => {
  const endpoint = '/customer/account/wish-list/form/'
  const send = (who: Browser, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    who.fetch(endpoint, { method: 'POST', body: new URLSearchParams(fields), headers })
  const add = { action: 'add', sku: 'TL-1003', back: '/p/TL-1003/x' }
  const guest = new Browser()
  const redirect = await send(guest, add)
  expect([redirect.status, redirect.headers.get('Location')]).toEqual([
    303,
    '/login/?back=%2Fp%2FTL-1003%2Fx',
  ])
  expect(await (await guest.fetch('/login/?back=%2Fp%2FTL-1003%2Fx')).text()).toContain(
    'You need to be logged in',
  )
  expect((await send(guest, { ...add, back: 'https://evil.example/' })).headers.get('Location')).toBe(
    '/login/?back=%2Fcustomer%2Faccount%2Fwish-list%2F',
  )

  const dealer = new Browser()
  await dealer.signIn(DEALER)
  expect((await send(dealer, add, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
  expect((await callWishList(dealer)).skus).toEqual([])
  const added = await send(dealer, add)
  expect([added.status, added.headers.get('Location')]).toEqual([303, '/customer/account/wish-list/'])
  expect((await callWishList(dealer)).skus).toEqual(['TL-1003'])
  const page = await (await dealer.fetch('/customer/account/wish-list/')).text()
  expect(page).toMatch(/<noscript>.*name="action" value="remove".*name="sku" value="TL-1003"/s)
  for (const wrong of [{ action: 'drop', sku: 'TL-1003' }, { action: 'add', sku: '' }, {}]) {
    expect((await send(dealer, wrong as Record<string, string>)).status).toBe(303)
  }
  await send(dealer, { action: 'remove', sku: 'TL-1003' })
  expect((await callWishList(dealer)).skus).toEqual([])
})
