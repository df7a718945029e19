/** Every page, form and call of the back office, for every role, strangers, an ended session and a PIN. */
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { ALL_CALLS } from '../../schema/compat/calls/all-calls.api.ts'
import {
  BUILT_IN_ROLES,
  type CustomRole,
  hasPermission,
  isPinRole,
  type SessionRole,
  STAFF_PERMISSIONS,
  type StaffPermission,
} from '../../schema/identity/staff/permissions.ts'
import { KEY_PERMISSIONS, type KeyPermission } from '../../schema/staff/api/api-key.ts'
import { STAFF_ORDER_PERMISSIONS } from '../../schema/staff/staff-order.api.ts'
import { Browser, openShop } from '../account/testing/account.harness.ts'
import { FORM_ACTIONS } from '../platform/testing/form-fields.harness.ts'
import { sampleRequest } from '../platform/testing/route-samples.ts'
import { allRoutes } from '../platform/testing/security.harness.ts'
import { makeApiKey } from './api/testing/api-key.harness.ts'

/** The permission of a route: `anybody` signed in, or `open` to strangers. */
type Access = StaffPermission | 'anybody' | 'open'

/** A new route needs a row here. */
const ROUTES: Readonly<Record<string, Access>> = {
  'GET /staff/': 'anybody',
  'GET /staff/chats/': 'chat',
  'GET /staff/chats/:id{[0-9]{1,15}}': 'chat',
  'GET /staff/reviews/': 'reviews',
  'GET /staff/counts/': 'counts',
  'GET /staff/orders/': 'orders.see',
  'GET /staff/orders/:order': 'orders.see',
  'GET /staff/orders/:order/items': 'orders.edit',
  'GET /staff/orders/:order/mails/:mail{[1-9][0-9]{0,14}}': 'orders.see',
  'GET /staff/mounting': 'mounting',
  'GET /staff/health/': 'health',
  'GET /staff/me/': 'anybody',
  'GET /staff/me/codes/': 'anybody',
  'GET /staff/people/': 'phones',
  'GET /staff/sign-in/': 'open',
  'GET /staff/join/': 'open',
  // Opened by the signed link of a mail.
  'GET /staff/daily-summary': 'open',
  'POST /staff/daily-summary': 'open',
  'POST /staff/sign-in/form/': 'open',
  'GET /api/ext/staff/reviews': 'reviews',
  'POST /api/ext/staff/reviews': 'reviews',
  'GET /api/ext/staff/intake/suggestion': 'intake',
  'GET /api/ext/staff/intake/alike': 'intake',
  'GET /api/ext/staff/intake/choices': 'intake',
  'POST /api/ext/staff/intake/numbers': 'intake',
  'PUT /api/ext/staff/intake/:key': 'intake',
  'PUT /api/ext/staff/intake/:key/photos/:slot': 'intake',
  'POST /api/ext/staff/intake/:key/publish': 'intake',
  'POST /api/ext/staff/intake/:key/scrap': 'intake',
  'GET /api/ext/staff/units': 'units.see',
  'GET /api/ext/staff/units/:sku': 'units.see',
  'PATCH /api/ext/staff/units/:sku': 'units.see',
  'GET /api/ext/staff/orders': 'orders.see',
  'GET /api/ext/staff/new-orders': 'orders.see',
  'GET /api/ext/staff/orders/:order': 'orders.see',
  'GET /staff/intake/': 'intake',
  'GET /staff/intake/form': 'intake',
  'POST /staff/intake/form': 'intake',
  'GET /staff/audit/': 'audit.own',
  'GET /staff/bins/': 'units.see',
  'GET /staff/bins/:bin': 'units.see',
  'GET /staff/bins/:bin/count': 'units.move',
  'GET /staff/move/': 'units.move',
  'GET /staff/scrap': 'units.see',
  'GET /staff/intake/lots/': 'cost.see',
  'POST /staff/intake/lots/': 'cost.see',
  'GET /staff/intake/queue/': 'inspect',
  'POST /staff/intake/queue/': 'inspect',
  'GET /staff/sell/': 'sell',
  'GET /staff/sell/:sale{[1-9][0-9]{0,14}}': 'sell',
  'GET /staff/sell/:sale{[1-9][0-9]{0,14}}/link': 'sell',
  'GET /staff/sell/:sale{[1-9][0-9]{0,14}}/receipt': 'sell',
  'POST /staff/sell/form/': 'sell',
  'GET /staff/sell/drawer': 'drawer',
  'POST /staff/sell/drawer': 'drawer',
  'GET /staff/pick/': 'orders.pick',
  'GET /staff/pick/:run{[1-9][0-9]{0,14}}': 'orders.pick',
  'GET /staff/pick/:run{[1-9][0-9]{0,14}}/list': 'orders.pick',
  'POST /staff/pick/form/': 'orders.pick',
  'POST /staff/orders/form/': 'orders.send',
  'GET /staff/pack/': 'orders.pick',
  'GET /staff/pack/:order': 'orders.pick',
  // To send asks for its own permission: worker/staff/packing/.
  'POST /staff/pack/form/': 'orders.pick',
  'GET /staff/carriers': 'orders.send',
  'GET /staff/carriers/parcels': 'orders.send',
  'GET /staff/carriers/:file{[1-9][0-9]{0,14}}': 'orders.send',
  'POST /staff/carriers/upload': 'orders.send',
  'POST /staff/carriers/form': 'orders.send',
  'GET /staff/slips/': 'orders.send',
  'GET /staff/address-labels/': 'orders.send',
  'GET /staff/recalls/': 'safety.see',
  'GET /staff/recalls/:campaign': 'safety.see',
  'POST /staff/recalls/form/': 'safety',
  'POST /staff/recalls/file/': 'safety',
  'GET /staff/registrations/': 'safety.see',
  'GET /staff/registrations/file': 'export',
  'GET /staff/registrations/:order': 'safety.see',
  'GET /staff/registrations/:order/form': 'orders.send',
  // The rule of the record asks for the permission of each act.
  'POST /staff/registrations/form/': 'orders.pick',
  'GET /staff/customers/': 'customers.see',
  'GET /staff/customers/:id{[1-9][0-9]{0,14}}': 'customers.see',
  'GET /staff/customers/:id{[1-9][0-9]{0,14}}/account/:page': 'customers.edit',
  'GET /staff/customers/merges': 'customers.edit',
  'POST /staff/customers/merges/form': 'customers.edit',
  'GET /staff/settings/': 'settings',
  'GET /staff/settings/closed-days': 'settings',
  'POST /staff/settings/closed-days': 'settings',
  'POST /staff/settings/form/': 'settings',
  'GET /staff/redirects/': 'texts',
  'POST /staff/redirects/form': 'texts',
  'GET /staff/taxes/': 'taxes.see',
  'GET /staff/taxes/:kind{rate|fee}/:row{[1-9][0-9]{0,8}}': 'taxes.see',
  'GET /staff/taxes/new': 'taxes',
  'POST /staff/taxes/form': 'taxes',
  'GET /staff/texts/': 'texts',
  'GET /staff/texts/new': 'texts',
  'GET /staff/texts/:kind{page|block}/:name': 'texts',
  'POST /staff/texts/form': 'texts',
  'GET /staff/people/roles': 'people',
  'GET /staff/people/roles/new': 'people',
  'GET /staff/people/roles/:id{own-[0-9a-f]{12}}': 'people',
  'POST /staff/people/roles/form': 'people',
  'GET /staff/settings/api/': 'keys',
  'GET /staff/settings/api/webhooks/:id{[0-9a-f]{12}}': 'keys',
  'POST /staff/settings/api/form': 'keys',
  'GET /staff/coupons/': 'coupons',
  'GET /staff/coupons/:code': 'coupons',
  'POST /staff/coupons/form/': 'coupons',
  'GET /staff/credit': 'customers.see',
  'POST /staff/credit/form': 'credit',
  'GET /staff/dealers/': 'dealers',
  'GET /staff/dealers/documents/:id{[1-9][0-9]{0,14}}': 'dealers',
  'POST /staff/dealers/form/': 'dealers',
  'GET /staff/units/': 'units.see',
  'GET /staff/units/:sku': 'units.see',
  'GET /staff/units/:sku/photos': 'intake',
  'GET /staff/units/edit/': 'bulk',
  'GET /staff/units/grid/': 'bulk',
  'POST /api/ext/staff/units/grid': 'bulk',
  'GET /staff/bulk/': 'bulk',
  'GET /staff/bulk/:job{[1-9][0-9]{0,14}}': 'bulk',
  'GET /staff/bulk/:job{[1-9][0-9]{0,14}}/progress': 'bulk',
  'POST /staff/bulk/form': 'bulk',
  'GET /staff/bulk/:job{[1-9][0-9]{0,14}}/refused': 'import',
  'GET /staff/plans/': 'plans',
  'GET /staff/plans/:plan{[1-9][0-9]{0,14}}': 'plans',
  'POST /staff/plans/form': 'plans',
  'GET /staff/import/': 'import',
  'POST /staff/import/': 'import',
  'GET /staff/export/': 'export',
  'GET /staff/labels/': 'intake',
  'GET /staff/reports/': 'reports',
  'GET /staff/reports/demand': 'reports',
  'GET /staff/reports/searches': 'reports',
  'GET /staff/reports/stock': 'reports',
  'GET /staff/reports/sales': 'reports',
  'GET /staff/reports/prices': 'reports',
  'GET /staff/reports/returns': 'reports',
  'GET /staff/reports/sold': 'reports',
  'GET /staff/reports/returned': 'reports',
  // Of other people only with its own permission: worker/staff/reports/.
  'GET /staff/reports/people': 'anybody',
  'GET /staff/sets/new': 'intake',
  'GET /staff/returns/:order/:case{[1-9][0-9]{0,3}}': 'returns',
  'POST /staff/returns/form': 'returns',
  'POST /staff/returns/photos': 'returns',
  // Saved views and changes of a unit ask for the permission of the record: worker/staff/units/.
  'POST /staff/bins/form': 'units.move',
  'POST /staff/labels/form': 'intake',
  'POST /staff/sets/form': 'intake',
  'POST /staff/units/photos': 'intake',
  'POST /staff/units/form': 'anybody',
  'POST /staff/units/views/form': 'anybody',
  // The rule of each change asks for its own permission: worker/staff/changes/.
  'POST /staff/audit/form/': 'anybody',
  'POST /api/ext/staff/changes': 'anybody',
  'POST /api/ext/staff/changes/undo': 'anybody',
  // Their own rules: worker/staff/sign-in/passkey.api.test.ts.
  'POST /api/ext/staff/passkeys/begin': 'open',
  'POST /api/ext/staff/passkeys/finish': 'open',
  'POST /api/ext/staff/sign-in/begin': 'open',
  'POST /api/ext/staff/sign-in/finish': 'open',
  'POST /api/ext/staff/verify': 'open',
  'POST /api/ext/staff/sign-out': 'open',
}
/** Forms with several acts, whose permissions are below. */
const FORMS = ['/staff/form/', '/staff/me/form/', '/staff/people/form/', '/staff/customers/form/']
const ACTIONS: Readonly<Record<string, Access>> = {
  say: 'chat',
  close: 'chat',
  'assign-chat': 'chat',
  'want-size': 'chat',
  'unwant-size': 'chat',
  ...STAFF_ORDER_PERMISSIONS,
  invite: 'people',
  'invite-again': 'people',
  role: 'people',
  end: 'people',
  'end-sessions': 'people',
  enroll: 'phones',
  'remove-phone': 'phones',
}
const CUSTOMER_ACTIONS: Readonly<Record<string, Access>> = {
  'end-sessions': 'customers.edit',
  export: 'customers.erase',
  'view-account': 'customers.edit',
  erase: 'customers.erase',
}
function actionAccess(form: string, action: string): Access {
  if (form === '/staff/me/form/') return 'anybody'
  return (form === '/staff/customers/form/' ? CUSTOMER_ACTIONS : ACTIONS)[action] ?? 'reviews'
}

