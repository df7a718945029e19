import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import * as v from 'valibot'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CONTACT_MESSAGES } from '../../../schema/content/pages/contact.ts'
import { MAIL_SENT_REPLY, MAIL_TOKEN_REPLY } from '../../../schema/content/pages/mail-service.api.ts'
import { app } from '../../app.ts'
import { FIXTURE_NOW, loadFixture } from '../../catalog/index/testing/catalog.fixture.ts'
import { parseConfig } from '../../config.ts'
import { buildMail } from '../../mails.ts'
import { contrast, visibleTexts } from '../../platform/testing/mail.harness.ts'
import { expectRateLimit } from '../../platform/testing/rate-limit.harness.ts'

const GOOD = {
  name: 'Ada Miller',
  email: 'ada@example.com',
  phone: '(312) 555-0142',
  topic: 'tire',
  message: 'Is the <b>DOT</b> week readable?',
}
let network = 0

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  await env.DB.prepare(
    "INSERT OR REPLACE INTO config (path, value) VALUES ('contact/email/recipient_email', 'help@shop.example, desk@shop.example')",
  ).run()
})
beforeEach(async () => {
  network += 1
  await env.DB.exec('DELETE FROM outbox')
})

const from = () => ({ 'CF-Connecting-IP': `203.0.113.${network}`, 'Sec-Fetch-Site': 'same-origin' })

function post(fields: Record<string, string>, headers: Record<string, string> = {}) {
  const body = new URLSearchParams(fields)
  const init = { method: 'POST', body, headers: { ...from(), ...headers } }
  return app.request('https://shop.example/contacts/form/', init, env, createExecutionContext())
}

async function queuedMails() {
  const { results } = await env.DB.prepare('SELECT kind, payload FROM outbox ORDER BY id').all<{
    kind: string
    payload: string
  }>()
  return results.map(({ kind, payload }) => ({
    kind,
    payload: JSON.parse(payload) as Record<string, string>,
  }))
}

async function mail(row: { kind: string; payload: unknown } | undefined) {
  const parsed = parseConfig(env)
  if (!parsed.ok || !row) throw new Error('no mail')
  return buildMail(env, row, parsed.config, FIXTURE_NOW)
}

