/** The read-only view of a customer's account: what it shows, to whom, and that nothing can be changed from it (H14k). */
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { readOnlyAccountHref } from '../../schema/staff/customers/read-only-account.ts'
import { Browser, openShop, SITE } from '../account/testing/account.harness.ts'
import {
  cardOrder,
  fillCart,
  newPlacementHarness,
  placeTestOrder,
} from '../checkout/placement/testing/order-placement.harness.ts'
import { readActiveOrder } from '../orders/order.sql.ts'
import { sampleRequest } from '../platform/testing/route-samples.ts'
import { allRoutes, copyBrowser, snapshotStores } from '../platform/testing/security.harness.ts'

let owner: Browser
/** An order of the customer, paid by card. */
let order: string

beforeAll(async () => {
  await openShop()
  owner = new Browser()
  await owner.signInAsStaff('owner')
  const [quoteId, harness] = ['e'.repeat(32), newPlacementHarness(Date.now())]
  await fillCart(quoteId, harness, { 'TL-2001-1': 1 })
  expect(await placeTestOrder(quoteId, harness, cardOrder())).toMatchObject({ ok: true })
  order = (await readActiveOrder(env.DB, quoteId))?.orderNumber ?? ''
  await env.DB.prepare('UPDATE sales_order SET customer_id = 1').run()
})

let keys = 0
function look(fields: Record<string, string>, who = owner): Promise<Response> {
  keys += 1
  const body = new URLSearchParams({
    action: 'view-account',
    customer: '1',
    key: `look-at-${keys}`,
    ...fields,
  })
  return who.fetch('/staff/customers/form/', { method: 'POST', body, redirect: 'manual' })
}
const open = (href = readOnlyAccountHref(1), who = owner) => who.fetch(href, { redirect: 'manual' })
const opened = async (page: Parameters<typeof readOnlyAccountHref>[1]) =>
  (await open(readOnlyAccountHref(1, page))).text()

test('[H14k] the view opens after a reason, which the audit log has, for this person, device and customer alone', async () => {
  const closed = await open()
  expect([closed.status, closed.headers.get('Location')]).toEqual([303, '/staff/customers/1'])
  expect(await (await owner.fetch('/staff/customers/1')).text()).toContain('This view has ended.')
  await look({ why: '  ' })
  expect(await (await owner.fetch('/staff/customers/1')).text()).toContain('Say why you look')
  expect((await open()).status).toBe(303)
  const asked = await look({ why: 'Can’t find an order' })
  expect(asked.headers.get('Location')).toBe(readOnlyAccountHref(1))
  const page = await open()
  expect([page.status, page.headers.getSetCookie()]).toEqual([200, []])
  expect(await page.text()).toContain('This is the account of Riley Marsh, as they see it.')
  expect((await open(readOnlyAccountHref(2))).status).toBe(303)
  for (const role of ['owner', 'manager'] as const) {
    const other = new Browser()
    await other.signInAsStaff(role)
    expect((await open(readOnlyAccountHref(1), other)).status).toBe(303)
  }
  const log = await (await owner.fetch('/staff/audit/')).text()
  expect(log).toContain('was looked at as they see it')
  expect(log).toContain('Can’t find an order')
})

test('[H14k] the view closes after thirty minutes', async () => {
  const reason = (minutes: number) =>
    env.DB.prepare(
      `INSERT INTO audit_log (at, staff_id, session, source, kind, record, record_id, version, "before", "after", why, key)
        SELECT ?, staff_id, session, source, kind, record, '2', 1, "before", "after", why, ? FROM audit_log WHERE kind = 'view-account' LIMIT 1`,
    )
      .bind(Date.now() - minutes * 60_000, `reason-${minutes}`)
      .run()
  await look({ why: 'A question' })
  await reason(31)
  expect((await open(readOnlyAccountHref(2))).status).toBe(303)
  await reason(29)
  expect((await open(readOnlyAccountHref(2))).status).toBe(200)
})