interface Request {
  name: string
  access: Access
  path: string
  init: () => RequestInit
}

const routes = allRoutes(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).filter((route) =>
  / \/(api\/ext\/)?staff\//.test(route),
)
const withoutPattern = (route: string) =>
  (route.split(' ')[1] ?? '').replace(/:(\w+)(\{(?:[^{}]|\{[^{}]*\})*\})?/g, '1')

const requests: Request[] = [
  ...Object.entries(ROUTES).map(([name, access]) => ({
    name,
    access,
    path: sampleRequest(name)?.path ?? withoutPattern(name),
    init: () => {
      const [method = ''] = name.split(' ')
      return sampleRequest(name)?.init() ?? { method, ...(method === 'GET' ? {} : { body: '{}' }) }
    },
  })),
  ...FORMS.flatMap((path) =>
    (FORM_ACTIONS[path] ?? []).map((fields) => ({
      name: `POST ${path} ${fields.action}`,
      access: actionAccess(path, fields.action ?? ''),
      path,
      init: () => ({ method: 'POST', body: new URLSearchParams(fields) }),
    })),
  ),
]

/** A custom role: every second permission, and those that pages of the others need first. */
const CUSTOM_ROLE: CustomRole = {
  ...{ id: 'own-0123456789ab', name: 'Night shift', version: 1, bulk: 10, discount: 5 },
  permissions: STAFF_PERMISSIONS.filter(
    (one, index) => index % 2 === 0 || one === 'units.see' || one === 'customers.see',
  ),
  ...{ refund: { act: 1_000, day: 2_000 }, credit: { act: 1_000, day: 2_000 } },
}

