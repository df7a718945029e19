import { createExecutionContext, reset, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../schema/platform/duration.ts'
import { Browser, openShop, SITE } from '../../account/testing/account.harness.ts'
import type { Env, ShopMessage } from '../../env.ts'
import worker from '../../index.ts'
import { FAULTS, faultyD1, underFault } from '../../platform/testing/fault-injection.ts'
import { handleQueue } from '../../queue.ts'
import { applyChange } from '../changes/apply-change.ts'
import { actor } from '../changes/testing/yard.harness.ts'
import { expectWebhooks, forgetOldMessages, mayNotify, queueWebhooks, sendWebhook } from './send-webhooks.ts'
import { placeTestOrder } from './testing/api-order.harness.ts'
import { ADDRESS, Receiver, readSecret } from './testing/webhook.harness.ts'

const FORM = '/staff/settings/api/form'
const PAGE = '/staff/settings/api/'
let owner: Browser
let receiver: Receiver
beforeEach(async () => {
  await reset()
  await openShop()
  expectWebhooks()
  vi.spyOn(console, 'error').mockReturnValue()
  owner = new Browser()
  await owner.signInAsStaff('owner')
  receiver = new Receiver()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

let keys = 0
async function act(fields: [string, string][], who = owner): Promise<Response> {
  keys += 1
  const body = new URLSearchParams([...fields, ['key', `webhook-form-${keys}`]])
  return who.fetch(FORM, { method: 'POST', body, redirect: 'manual' })
}
const add = (kinds: readonly string[] = ['unit', 'order', 'return'], address = ADDRESS, who = owner) =>
  act(
    [
      ['action', 'add-webhook'],
      ['address', address],
      ...kinds.map((kind): [string, string] => ['kind', kind]),
    ],
    who,
  )
const idOf = async () => (await env.DB.prepare('SELECT id FROM webhook').first<string>('id')) ?? ''
const on = async (action: string, more: [string, string][] = []) =>
  act([['action', action], ['id', await idOf()], ...more])
const page = async (path = PAGE) => (await owner.fetch(path)).text()

/** Runs the queue until nothing is due at `now`; the queue of `env` delivers at once. */
async function deliver(now = Date.now(), db = env.DB): Promise<void> {
  const waiting: string[] = []
  const OUTBOX = {
    sendBatch: async (messages: { body: { webhook: string } }[]) => {
      waiting.push(...messages.map(({ body }) => body.webhook))
    },
  }
  const bindings = { ...env, DB: db, OUTBOX } as unknown as Env
  await queueWebhooks(bindings, now)
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift())
    await sendWebhook(bindings, id, () => now)
}
function changePrice(price: number, db = env.DB, id = 'TL-1001') {
  keys += 1
  const request = {
    record: 'unit',
    id,
    patch: { price },
    version: null,
    key: `price-${keys}`,
    why: 'Test',
  } as const
  return applyChange(db, actor(1, 'owner'), request, Date.now())
}
const messages = async () => (await env.DB.prepare('SELECT * FROM webhook_message ORDER BY id').all()).results

/** The ten lines of docs/api.md. */
async function verify(secret: string, headers: Record<string, string>, body: string): Promise<boolean> {
  const id = headers['webhook-id']
  const time = headers['webhook-timestamp']
  if (Math.abs(Date.now() / 1000 - Number(time)) > 300) return false
  const bytes = Uint8Array.from(atob(secret.replace('whsec_', '')), (c) => c.charCodeAt(0))
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ])
  const signed = new TextEncoder().encode(`${id}.${time}.${body}`)
  const signatures = (headers['webhook-signature'] ?? '').split(' ').filter((text) => text.startsWith('v1,'))
  const checks = signatures.map((text) => Uint8Array.from(atob(text.slice(3)), (c) => c.charCodeAt(0)))
  return (await Promise.all(checks.map((mac) => crypto.subtle.verify('HMAC', key, mac, signed)))).includes(
    true,
  )
}

