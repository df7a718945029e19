import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import * as v from 'valibot'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { CHAT_FRAME, CHAT_MESSAGE_REPLY, type ChatFrame } from '../../../schema/content/chat/chat.api.ts'
import { CHAT_TTL_MS } from '../../../schema/content/chat/chat.ts'
import { Browser, openShop, SITE } from '../../account/testing/account.harness.ts'
import { listConversations } from './chat.sql.ts'

let staff: Browser

beforeAll(async () => {
  await openShop()
  staff = new Browser()
  await staff.signInAsStaff()
})

const post = (browser: Browser, path: string, fields: Record<string, string>, headers = {}) =>
  browser.fetch(path, { method: 'POST', body: new URLSearchParams(fields), headers })
const say = (browser: Browser, text: string, more: Record<string, string> = {}) =>
  post(browser, '/chat/form/', { action: 'say', text, ...more })
const page = async (browser: Browser, path = '/chat/') => (await browser.fetch(path)).text()
const room = (browser: Browser) => browser.cookies.get('__Host-chat') ?? ''

async function summaryOf(browser: Browser) {
  const lines = await listConversations(env.DB, 100)
  return lines.find((line) => line.room === room(browser))
}

/** Creates a shopper with a conversation, and returns the number of the conversation for staff. */
async function startConversation(text = 'Do you have four of these?') {
  const shopper = new Browser()
  await say(shopper, text)
  const line = await summaryOf(shopper)
  if (!line) throw new Error('staff do not see the conversation')
  return { shopper, id: line.id }
}

interface Connection {
  status: number
  frames: ChatFrame[]
  socket: WebSocket | null
}

async function connect(
  browser: Browser,
  query = '',
  headers: Record<string, string> = {},
): Promise<Connection> {
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
  test('[G6] a form without script posts a message, and the page shows the conversation as plain text', async () => {
    const shopper = new Browser()
    expect(await page(shopper)).toContain('Ask us')
    expect(room(shopper)).toBe('')
    const response = await say(shopper, 'Is <b>225/45R17</b> in stock?')
    expect(response.status).toBe(303)
    expect(response.headers.get('Set-Cookie')).toMatch(/__Host-chat=.*HttpOnly; Secure; SameSite=Lax/)
    expect(await page(shopper)).toContain('Is &lt;b&gt;225/45R17&lt;/b&gt; in stock?')
    expect((await shopper.fetch('/chat/')).headers.get('Cache-Control')).toBe('private, no-store')
  })

  test('[G6] a repeated message is stored once, and survives the eviction of the object', async () => {
    const shopper = new Browser()
    await say(shopper, 'Once', { client: 'client-0001' })
    await say(shopper, 'Once', { client: 'client-0001' })
    await evictDurableObject(env.CHAT.getByName(room(shopper)))
    const { messages } = await env.CHAT.getByName(room(shopper)).read()
    expect(messages.map(({ text }) => text)).toEqual(['Once'])
  })

  test('[G6] empty, too long and too frequent messages are refused with the reason', async () => {
    const shopper = new Browser()
    expect((await say(shopper, '  ')).status).toBe(422)
    const long = await say(shopper, 'a'.repeat(1001))
    expect(long.status).toBe(422)
    expect(await long.text()).toContain('Please insert less then 1000 characters')
    // No message was stored, so there is no conversation.
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
      result: 'You’re typing faster than we can read. Please wait a few seconds.',
    })
  })

  test('[G6] a forged name and a form of another site have no access to a conversation', async () => {
    const { shopper } = await startConversation('Mine')
    const forged = new Browser()
    forged.cookies.set(
      '__Host-chat',
      `${room(shopper).slice(0, -1)}${room(shopper).endsWith('A') ? 'B' : 'A'}`,
    )
    expect(await page(forged)).not.toContain('Mine')
    expect((await connect(forged)).status).toBe(404)
    const foreign = await shopper.fetch('/chat/form/', {
      method: 'POST',
      body: new URLSearchParams({ action: 'say', text: 'Not mine' }),
      headers: { 'Sec-Fetch-Site': 'cross-site' },
    })
    expect(foreign.status).toBe(403)
    expect((await connect(shopper, '', { Origin: 'https://other.example' })).status).toBe(403)
    expect(await page(shopper)).not.toContain('Not mine')
  })

  test('[G6] an absent shopper gets replies by mail, a present one does not', async () => {
    const { shopper, id } = await startConversation()
    expect((await post(new Browser(), '/chat/form/', { action: 'email', email: 'a@b.example' })).status).toBe(
      422,
    )
    expect((await post(shopper, '/chat/form/', { action: 'email', email: 'no address' })).status).toBe(422)
    await post(shopper, '/chat/form/', { action: 'email', email: 'rae@example.com' })
    expect(await page(shopper)).toContain('rae@example.com')
    const replyAsStaff = (text: string) =>
      post(staff, '/staff/form/', { action: 'say', conversation: String(id), text })
    const mails = async () => {
      const { results } = await env.DB.prepare("SELECT payload FROM outbox WHERE kind = 'chat-reply'").all<{
        payload: string
      }>()
      return results.map(({ payload }) => JSON.parse(payload) as object)
    }
    const { socket } = await connect(shopper)
    await replyAsStaff('You are here.')
    expect(await mails()).toEqual([])
    socket?.close()
    await vi.waitFor(async () => {
      const open = await runInDurableObject(
        env.CHAT.getByName(room(shopper)),
        (_, state) => state.getWebSockets('shopper').length,
      )
      expect(open).toBe(0)
    })
    await replyAsStaff('You are gone.')
    expect(await mails()).toEqual([{ to: 'rae@example.com', text: 'You are gone.' }])
  })
})