beforeAll(async () => {
  await openShop()
  vi.spyOn(console, 'error').mockReturnValue()
})

async function statusFor(who: SessionRole | 'stranger' | 'ended', { path, init }: Request): Promise<number> {
  const browser = new Browser()
  if (who === 'ended') await browser.signInAsStaff('owner', { now: Date.now() - 12 * 3_600_000 })
  else if (who !== 'stranger') await browser.signInAsStaff(who)
  return (await browser.fetch(path, init())).status
}

/** What a person may do to their own account on a shared phone. */
const PIN_MAY =
  /\/(bins|labels|units)\/(views\/)?form|\/audit\/form|\/changes|\/me\/(codes\/)?$|\/staff\/$|form\/ (sign-out|display)$/

function mayUse(role: SessionRole, { name, access }: Request): boolean {
  if (access === 'open') return true
  if (access === 'anybody') return !isPinRole(role) || PIN_MAY.test(name)
  return hasPermission(role, access)
}

describe('[H14a] each page, form and call of the back office', () => {
  test('has a row in this table', () => {
    const known = [...Object.keys(ROUTES), ...FORMS.map((path) => `POST ${path}`)]
    expect(routes.sort()).toEqual(known.sort())
  })

  test.each([
    ['is unknown to a stranger', 'stranger', [404]],
    // A form with files is not read; its sender signs in first.
    ['asks who was signed out to sign in again', 'ended', [303, 401]],
  ] as const)('%s', async (_, who, statuses) => {
    const guarded = requests.filter(({ access }) => access !== 'open')
    const answers = await Promise.all(
      guarded.map(async (request) => [request.name, await statusFor(who, request)] as const),
    )
    const wrong = answers.filter(([name, status]) => {
      if (name.includes(' /api/')) return status !== 401
      return name.startsWith('GET') ? status !== statuses[0] : !statuses.some((known) => known === status)
    })
    expect(wrong).toEqual([])
  })

  test.each<readonly [string, SessionRole]>([
    ...([...BUILT_IN_ROLES, 'pin', 'pin-counter'] as const).map((role) => [role, role] as const),
    ['a custom role', CUSTOM_ROLE],
  ])('asks %s for its permission', async (_, role) => {
    const wrong: string[] = []
    for (const request of requests) {
      const status = await statusFor(role, request)
      const isRefused =
        status === 403 || (isPinRole(role) && request.name.includes('/me/form/') && status === 404)
      if (request.access !== 'open' && isRefused === mayUse(role, request))
        wrong.push(`${request.name}: ${status}, ${mayUse(role, request) ? 'allowed' : 'refused'}`)
      if (status === 401 && request.access !== 'open') wrong.push(`${request.name}: 401`)
    }
    expect(wrong).toEqual([])
  })

  describe('[H14y] with an API key', () => {
    const calls = ALL_CALLS.filter(({ who }) => who === 'staff').map(({ method, path, permission }) => ({
      ...(requests.find(({ name }) => name === `${method} ${path}`) as Request),
      permission,
    }))
    const statusWith = async (key: string, { path, init }: Request) => {
      const headers = { Authorization: `Bearer ${key}` }
      return (await new Browser().send(path, init(), headers)).status
    }

    test('takes it in each call of staff, with its own permission alone', async () => {
      expect(calls.length).toBeGreaterThan(10)
      const wrong: string[] = []
      for (const permission of [...new Set(calls.map((call) => call.permission))] as KeyPermission[]) {
        const { key } = await makeApiKey(env.DB, { permissions: [permission] })
        for (const call of calls) {
          const status = await statusWith(key, call)
          const isAllowed = status !== 401 && status !== 403
          if (isAllowed !== (call.permission === permission))
            wrong.push(`${call.name} with ${permission}: ${status}`)
        }
      }
      expect(wrong).toEqual([])
    })

    test('is refused for a key that is unknown, has ended, or whose maker may not do it', async () => {
      const [all, ended, ofYard] = [
        { permissions: KEY_PERMISSIONS },
        { permissions: KEY_PERMISSIONS, endedAt: 1 },
        { permissions: KEY_PERMISSIONS, role: 'yard' as const },
      ]
      const { key } = await makeApiKey(env.DB, all)
      const endedKey = await makeApiKey(env.DB, ended)
      const yardKey = await makeApiKey(env.DB, ofYard)
      for (const call of calls) {
        expect([call.name, await statusWith(`${key}x`, call)]).toEqual([call.name, 401])
        expect([call.name, await statusWith(endedKey.key, call)]).toEqual([call.name, 401])
        const isRefused = (await statusWith(yardKey.key, call)) === 403
        expect([call.name, isRefused]).toEqual([call.name, !hasPermission('yard', call.permission ?? 'keys')])
      }
    })

    test('opens no page and no form', async () => {
      const { key } = await makeApiKey(env.DB, { permissions: KEY_PERMISSIONS })
      const others = requests.filter(({ name, access }) => access !== 'open' && !name.includes(' /api/'))
      const answers = await Promise.all(
        others.map(async (request) => [request.name, await statusWith(key, request)]),
      )
      // A form without the origin of a page of the shop is refused before it is read.
      expect(answers.filter(([, status]) => status !== 404 && status !== 403)).toEqual([])
    })
  })

  test('is in no cache', async () => {
    for (const request of requests.filter(({ name }) => name.startsWith('GET'))) {
      const browser = new Browser()
      await browser.signInAsStaff()
      const response = await browser.fetch(request.path, request.init())
      expect([request.name, response.headers.get('Cache-Control')]).toEqual([
        request.name,
        expect.stringContaining('no-store'),
      ])
    }
  })
})

test('[H14a] a role that changes, and access that ends, count at the next request', async () => {
  const browser = new Browser()
  const id = await browser.signInAsStaff('counter')
  const status = async (path: string) => (await browser.fetch(path)).status
  expect(await status('/staff/chats/')).toBe(200)
  await env.DB.prepare("UPDATE staff SET role = 'yard' WHERE id = ?").bind(id).run()
  expect([await status('/staff/chats/'), await status('/staff/orders/')]).toEqual([403, 200])
  await env.DB.prepare('UPDATE staff SET ended_at = 1 WHERE id = ?').bind(id).run()
  expect(await status('/staff/orders/')).toBe(303)
})