test('[H14y] a webhook gets signed messages of its kinds, with the state of the moment', async () => {
  const shown = await (await add(['unit', 'order'])).text()
  const secret = /whsec_[\w+/=]+/.exec(shown)?.[0] ?? ''
  expect(secret).toBe(await readSecret())
  expect(await page()).not.toContain('whsec_')
  await changePrice(6500)
  await changePrice(6600)
  await deliver()
  expect(receiver.types).toEqual(['unit.changed TL-1001', 'unit.changed TL-1001'])
  const [first] = receiver.received
  expect(first).toMatchObject({
    ...{ url: ADDRESS, redirect: 'manual' },
    data: { sku: 'TL-1001', version: 3, state: 'live', price: 6600, available: 1 },
  })
  const headers = (id = first?.id ?? '') => ({
    'webhook-id': id,
    'webhook-timestamp': String(first?.time),
    'webhook-signature': first?.signature ?? '',
  })
  expect(await verify(secret, headers(), first?.body ?? '')).toBe(true)
  expect(await verify(secret, headers(), `${first?.body} `)).toBe(false)
  expect(await verify(secret, headers('msg_99'), first?.body ?? '')).toBe(false)
  await deliver()
  expect(receiver.received).toHaveLength(2)
})

test('[H14y] a sold tire is sent at once, leaves the Merchant feed, and comes back when its order is canceled', async () => {
  await add()
  const feed = async () => {
    // As after the five minutes for which a feed is cached.
    await caches.default.delete(new Request(`${SITE}/feeds/merchant-1.xml`))
    return (await new Browser().fetch('/feeds/merchant-1.xml')).text()
  }
  expect(await feed()).toContain('<g:id>TL-1001</g:id>')
  const orderNumber = await placeTestOrder()
  await deliver()
  expect(receiver.types).toContain('unit.unavailable TL-1001')
  expect(receiver.types).toContain(`order.created ${orderNumber}`)
  expect(receiver.received.find(({ type }) => type === 'unit.unavailable')?.data).toMatchObject({
    available: 0,
  })
  expect(JSON.stringify(receiver.received)).not.toMatch(/ada@example|Miller/)
  expect(await feed()).not.toContain('<g:id>TL-1001</g:id>')
  const cancel = JSON.stringify({ orderId: orderNumber, customerEmail: 'ada@example.com' })
  await new Browser().fetch('/api/ext/order/cancel', { method: 'POST', body: cancel })
  await deliver()
  expect(receiver.types).toContain('unit.available TL-1001')
  expect(receiver.received.findLast(({ type }) => type === 'order.changed')?.data).toMatchObject({
    status: 'canceled',
  })
  await env.DB.prepare(
    `INSERT INTO return_case (order_id, number, once, state, reason, lines, mounted, outcome, way, note, amount, state_at, created_at)
     SELECT id, 1, 'x', 'requested', 'fit', '[]', 0, 'refund', 'label', '', 0, 1, 1 FROM sales_order`,
  ).run()
  await env.DB.exec("UPDATE return_case SET state = 'received'")
  await deliver()
  expect(receiver.received.slice(-2)).toMatchObject([
    { type: 'return.created', data: { orderNumber, number: 1, state: 'received' } },
    { type: 'return.changed' },
  ])
})

test.each([
  ['POST', '/staff/units/form/', true],
  ['POST', '/api/order', true],
  ['GET', '/checkout/onepage/success/', true],
  ['GET', '/p/TL-1001', false],
  ['POST', '/cart/form/', false],
  ['POST', '/api/ext/events', false],
])('[H14y] %s %s looks for webhooks: %s', (method, path, expected) => {
  expect(mayNotify(new Request(`${SITE}${path}`, { method }))).toBe(expected)
})

test('[H14y] a change is queued with its response, and the queue sends it', async () => {
  await add(['unit'])
  const sent: ShopMessage[] = []
  const OUTBOX = {
    sendBatch: async (batch: { body: ShopMessage }[]) => sent.push(...batch.map(({ body }) => body)),
  }
  const context = createExecutionContext()
  const body = JSON.stringify({
    record: 'unit',
    id: 'TL-1001',
    patch: { price: 6500 },
    version: null,
    key: 'by-a-call',
  })
  const headers = {
    ...{
      Cookie: [...owner.cookies].map((pair) => pair.join('=')).join('; '),
      'Sec-Fetch-Site': 'same-origin',
    },
    'CF-Connecting-IP': '10.9.9.9',
  }
  const init = { method: 'POST', body, headers }
  const request = new Request<unknown, IncomingRequestCfProperties>(`${SITE}/api/ext/staff/changes`, init)
  const response = await worker.fetch(request, { ...env, OUTBOX } as unknown as Env, context)
  expect(response.status).toBe(200)
  await waitOnExecutionContext(context)
  expect(sent).toEqual([{ webhook: await idOf() }])
  const acked: string[] = []
  const message = {
    body: sent[0],
    timestamp: new Date(),
    ack: () => acked.push('ack'),
    retry: () => acked.push('retry'),
  }
  const batch = { queue: 'outbox', messages: [message] } as unknown as MessageBatch<ShopMessage>
  await handleQueue(batch, { ...env, OUTBOX } as unknown as Env)
  expect([acked, receiver.types]).toEqual([['ack'], ['unit.changed TL-1001']])
  // Another run at work: this message comes again.
  await env.DB.prepare('UPDATE webhook SET leased_until = ?')
    .bind(Date.now() + 30_000)
    .run()
  await handleQueue(batch, { ...env, OUTBOX } as unknown as Env)
  expect(acked).toEqual(['ack', 'retry'])
})