test('[G6] a shopper can delete the conversation completely', async () => {
  const { shopper } = await startConversation('Delete me')
  const name = room(shopper)
  const { socket } = await connect(shopper)
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
  test('[G6] see unread conversations, reply live, and close them; the next message opens a conversation again', async () => {
    const { shopper, id } = await startConversation('Are you there?')
    expect(await page(staff, '/staff/chats/')).toMatch(
      new RegExp(`Conversation ${id}</a> <strong[^>]*>1 unread`),
    )
    const shopperSocket = await connect(shopper)
    const staffSocket = await connect(staff, `?conversation=${id}`)
    expect(staffSocket.frames[0]).toMatchObject({ kind: 'hello', messages: [{ text: 'Are you there?' }] })
    expect((await summaryOf(shopper))?.unread).toBe(0)

    const response = await post(
      staff,
      '/staff/form/',
      { action: 'say', conversation: String(id), text: 'Yes.' },
      { Accept: 'application/json' },
    )
    const reply = await response.json<{ result: unknown }>()
    expect(v.is(CHAT_MESSAGE_REPLY, reply.result)).toBe(true)
    expect(reply).toMatchObject({
      code: 200,
      result: { message: { author: 'staff', text: 'Yes.' } },
    })
    await vi.waitFor(() =>
      expect(shopperSocket.frames.at(-1)).toMatchObject({ kind: 'message', message: { text: 'Yes.' } }),
    )
    await say(shopper, 'Good.')
    await vi.waitFor(() =>
      expect(staffSocket.frames.at(-1)).toMatchObject({ message: { author: 'shopper', text: 'Good.' } }),
    )
    expect((await summaryOf(shopper))?.unread).toBe(1)
    staffSocket.socket?.send('seen')
    await vi.waitFor(async () => expect((await summaryOf(shopper))?.unread).toBe(0))

    await post(staff, '/staff/form/', { action: 'close', conversation: String(id) })
    await vi.waitFor(() => expect(shopperSocket.frames.at(-1)).toEqual({ kind: 'closed', closed: true }))
    expect(await page(shopper)).toMatch(/<p class="chat-closed">We closed this conversation/)
    await say(shopper, 'One more thing')
    expect(await summaryOf(shopper)).toMatchObject({ closedAt: null, unread: 1, lastText: 'One more thing' })
  })

  test('[G6] have pages, endpoints and sockets that are not found for others', async () => {
    const { shopper, id } = await startConversation('Private')
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
      expect((await connect(browser, `?conversation=${id}`)).status).toBe(404)
    }
    expect((await staff.fetch('/staff/')).headers.get('X-Robots-Tag')).toBe('noindex')
    expect(await page(staff, '/robots.txt')).not.toContain('/staff')
    expect((await staff.fetch('/staff/chats/999999')).status).toBe(404)
  })

  test('[C12] moderate pending reviews; a review without stars needs stars for its approval', async () => {
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
    expect(starless.headers.get('Location')).toBe('/staff/reviews/?problem=no-stars')
    await act({ action: 'approve', review: '901', rating: '5' })
    await act({ action: 'refuse', review: '902' })
    const left = () =>
      env.DB.prepare(
        'SELECT id, rating, is_approved, refused_on IS NOT NULL AS refused FROM review WHERE id IN (901, 902)',
      ).all()
    const approved = { id: 901, rating: 5, is_approved: 1, refused: 0 }
    const refused = { id: 902, rating: null, is_approved: 0, refused: 1 }
    expect((await left()).results).toEqual([approved, refused])
    await act({ action: 'restore', review: '902' })
    expect((await left()).results).toEqual([approved, { ...refused, refused: 0 }])
  })
})

describe('the object of a conversation', () => {
  test('[G6] an outdated summary is written again by the alarm', async () => {
    const { shopper } = await startConversation('First')
    const object = env.CHAT.getByName(room(shopper))
    await env.DB.prepare('UPDATE chat_conversation SET last_text = ? WHERE room = ?')
      .bind('old', room(shopper))
      .run()
    await runInDurableObject(object, (_, state) => state.storage.setAlarm(Date.now() + 60_000))
    await runDurableObjectAlarm(object)
    expect((await summaryOf(shopper))?.lastText).toBe('First')
  })

  test('[G6] thirty days after the last message the conversation is deleted', async () => {
    const { shopper } = await startConversation('Forget me')
    const object = env.CHAT.getByName(room(shopper))
    await runInDurableObject(object, (_, state) => {
      state.storage.sql.exec('update message set at = ?', Date.now() - CHAT_TTL_MS)
    })
    await runDurableObjectAlarm(object)
    expect(await summaryOf(shopper)).toBeUndefined()
    expect((await object.read()).messages).toEqual([])
  })
})
