import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { control, toSandbox } from '../stripe/sdk-test-client.ts'
import type { Message } from './message.ts'

const ORDER_MAIL = {
  from: 'Treadline <orders@treadline.example>',
  to: ['buyer@example.com'],
  subject: 'Order 000000042',
  html: '<!doctype html><html><head></head><body><h1>Thank you</h1><a href="http://localhost:8787/">Shop</a></body></html>',
  text: 'Thank you',
  reply_to: 'help@treadline.example',
  headers: { 'X-Order': '000000042' },
  tags: [{ name: 'kind', value: 'order' }],
}

function send(body: unknown, headers: Record<string, string> = {}) {
  return toSandbox('/emails', {
    method: 'POST',
    headers: { authorization: `Bearer ${env.MAIL_API_KEY}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

async function mailbox(query = ''): Promise<Message[]> {
  const { messages } = await (await toSandbox(`/mailbox.json${query}`)).json<{ messages: Message[] }>()
  return messages
}

beforeEach(async () => {
  await control('reset', {})
})

describe('sending', () => {
  test('a message arrives as it was sent', async () => {
    const reply = await send(ORDER_MAIL)
    expect(reply.status).toBe(200)
    const { id } = await reply.json<{ id: string }>()
    expect(await mailbox()).toMatchObject([{ ...ORDER_MAIL, id, reply_to: ['help@treadline.example'] }])
  })

  test('the same key and payload send one message and return one id', async () => {
    const headers = { 'idempotency-key': 'order-42' }
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(ORDER_MAIL, headers)))
    const ids = await Promise.all(replies.map(async (reply) => (await reply.json<{ id: string }>()).id))
    expect(new Set(ids).size).toBe(1)
    expect(await mailbox()).toHaveLength(1)
  })

  test('the same key with another payload is refused', async () => {
    const headers = { 'idempotency-key': 'order-42' }
    await send(ORDER_MAIL, headers)
    const reply = await send({ ...ORDER_MAIL, subject: 'Another' }, headers)
    expect(reply.status).toBe(409)
    expect(await reply.json()).toMatchObject({ statusCode: 409, name: 'invalid_idempotent_request' })
    expect(await mailbox()).toHaveLength(1)
  })

  test.each([
    [{ ...ORDER_MAIL, to: [] }, 'validation_error'],
    [{ ...ORDER_MAIL, to: 'nobody' }, 'validation_error'],
    [{ ...ORDER_MAIL, from: undefined }, 'missing_required_field'],
    [{ ...ORDER_MAIL, subject: '' }, 'missing_required_field'],
    [{ ...ORDER_MAIL, html: undefined, text: undefined }, 'missing_required_field'],
    [{ ...ORDER_MAIL, tags: [{ name: 'a b', value: 'c' }] }, 'validation_error'],
  ])('a bad message is refused: %#', async (body, name) => {
    const reply = await send(body)
    expect(reply.status).toBe(422)
    expect(await reply.json()).toMatchObject({ statusCode: 422, name })
    expect(await mailbox()).toEqual([])
  })

  test('a missing key is 401, a wrong one 403', async () => {
    const withoutKey = await toSandbox('/emails', { method: 'POST', body: JSON.stringify(ORDER_MAIL) })
    expect(await withoutKey.json()).toMatchObject({ statusCode: 401, name: 'missing_api_key' })
    const wrong = await send(ORDER_MAIL, { authorization: 'Bearer re_wrong' })
    expect(await wrong.json()).toMatchObject({ statusCode: 403, name: 'invalid_api_key' })
  })

  test('scripted faults: too many requests, and a lost reply after which the key returns the message', async () => {
    await control('faults', { target: 'mail', action: 'error', status: 429 })
    expect(await (await send(ORDER_MAIL)).json()).toMatchObject({ name: 'rate_limit_exceeded' })
    await control('faults', { target: 'mail', action: 'lose_reply' })
    const headers = { 'idempotency-key': 'order-42' }
    expect((await send(ORDER_MAIL, headers)).status).toBe(502)
    expect((await send(ORDER_MAIL, headers)).status).toBe(200)
    expect(await mailbox()).toHaveLength(1)
  })
})

describe('the mailbox', () => {
  test('lists newest first, searches receiver and subject, and can be emptied', async () => {
    await send(ORDER_MAIL)
    await send({ ...ORDER_MAIL, to: 'Other <other@example.com>', subject: 'Second' })
    expect((await mailbox()).map((message) => message.subject)).toEqual(['Second', 'Order 000000042'])
    expect(await mailbox('?to=BUYER@example.com')).toHaveLength(1)
    expect(await mailbox('?to=example.com&subject=second')).toHaveLength(1)
    expect(await mailbox('?to=nobody@example.com')).toEqual([])
    expect((await toSandbox('/mailbox.json', { method: 'DELETE' })).status).toBe(204)
    expect(await mailbox()).toEqual([])
  })

  test('a waiting request is answered by the first message that matches', async () => {
    const waiting = mailbox('?to=buyer@example.com&wait=20')
    await send({ ...ORDER_MAIL, to: 'other@example.com' })
    await send(ORDER_MAIL)
    expect(await waiting).toMatchObject([{ to: ['buyer@example.com'] }])
  })

  test('a wait without a message ends with an empty list', async () => {
    expect(await mailbox('?to=nobody@example.com&wait=0.1')).toEqual([])
  })

  test('pages escape the content of a mail and show its HTML in a frame without scripts', async () => {
    await send({
      ...ORDER_MAIL,
      subject: '<script>alert(1)</script>',
      text: '</pre><script>alert(2)</script>',
    })
    const [message] = await mailbox()
    const list = await (await toSandbox('/mailbox?to="><script>')).text()
    expect(list).not.toContain('"><script>')
    const text = await (await toSandbox(`/mailbox/${message?.id}?view=text`)).text()
    expect(text).not.toContain('<script>alert')
    const html = await (await toSandbox(`/mailbox/${message?.id}`)).text()
    expect(html).toContain(`src="/mailbox/${message?.id}/body" sandbox="allow-popups`)
    const body = await toSandbox(`/mailbox/${message?.id}/body`)
    expect(body.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await body.text()).toContain('<base target="_blank">')
  })
})
