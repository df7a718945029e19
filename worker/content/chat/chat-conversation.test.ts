import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import * as v from 'valibot'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { CHAT_FRAME, CHAT_MESSAGE_REPLY, type ChatFrame } from '../../../schema/content/chat/chat.api.ts'
import { CHAT_TTL_MS } from '../../../schema/content/chat/chat.ts'
import { Browser, openShop, SITE } from '../../account/testing/account.harness.ts'
import { listConversations } from './chat.sql.ts'

const STAFF = { email: 'counter@example.com', password: 'torque-and-true-26' }
let staff: Browser

beforeAll(async () => {
  await openShop()
  staff = new Browser()
  await staff.signIn(STAFF)
})

const post = (browser: Browser, path: string, fields: Record<string, string>, headers = {}) =>
  browser.fetch(path, { method: 'POST', body: new URLSearchParams(fields), headers })
const say = (browser: Browser, text: string, more: Record<string, string> = {}) =>
  post(browser, '/chat/form/', { action: 'say', text, ...more })
const page = async (browser: Browser, path = '/chat/') => (await browser.fetch(path)).text()
const room = (browser: Browser) => browser.cookies.get('__Host-chat') ?? ''

async function lineOf(browser: Browser) {
  const lines = await listConversations(env.DB, 100)
  return lines.find((line) => line.room === room(browser))
}

/** A shopper who has asked something, with the number that staff know the conversation by. */
async function asker(text = 'Do you have four of these?') {
  const shopper = new Browser()
  await say(shopper, text)
  const line = await lineOf(shopper)
  if (!line) throw new Error('staff do not see the conversation')
  return { shopper, id: line.id }
}

interface Listening {
  status: number
  frames: ChatFrame[]
  socket: WebSocket | null
}

async function listen(
  browser: Browser,
  query = '',
  headers: Record<string, string> = {},
): Promise<Listening> {
  const response = await browser.fetch(`/api/ext/chat/live${query}`, {
    headers: { Upgrade: 'websocket', Origin: SITE, ...headers },
  })
  const frames: ChatFrame[] = []
  const socket = response.webSocket
  socket?.addEventListener('message', ({ data }) => {
    frames.push(v.parse(CHAT_FRAME, JSON.parse(String(data))))
  })
  socket?.accept()
  if (socket) await vi.waitFor(() => expect(frames.length).toBeGreaterThan(0))
  return { status: response.status, frames, socket }
}

