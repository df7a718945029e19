import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import * as v from 'valibot'
import { beforeAll, describe, expect, test } from 'vitest'
import { NEWSLETTER_RESULT } from '../../../schema/content/newsletter/newsletter.api.ts'
import { NEWSLETTER_MESSAGES } from '../../../schema/content/newsletter/newsletter.ts'
import { call as api } from '../../account/testing/account.harness.ts'
import { app } from '../../app.ts'
import { findCoupon } from '../../cart/coupon/coupon.sql.ts'
import { FIXTURE_NOW, loadFixture } from '../../catalog/index/testing/catalog.fixture.ts'
import { parseConfig } from '../../config.ts'
import { buildMail } from '../../mails.ts'
import { contrast, visibleTexts } from '../../platform/testing/mail.harness.ts'
import { findSubscriber, newsletterState, unsubscribe } from './newsletter.sql.ts'

const CALL = 'https://shop.example/api/ext/mailchimp-subscribe/subscribe'
const PASSWORD = 'rubber-meets-road'
let network = 0

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  await env.DB.prepare(
    "INSERT OR REPLACE INTO config (path, value) VALUES ('newsletter/coupon', 'SAVE10')",
  ).run()
})

/** Returns the token of a customer with a confirmed address; with `claimed`, of one with this unconfirmed address. */
async function customer(email: string, claimed?: string): Promise<{ token: string }> {
  await api('POST', 'user/create', {
    customer: { email, firstname: 'Ada', lastname: 'Lane' },
    password: PASSWORD,
  })
  await env.DB.prepare('UPDATE customer SET email = ?2, email_confirmed_at = ?3 WHERE email = ?1')
    .bind(email, claimed ?? email, claimed === undefined ? 1 : null)
    .run()
  const { result } = await api<string>('POST', 'user/login', {
    username: claimed ?? email,
    password: PASSWORD,
  })
  return { token: result }
}

async function call(method: 'GET' | 'POST' | 'DELETE', email: unknown, more: Record<string, string> = {}) {
  network += 1
  const headers = { 'CF-Connecting-IP': `203.0.113.${network}`, 'Content-Type': 'application/json' }
  const query = method === 'GET' ? { email: String(email), ...more } : more
  const address = `${CALL}?${new URLSearchParams(query)}`
  const body = method === 'GET' ? null : JSON.stringify({ email })
  const response = await app.request(address, { method, headers, body }, env, createExecutionContext())
  return { status: response.status, ...(await response.json<{ code: number; result: unknown }>()) }
}

async function mails(kind = 'newsletter-welcome') {
  const { results } = await env.DB.prepare('SELECT payload FROM outbox WHERE kind = ? ORDER BY id')
    .bind(kind)
    .all<{ payload: string }>()
  return results.map(({ payload }) => JSON.parse(payload) as { subscriberId: number })
}

async function mail(payload: unknown, kind = 'newsletter-welcome') {
  const parsed = parseConfig(env)
  if (!parsed.ok) throw new Error(parsed.problems.join())
  return buildMail(env, { kind, payload }, parsed.config, FIXTURE_NOW)
}