test('[H14y] while a run sends, changes queue nothing; the run sends them, and queues what is left at its end', async () => {
  await add(['unit'])
  for (let change = 0; change < 100; change += 1) await changePrice(change % 2 ? 6500 : 6600)
  const queued: string[] = []
  const OUTBOX = {
    sendBatch: async (batch: { body: { webhook: string } }[]) => {
      queued.push(...batch.map(({ body }) => body.webhook))
    },
  }
  const bindings = { ...env, OUTBOX } as unknown as Env
  const during: number[] = []
  receiver.answer = async () => {
    if (during.length < 2) await changePrice(7000 + 100 * during.length)
    await queueWebhooks(bindings, Date.now())
    during.push(queued.length)
    return new Response(null, { status: 204 })
  }
  await sendWebhook(bindings, await idOf(), Date.now)
  expect([during.length, Math.max(...during), queued]).toEqual([100, 0, [await idOf()]])
  await sendWebhook(bindings, await idOf(), Date.now)
  expect(queued).toHaveLength(1)
  expect((await messages()).filter(({ done_at }) => done_at === null)).toEqual([])
  expect(receiver.received).toHaveLength(102)
})

test('[H14y] a failed message is sent again after growing waits, others go on, and redirects are failures', async () => {
  await add(['unit'])
  await changePrice(6500)
  await changePrice(21_000, env.DB, 'TL-1003')
  let now = Date.now()
  receiver.answer = 302
  await deliver(now)
  // Both were tried: a host that answers may take the next message.
  expect(receiver.received).toHaveLength(2)
  expect(receiver.received.every(({ url }) => url === ADDRESS)).toBe(true)
  const waits: number[] = []
  for (let attempt = 0; attempt < 4; attempt++) {
    const dueAt = Number((await messages())[0]?.due_at)
    waits.push(dueAt - now)
    await deliver(dueAt - 1)
    now = dueAt
    await deliver(now)
  }
  expect(waits).toEqual([30_000, 120_000, 600_000, 1_800_000])
  expect(receiver.received).toHaveLength(10)
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(2)
  receiver.answer = 204
  await deliver(now + DAY_MS)
  expect((await messages()).every(({ done_at }) => done_at !== null)).toBe(true)
  expect(await page(`${PAGE}webhooks/${await idOf()}`)).toContain('after 6 attempts')
})

test('[H14y] an address that fails for a day is stopped, is a to-do of the owner, and starts again with what waited', async () => {
  await add(['unit'])
  receiver.answer = null
  await changePrice(6500)
  await changePrice(6600)
  let now = Date.now()
  await deliver(now)
  // No connection: the second message is not tried before the pause is over.
  expect(receiver.received).toHaveLength(1)
  for (let hours = 0; hours < 200 && !(await page('/staff/')).includes('Stopped webhooks'); hours++) {
    now += HOUR_MS
    await changePrice(6500 + 100 * (hours % 2))
    await deliver(now)
  }
  expect(await page('/staff/')).toContain('Stopped webhooks')
  expect(await page()).toContain('We stopped.')
  const tried = receiver.received.length
  expect(tried).toBeGreaterThanOrEqual(20)
  await changePrice(6800)
  await deliver(now + DAY_MS)
  expect(receiver.received).toHaveLength(tried)
  receiver.answer = 200
  await on('start-webhook')
  await deliver(now + DAY_MS)
  const open = (await messages()).filter(({ done_at, attempts }) => done_at === null && Number(attempts) < 12)
  expect(open).toEqual([])
  expect(await page('/staff/')).not.toContain('Stopped webhooks')
  receiver.answer = 410
  await changePrice(6900)
  await deliver(now + 2 * DAY_MS)
  expect(await page()).toContain('We stopped.')
})