describe('the shopper’s side', () => {
  test('[G6] a form without script says something, and the page shows the conversation as plain text', async () => {
    const shopper = new Browser()
    expect(await page(shopper)).toContain('Ask us')
    expect(room(shopper)).toBe('')
    const response = await say(shopper, 'Is <b>225/45R17</b> in stock?')
    expect(response.status).toBe(303)
    expect(response.headers.get('Set-Cookie')).toMatch(/__Host-chat=.*HttpOnly; Secure; SameSite=Lax/)
    expect(await page(shopper)).toContain('Is &lt;b&gt;225/45R17&lt;/b&gt; in stock?')
    expect((await shopper.fetch('/chat/')).headers.get('Cache-Control')).toBe('private, no-store')
  })

  test('[G6] a message that is sent again is said once, and survives the object’s eviction', async () => {
    const shopper = new Browser()
    await say(shopper, 'Once', { client: 'client-0001' })
    await say(shopper, 'Once', { client: 'client-0001' })
    await evictDurableObject(env.CHAT.getByName(room(shopper)))
    const { messages } = await env.CHAT.getByName(room(shopper)).read()
    expect(messages.map(({ text }) => text)).toEqual(['Once'])
  })

  test('[G6] empty, long and hasty messages come back with what was typed and why', async () => {
    const shopper = new Browser()
    expect((await say(shopper, '  ')).status).toBe(422)
    const long = await say(shopper, 'a'.repeat(1001))
    expect(long.status).toBe(422)
    expect(await long.text()).toContain('Please insert less then 1000 characters')
    // Nothing was said, so there is no conversation.
    expect(room(shopper)).toBe('')
    for (let n = 0; n < 5; n += 1) await say(shopper, `message ${n}`)
    const hasty = await post(
      shopper,
      '/chat/form/',
      { action: 'say', text: 'and more' },
      { Accept: 'application/json' },
    )
    expect(await hasty.json()).toEqual({
      code: 429,
      result: 'You write faster than we can read. Please wait a few seconds.',
    })
  })

  test('[G6] a name that the shop did not make, and a form of another site, reach no conversation', async () => {
    const { shopper } = await asker('Mine')
    const forged = new Browser()
    forged.cookies.set(
      '__Host-chat',
      `${room(shopper).slice(0, -1)}${room(shopper).endsWith('A') ? 'B' : 'A'}`,
    )
    expect(await page(forged)).not.toContain('Mine')
    expect((await listen(forged)).status).toBe(404)
    const foreign = await shopper.fetch('/chat/form/', {
      method: 'POST',
      body: new URLSearchParams({ action: 'say', text: 'Not mine' }),
      headers: { 'Sec-Fetch-Site': 'cross-site' },
    })
    expect(foreign.status).toBe(403)
    expect((await listen(shopper, '', { Origin: 'https://other.example' })).status).toBe(403)
    expect(await page(shopper)).not.toContain('Not mine')
  })

  test('[G6] who is gone is answered by mail, who is there is not', async () => {
    const { shopper, id } = await asker()
    expect((await post(new Browser(), '/chat/form/', { action: 'email', email: 'a@b.example' })).status).toBe(
      422,
    )
    expect((await post(shopper, '/chat/form/', { action: 'email', email: 'no address' })).status).toBe(422)
    await post(shopper, '/chat/form/', { action: 'email', email: 'rae@example.com' })
    expect(await page(shopper)).toContain('rae@example.com')
    const answer = (text: string) =>
      post(staff, '/staff/form/', { action: 'say', conversation: String(id), text })
    const mails = async () => {
      const { results } = await env.DB.prepare("SELECT payload FROM outbox WHERE kind = 'chat-reply'").all<{
        payload: string
      }>()
      return results.map(({ payload }) => JSON.parse(payload) as object)
    }
    const { socket } = await listen(shopper)
    await answer('You are here.')
    expect(await mails()).toEqual([])
    socket?.close()
    await vi.waitFor(async () => {
      const open = await runInDurableObject(
        env.CHAT.getByName(room(shopper)),
        (_, state) => state.getWebSockets('shopper').length,
      )
      expect(open).toBe(0)
    })
    await answer('You are gone.')
    expect(await mails()).toEqual([{ to: 'rae@example.com', text: 'You are gone.' }])
  })
})

test('[G6] a shopper deletes the conversation, and nobody has it any more', async () => {
  const { shopper } = await asker('Delete me')
  const name = room(shopper)
  const { socket } = await listen(shopper)
  const closed = new Promise<number>((resolve) => {
    socket?.addEventListener('close', ({ code }) => resolve(code))
  })
  await post(shopper, '/chat/form/', { action: 'forget' })
  expect(await closed).toBe(4000)
  expect(room(shopper)).toBe('')
  expect((await env.CHAT.getByName(name).read()).messages).toEqual([])
  expect((await listConversations(env.DB, 100)).map((line) => line.room)).not.toContain(name)
})