describe('[G2] the newsletter in the API', () => {
  test('subscribing and unsubscribing change the state, and repeating them changes nothing', async () => {
    const owner = await customer('ada@example.com')
    expect(await call('GET', 'ada@example.com', owner)).toMatchObject({ code: 200, result: null })
    for (const _ of [1, 2]) {
      expect(await call('POST', 'Ada@Example.com')).toEqual({ status: 200, code: 200, result: 'subscribed' })
    }
    expect(await call('GET', 'ada@example.com', owner)).toMatchObject({ code: 200, result: 'subscribed' })
    for (const _ of [1, 2]) {
      const left = await call('DELETE', 'ada@example.com', owner)
      expect(left).toMatchObject({ code: 200, result: 'unsubscribed' })
    }
    const state = await call('GET', 'ada@example.com', owner)
    expect(state).toMatchObject({ code: 200, result: 'unsubscribed' })
    expect(v.is(NEWSLETTER_RESULT, state.result)).toBe(true)
  })

  test('[audit A16] a stranger cannot read or end a subscription; the mailbox gets one link a day, which ends it', async () => {
    const email = 'subscriber@example.com'
    await call('POST', email)
    const stranger = await customer('stranger@example.com')
    const squatter = await customer('squatter@example.com', email)
    for (const who of [{}, stranger, squatter]) {
      expect(await call('GET', email, who)).toEqual({ status: 200, code: 200, result: null })
      expect(await call('DELETE', email, who)).toEqual({ status: 200, code: 200, result: 'unsubscribed' })
      expect(await newsletterState(env.DB, email)).toBe('subscribed')
    }
    expect(await call('DELETE', 'nobody@example.com')).toMatchObject({ code: 200, result: 'unsubscribed' })
    const stopMails = await mails('newsletter-stop')
    expect(stopMails).toHaveLength(1)
    const message = await mail(stopMails[0], 'newsletter-stop')
    expect(message?.to).toBe(email)
    const stop = new URL(/https:\S*\/newsletter\/stop\/\S*/.exec(message?.text ?? '')?.[0] ?? '')
    const link = Object.fromEntries(stop.searchParams)
    expect(await call('GET', email, link)).toMatchObject({ result: 'subscribed' })
    expect(await call('GET', 'linus@example.com', link)).toMatchObject({ result: null })
    expect((await app.request(stop, { method: 'POST' }, env, createExecutionContext())).status).toBe(303)
    expect(await newsletterState(env.DB, email)).toBe('unsubscribed')
  })

  test('an invalid address is refused with the message of the API', async () => {
    for (const email of ['', 'ada', 'ада@example.com', 7, `${'a'.repeat(60)}@example.com`]) {
      expect(await call('POST', email)).toEqual({
        status: 500,
        code: 500,
        result: 'Invalid e-mail provided!',
      })
    }
  })

  test('[D9] a mailbox gets one coupon and one mail, in any spelling and after any number of subscriptions', async () => {
    const before = (await mails()).length
    for (const email of ['grace.h@gmail.com', 'graceh+2@googlemail.com', 'G.Race.H@gmail.com'])
      await call('POST', email)
    await unsubscribe(env.DB, 'grace.h@gmail.com', FIXTURE_NOW)
    await call('POST', 'grace.h@gmail.com')
    const sent = (await mails()).slice(before)
    expect(sent).toHaveLength(1)
    const subscriber = await findSubscriber(env.DB, sent[0]?.subscriberId ?? 0)
    const coupon = await findCoupon(env.DB, subscriber?.couponCode ?? '')
    expect(coupon).toMatchObject({
      kind: 'percent',
      value: 10,
      usageLimit: 1,
      perCustomerLimit: 1,
      active: true,
    })
    const { n } = (await env.DB.prepare("SELECT count(*) AS n FROM coupon WHERE code LIKE 'NEWS-%'").first<{
      n: number
    }>()) ?? { n: 0 }
    // Ada's, the subscriber's above and Grace's.
    expect(n).toBe(3)
  })
})