test('[H14y] one message, or those of days, are sent again by a press, with a row in the audit log', async () => {
  await add(['unit'])
  await changePrice(6500)
  await changePrice(6600)
  await deliver()
  const [first] = receiver.received
  await on('replay', [['message', (first?.id ?? '').slice(4)]])
  await deliver()
  expect(receiver.received[2]?.id).toBe(first?.id)
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format(Date.now())
  await on('replay-days', [
    ['from', today],
    ['until', today],
  ])
  await deliver()
  expect(receiver.received).toHaveLength(5)
  await on('replay-days', [
    ['from', '2020-01-01'],
    ['until', '2020-01-02'],
  ])
  await deliver()
  expect(receiver.received).toHaveLength(5)
  expect(await page('/staff/audit/')).toContain('sent again')
  await forgetOldMessages(env as unknown as Env, Date.now() + 31 * DAY_MS)
  expect([await messages(), (await env.DB.prepare('SELECT * FROM webhook_try').all()).results]).toEqual([
    [],
    [],
  ])
})

test('[H14y] an address of a private network is refused, also when it is in the database, and the secret is nowhere', async () => {
  const refused = await add(['unit'], 'https://192.168.0.1/hook')
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain('Enter a public address')
  expect((await add([])).status).toBe(422)
  const tired = new Browser()
  await tired.signInAsStaff('owner', { verifiedAt: Date.now() - 11 * 60_000 })
  expect((await add(['unit'], ADDRESS, tired)).status).toBe(403)
  expect(await env.DB.prepare('SELECT count(*) AS n FROM webhook').first('n')).toBe(0)
  await add(['unit'])
  const secret = await readSecret()
  const audit = JSON.stringify((await env.DB.prepare('SELECT * FROM audit_log').all()).results)
  const name = await env.DB.prepare('SELECT secret_name FROM webhook').first<string>('secret_name')
  expect(audit).toContain(ADDRESS)
  expect(audit).not.toContain(name)
  const rows = JSON.stringify((await env.DB.prepare('SELECT * FROM webhook').all()).results)
  expect(rows).not.toContain(secret.slice(6))
  await env.DB.exec("UPDATE webhook SET address = 'https://10.0.0.1/'")
  await changePrice(6500)
  await deliver()
  expect(receiver.received).toEqual([])
  await on('end-webhook')
  await changePrice(6600)
  expect(await messages()).toHaveLength(1)
})

test('[H14y] whatever dies between a change and its receiver, nothing is lost', async () => {
  await add(['unit'])
  let price = 6_500
  const kill = fc.record({ at: fc.integer({ min: 0, max: 11 }), fault: fc.constantFrom(...FAULTS) })
  await fc.assert(
    fc.asyncProperty(fc.array(kill, { minLength: 1, maxLength: 3 }), async (kills) => {
      for (const { at, fault } of kills) {
        receiver.received.length = 0
        price = price === 6_500 ? 6_600 : 6_500
        const before = await env.DB.prepare(
          "SELECT version FROM unit u JOIN product p ON p.id = u.product_id WHERE p.sku = 'TL-1001'",
        ).first<number>('version')
        let operation = 0
        await new Promise<void>((dead) => {
          const operate = <R>(work: () => Promise<R>) =>
            underFault(operation++ === at ? fault : undefined, dead, work)
          const db = faultyD1(env.DB, operate)
          receiver.answer = () => operate(async () => new Response(null, { status: 200 }))
          const work = async () => {
            await changePrice(price, db)
            await deliver(Date.now(), db)
          }
          work().then(dead, () => dead())
        })
        const version = await env.DB.prepare(
          "SELECT version FROM unit u JOIN product p ON p.id = u.product_id WHERE p.sku = 'TL-1001'",
        ).first<number>('version')
        receiver.answer = 200
        // Cron looks again each minute; a lease and a pause end within two.
        await deliver(Date.now() + 180_000)
        const versions = receiver.received.map(({ data }) => Number(data.version))
        if (version !== before) expect(versions).toContain(version)
        expect((await messages()).filter(({ done_at }) => done_at === null)).toEqual([])
      }
    }),
    { numRuns: 60 },
  )
}, 120_000)