describe('staff', () => {
  test('[G6] see who waits, read, answer live on both sides, and close; the next message opens it again', async () => {
    const { shopper, id } = await asker('Are you there?')
    expect(await page(staff, '/staff/')).toMatch(new RegExp(`Conversation ${id}</a> <strong[^>]*>1 unread`))
    const theirs = await listen(shopper)
    const ours = await listen(staff, `?conversation=${id}`)
    expect(ours.frames[0]).toMatchObject({ kind: 'hello', messages: [{ text: 'Are you there?' }] })
    expect((await lineOf(shopper))?.unread).toBe(0)

    const said = await post(
      staff,
      '/staff/form/',
      { action: 'say', conversation: String(id), text: 'Yes.' },
      { Accept: 'application/json' },
    )
    const answer = await said.json<{ result: unknown }>()
    expect(v.is(CHAT_MESSAGE_REPLY, answer.result)).toBe(true)
    expect(answer).toMatchObject({
      code: 200,
      result: { message: { author: 'staff', text: 'Yes.' } },
    })
    await vi.waitFor(() =>
      expect(theirs.frames.at(-1)).toMatchObject({ kind: 'message', message: { text: 'Yes.' } }),
    )
    await say(shopper, 'Good.')
    await vi.waitFor(() =>
      expect(ours.frames.at(-1)).toMatchObject({ message: { author: 'shopper', text: 'Good.' } }),
    )
    expect((await lineOf(shopper))?.unread).toBe(1)
    ours.socket?.send('seen')
    await vi.waitFor(async () => expect((await lineOf(shopper))?.unread).toBe(0))

    await post(staff, '/staff/form/', { action: 'close', conversation: String(id) })
    await vi.waitFor(() => expect(theirs.frames.at(-1)).toEqual({ kind: 'closed', closed: true }))
    expect(await page(shopper)).toMatch(/<p class="chat-closed">We closed this conversation/)
    await say(shopper, 'One more thing')
    expect(await lineOf(shopper)).toMatchObject({ closedAt: null, unread: 1, lastText: 'One more thing' })
  })

  test('[G6] nobody else finds their pages, endpoints and sockets', async () => {
    const { shopper, id } = await asker('Private')
    const customer = new Browser()
    await customer.signIn()
    for (const browser of [shopper, customer]) {
      for (const path of ['/staff/', '/staff/reviews/', '/staff/counts/', `/staff/chats/${id}`]) {
        const response = await browser.fetch(path)
        expect(response.status).toBe(404)
        expect(await response.text()).not.toContain('Private')
      }
      const reply = await post(browser, '/staff/form/', {
        action: 'say',
        conversation: String(id),
        text: 'I am staff',
      })
      expect(reply.status).toBe(404)
      expect((await listen(browser, `?conversation=${id}`)).status).toBe(404)
    }
    expect((await staff.fetch('/staff/')).headers.get('X-Robots-Tag')).toBe('noindex')
    expect(await page(staff, '/robots.txt')).not.toContain('/staff')
    expect((await staff.fetch('/staff/chats/999999')).status).toBe(404)
  })

  test('[C12] read the reviews that wait; one without stars needs them before it is shown', async () => {
    await env.DB.batch(
      [901, 902].map((id) =>
        env.DB.prepare(
          `INSERT INTO review (id, product_id, title, text, rating, reviewer_name, is_approved, created_on)
           VALUES (?, null, 'Good people', 'They measured twice.', null, 'Rae', 0, 1)`,
        ).bind(id),
      ),
    )
    const act = (fields: Record<string, string>) => post(staff, '/staff/form/', fields)
    expect(await page(staff, '/staff/reviews/')).toContain('They measured twice.')
    const starless = await act({ action: 'approve', review: '901' })
    expect(starless.headers.get('Location')).toBe('/staff/reviews/?stars=missing')
    await act({ action: 'approve', review: '901', rating: '5' })
    await act({ action: 'refuse', review: '902' })
    expect(await page(staff, '/staff/reviews/')).not.toContain('They measured twice.')
    const left = await env.DB.prepare(
      'SELECT id, rating, is_approved FROM review WHERE id IN (901, 902)',
    ).all()
    expect(left.results).toEqual([{ id: 901, rating: 5, is_approved: 1 }])
  })
})

describe('the conversation’s object', () => {
  test('[G6] a line that D1 did not take is written with the alarm', async () => {
    const { shopper } = await asker('First')
    const object = env.CHAT.getByName(room(shopper))
    await env.DB.prepare('UPDATE chat_conversation SET last_text = ? WHERE room = ?')
      .bind('old', room(shopper))
      .run()
    await runInDurableObject(object, (_, state) => state.storage.setAlarm(Date.now() + 60_000))
    await runDurableObjectAlarm(object)
    expect((await lineOf(shopper))?.lastText).toBe('First')
  })

  test('[G6] thirty days after the last word all of it is gone', async () => {
    const { shopper } = await asker('Forget me')
    const object = env.CHAT.getByName(room(shopper))
    await runInDurableObject(object, (_, state) => {
      state.storage.sql.exec('update message set at = ?', Date.now() - CHAT_TTL_MS)
    })
    await runDurableObjectAlarm(object)
    expect(await lineOf(shopper)).toBeUndefined()
    expect((await object.read()).messages).toEqual([])
  })
})