describe('[G2] the mail', () => {
  test('has the coupon code and a link to unsubscribe this subscriber only', async () => {
    await call('POST', 'linus@example.com')
    const payload = (await mails()).at(-1)
    const subscriber = await findSubscriber(env.DB, payload?.subscriberId ?? 0)
    const message = await mail(payload)
    expect(message?.to).toBe('linus@example.com')
    for (const form of [message?.html, message?.text]) {
      expect(form).toContain('10% off')
      expect(form).toContain(subscriber?.couponCode)
    }
    const stop = /<(https:[^>]*)>/.exec(message?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? ''
    expect(message?.text).toContain(stop)

    // The link of the code leads to a page that applies it to the cart.
    const use = await app.request(
      `https://shop.example/applycoupon/index/?coupon=${subscriber?.couponCode}`,
      {},
      env,
      createExecutionContext(),
    )
    expect(await use.text()).toContain(`value="${subscriber?.couponCode}"`)

    const readReturn = async (back: string) => {
      const page = await app.request(
        `https://shop.example/applycoupon/index/?coupon=SAVE10&return=${encodeURIComponent(back)}`,
        {},
        env,
        createExecutionContext(),
      )
      return /name="return" value="([^"]*)"/.exec(await page.text())?.[1] ?? null
    }
    expect(await readReturn('/t/c/used?page=2')).toBe('/t/c/used?page=2')
    for (const other of [
      '//evil.example/',
      'https://evil.example/',
      '/\\evil.example',
      'javascript:alert(1)',
    ]) {
      expect(await readReturn(other), other).toBeNull()
    }

    // Following the link, as mail scanners do, does not unsubscribe.
    expect((await app.request(stop, {}, env, createExecutionContext())).status).toBe(200)
    expect(await newsletterState(env.DB, 'linus@example.com')).toBe('subscribed')
    const forged = stop.replace(/id=\d+/, 'id=1')
    expect((await app.request(forged, { method: 'POST' }, env, createExecutionContext())).status).toBe(404)
    const form = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    expect(
      (await app.request(stop, { method: 'POST', body: form }, env, createExecutionContext())).status,
    ).toBe(200)
    expect(await newsletterState(env.DB, 'linus@example.com')).toBe('unsubscribed')
    expect(await mail(payload)).toBeNull()
  })

  test.each(['light', 'dark'] as const)('has enough contrast in the %s color scheme', async (scheme) => {
    await call('POST', `${scheme}@example.com`)
    const message = await mail((await mails()).at(-1))
    for (const { text, color: ink, background: ground } of visibleTexts(message?.html ?? '', scheme)) {
      expect.soft(contrast(ink, ground), `${text}: ${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5)
    }
  })
})

describe('[G2] the form of the shop’s pages', () => {
  const send = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    app.request(
      'https://shop.example/newsletter/form/',
      {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { 'Sec-Fetch-Site': 'same-origin', 'CF-Connecting-IP': '198.51.100.1', ...headers },
      },
      env,
      createExecutionContext(),
    )

  test('a browser without script is redirected to a page with the outcome', async () => {
    const good = await send({ email: 'form@example.com' })
    expect([good.status, good.headers.get('Location')]).toEqual([303, '/newsletter/?state=subscribed'])
    const bad = await send({ email: 'form@' })
    expect(bad.headers.get('Location')).toBe('/newsletter/?state=invalid')
    const page = await app.request(
      'https://shop.example/newsletter/?state=subscribed',
      {},
      env,
      createExecutionContext(),
    )
    expect(await page.text()).toContain(NEWSLETTER_MESSAGES.subscribed)
    expect(await newsletterState(env.DB, 'form@example.com')).toBe('subscribed')
  })

  test('a form of another site is refused', async () => {
    expect((await send({ email: 'x@example.com' }, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
  })

  test('shows the required message when the database does not answer', async () => {
    const DB = {
      prepare: () => {
        throw new Error('away')
      },
      batch: () => {
        throw new Error('away')
      },
    }
    const response = await app.request(
      'https://shop.example/newsletter/form/',
      {
        method: 'POST',
        body: new URLSearchParams({ email: 'form@example.com' }),
        headers: {
          'Sec-Fetch-Site': 'same-origin',
          Accept: 'application/json',
          'CF-Connecting-IP': '198.51.100.2',
        },
      },
      { ...env, DB },
      createExecutionContext(),
    )
    expect(await response.json()).toEqual({
      code: 500,
      result: 'An error occurred during your subscription. Please try again later.',
    })
  })
})