test('[H14k] the view has the pages of the account, and no script, form, signed link or payment method', async () => {
  await look({ why: 'A question' })
  expect(await opened('profile')).toContain('riley@example.com')
  expect(await opened('orders')).toContain(order)
  const page = await (await open(`${readOnlyAccountHref(1, 'order')}?orderId=${order}`)).text()
  expect(page).toContain(`Order ${order}`)
  expect(page).toContain('Not shown to staff')
  expect((await open(`${readOnlyAccountHref(1, 'order')}?orderId=TL-0000ZZ99`)).status).toBe(404)
  for (const name of ['profile', 'addresses', 'garage', 'orders', 'reviews', 'dealer'] as const) {
    const response = await open(readOnlyAccountHref(1, name))
    expect([name, response.status]).toEqual([name, 200])
    expect(response.headers.get('Content-Security-Policy')).toMatch(/default-src 'none'.*form-action 'none'/)
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
  }
  for (const html of [page, await opened('profile'), await opened('orders')]) {
    expect(html).not.toMatch(/<script|<form[^>]* (action|method)=|type="hidden"|pm_|[Vv]isa/)
    const links = [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href]) => href)
    expect(
      links.filter((href) => !/^(#main$|\/staff\/customers\/1(\/account\/|$))/.test(href ?? '')),
    ).toEqual([])
  }
  for (const name of ['stored-payment-methods', 'privacy-settings', 'form', '..%2Fform'])
    expect((await open(`/staff/customers/1/account/${name}`)).status).toBe(404)
})

describe('[H14k] from the view', () => {
  const browsers = async (): Promise<[name: string, browser: Browser][]> => {
    await look({ why: 'A question' })
    const riley = new Browser()
    await riley.signIn()
    await riley.fetch('/cart/form/', {
      method: 'POST',
      body: new URLSearchParams({ action: 'add', sku: 'TL-2001-1' }),
    })
    const both = copyBrowser(riley)
    for (const [name, value] of owner.cookies) both.cookies.set(name, value)
    return [
      ['staff', owner],
      ['the customer', riley],
      ['both', both],
      ['nobody', new Browser()],
    ]
  }

  test('every changing call of the shop, the account and the back office is refused, whatever the cookie', async () => {
    const routes = allRoutes()
    expect(routes.length).toBeGreaterThan(80)
    for (const [who, browser] of await browsers()) {
      const before = await snapshotStores(browser)
      for (const route of routes) {
        const { path = '/', init } = sampleRequest(route) ?? {}
        const [method = ''] = route.split(' ')
        const headers = {
          Origin: SITE,
          'Sec-Fetch-Site': 'same-origin',
          Referer: `${SITE}${readOnlyAccountHref(1)}`,
        }
        const response = await copyBrowser(browser).send(path, init?.() ?? { method }, headers)
        expect([who, route, response.status, response.headers.getSetCookie()]).toEqual([who, route, 405, []])
      }
      expect(await snapshotStores(browser)).toBe(before)
    }
  })

  test('a call that hides where it comes from acts for nobody: the view has no session of the customer', async () => {
    await look({ why: 'A question' })
    const ofAccount = allRoutes().filter((route) =>
      / \/(customer\/|api\/user\/|api\/ext\/(wish-list|garage|dealer))/.test(route),
    )
    const account = () =>
      env.DB.batch(
        ['customer', 'customer_address', 'wish_list_item', 'garage_car', 'dealer_document'].map((name) =>
          env.DB.prepare(`SELECT * FROM ${name} WHERE ${name === 'customer' ? 'id' : 'customer_id'} = 1`),
        ),
      ).then((all) => JSON.stringify(all.map(({ results }) => results)))
    const before = await account()
    expect(ofAccount.length).toBeGreaterThan(5)
    for (const route of ofAccount) {
      const { path = '/', init } = sampleRequest(route) ?? {}
      await copyBrowser(owner).send(path, init?.() ?? {}, { Origin: SITE, 'Sec-Fetch-Site': 'same-origin' })
    }
    expect(await account()).toBe(before)
  })
})