describe('[G3] the contact form', () => {
  test('a valid message is sent to all recipients, and the sender gets a receipt', async () => {
    const response = await post(GOOD)
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/contacts/?sent=1'])
    const rows = await queuedMails()
    expect(rows.map(({ kind, payload }) => [kind, payload.to ?? payload.email])).toEqual([
      ['contact-message', 'help@shop.example'],
      ['contact-message', 'desk@shop.example'],
      ['contact-receipt', 'ada@example.com'],
    ])
    const message = await mail(rows[0])
    expect(message).toMatchObject({
      to: 'help@shop.example',
      replyTo: 'ada@example.com',
      subject: 'A tire: Ada Miller',
    })
    expect(message?.html).toContain('&lt;b&gt;DOT&lt;/b&gt;')
    expect(message?.text).toContain('3125550142')
    // The receipt contains no text of the message, which may come from another person.
    const receipt = await mail(rows[2])
    expect(receipt?.to).toBe('ada@example.com')
    expect(receipt?.html).not.toContain('DOT')
  })

  test('errors are shown on the form with the typed texts', async () => {
    const response = await post({ ...GOOD, phone: '555', email: 'ada@' })
    const html = await response.text()
    expect(response.status).toBe(422)
    for (const text of [
      'Please provide valid phone number.',
      'Please use a valid e-mail address, such as name@example.com',
      'value="Ada Miller"',
      'Is the &lt;b&gt;DOT&lt;/b&gt; week readable?',
    ]) {
      expect(html).toContain(text)
    }
    expect(response.headers.get('Cache-Control')).toContain('no-store')
    expect(await queuedMails()).toEqual([])
  })

  test('a JSON request gets the errors of the fields', async () => {
    const response = await post({ ...GOOD, message: '' }, { Accept: 'application/json' })
    expect(await response.json()).toEqual({ code: 422, result: { errors: { message: 'Field is required' } } })
  })

  test('a form of another site is refused, and the number of messages is limited', async () => {
    expect((await post(GOOD, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
    const send = async () => (await post(GOOD, { Accept: 'application/json' })).status
    const sent = await expectRateLimit(5, 200, send)
    const receipts = (await queuedMails()).filter(({ kind }) => kind === 'contact-receipt')
    expect(receipts.length).toBeLessThanOrEqual(sent)
  })

  test('the page confirms a sent message', async () => {
    const page = await app.request('https://shop.example/contacts/?sent=1', {}, env, createExecutionContext())
    expect(await page.text()).toContain(CONTACT_MESSAGES.sent)
  })

  test.each(['light', 'dark'] as const)(
    'both mails have enough contrast in the %s color scheme',
    async (scheme) => {
      await post(GOOD)
      for (const row of (await queuedMails()).slice(1)) {
        for (const { text, color: ink, background: ground } of visibleTexts(
          (await mail(row))?.html ?? '',
          scheme,
        )) {
          expect.soft(contrast(ink, ground), `${text}: ${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5)
        }
      }
    },
  )
})

describe('[G3] the mail service of the API', () => {
  const call = async (path: string, body?: object, more: Partial<typeof env> = {}) => {
    const init = body
      ? {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { ...from(), 'Content-Type': 'application/json' },
        }
      : { headers: from() }
    const response = await app.request(
      `https://shop.example/api/ext/mail-service/${path}`,
      init,
      {
        ...env,
        ...more,
      },
      createExecutionContext(),
    )
    return { status: response.status, ...(await response.json<{ code: number; result: string }>()) }
  }
  const MAIL = {
    sourceAddress: 'ada@example.com',
    targetAddress: 'help@shop.example',
    subject: 'A question',
    emailText: 'Do you mount tires?',
  }
  const send = async (change: object = {}, more: Partial<typeof env> = {}) => {
    const { result: token } = await call('get-token')
    expect(v.is(MAIL_TOKEN_REPLY, token)).toBe(true)
    return call('send-email', { ...MAIL, token, ...change }, more)
  }

  test('a mail to the shop is accepted', async () => {
    const reply = await send()
    expect(reply).toMatchObject({ status: 200, code: 200 })
    expect(v.is(MAIL_SENT_REPLY, reply.result)).toBe(true)
    const rows = await queuedMails()
    expect(rows).toHaveLength(1)
    expect(await mail(rows[0])).toMatchObject({ to: 'help@shop.example', replyTo: 'ada@example.com' })
  })

  test.each([
    [{ token: '' }, 'Email is not authorized!'],
    [{ token: '9999999999999.AAAA' }, 'Email is not authorized!'],
    [{ sourceAddress: '' }, 'Source email address is not provided!'],
    [{ targetAddress: '' }, 'Target email address is not provided!'],
    [{ sourceAddress: 'ada' }, 'Source email address is invalid!'],
    [
      { targetAddress: 'victim@example.com' },
      'Target email address (victim@example.com) is not from the whitelist!',
    ],
    [
      { confirmation: true, sourceAddress: 'evil@example.com', targetAddress: 'victim@example.com' },
      'Target email address (evil@example.com) is not from the whitelist!',
    ],
    [
      { confirmation: true, sourceAddress: 'help@shop.example', targetAddress: 'x' },
      'Target email address is invalid!',
    ],
  ])('%j is refused: %s', async (change, result) => {
    expect(await send(change)).toEqual({ status: 500, code: 500, result })
    expect(await queuedMails()).toEqual([])
  })

  test('a confirmation to the shopper has the text of the shop instead of the requested text', async () => {
    const confirmation = {
      confirmation: true,
      sourceAddress: 'help@shop.example',
      targetAddress: 'ada2@example.com',
    }
    expect(await send({ ...confirmation, emailText: 'Buy pills' })).toMatchObject({ code: 200 })
    const [row] = await queuedMails()
    const sent = await mail(row)
    expect(sent?.to).toBe('ada2@example.com')
    expect(`${sent?.html}${sent?.text}${sent?.subject}`).not.toMatch(/pills|A question/)
  })

  test('a token of another network is refused, and so is a mail without a configured mail service', async () => {
    const { result: token } = await call('get-token')
    network += 1
    expect(await call('send-email', { ...MAIL, token })).toMatchObject({
      result: 'Email is not authorized!',
    })
    expect(await send({}, { MAIL_API_KEY: '' } as never)).toMatchObject({
      result: 'No transport is defined for mail service!',
    })
  })
})
