import { expect, test } from 'vitest'
import type { ChatFrame } from '../../../schema/content/chat/chat.api.ts'
import type { ChatMessage } from '../../../schema/content/chat/chat.ts'
import { NETWORK_ERROR, NETWORK_MESSAGES } from '../../platform/api/call-api.ts'
import { type ChatPorts, type ChatState, openChatClient, type QueuedMessage } from './chat-client.store.ts'

/** Creates a chat client with a fake shop, whose connection can be cut. */
function connectToShop({ hasBegun = false } = {}) {
  const stored: ChatMessage[] = []
  const posts: QueuedMessage[] = []
  const timers: { ms: number; action: () => void }[] = []
  const sockets: { receive: (frame: ChatFrame) => void; onClose: () => void }[] = []
  let isConnected = true
  let losesReplies = false
  let refusal = ''
  let ids = 0
  let state: ChatState | undefined
  const ports: ChatPorts = {
    async post({ clientId, text }) {
      posts.push({ clientId, text })
      if (!isConnected)
        return { ok: false, code: NETWORK_ERROR, message: NETWORK_MESSAGES.offline, result: null }
      if (refusal) return { ok: false, code: 429, message: refusal, result: refusal }
      let message = stored.find((known) => known.clientId === clientId)
      if (!message) {
        message = { id: stored.length + 1, author: 'shopper', text, at: 0, clientId }
        stored.push(message)
      }
      if (losesReplies)
        return { ok: false, code: NETWORK_ERROR, message: NETWORK_MESSAGES.offline, result: null }
      return { ok: true, value: { message } }
    },
    connect(receive, onClose) {
      const socket = { receive, onClose }
      sockets.push(socket)
      if (isConnected) receive({ kind: 'hello', messages: [...stored], closed: false })
      else queueMicrotask(onClose)
      return { send: () => {}, close: () => {} }
    },
    after(ms, action) {
      const timer = { ms, action }
      timers.push(timer)
      return () => timers.splice(timers.indexOf(timer), 1)
    },
    chance: () => 1,
    newId: () => `id-${++ids}`,
    isOnline: () => isConnected,
  }
  const client = openChatClient(ports, { messages: [], closed: false, hasBegun }, (next) => {
    state = next
  })
  return {
    client,
    stored,
    posts,
    timers,
    sockets,
    cut: (cut: boolean) => {
      isConnected = !cut
    },
    lose: (lost: boolean) => {
      losesReplies = lost
    },
    refuse: (message: string) => {
      refusal = message
    },
    texts: () => state?.messages.map(({ text }) => text),
    queued: () => state?.queued.map(({ text }) => text),
    state: () => state,
    runTimer: () => timers.shift()?.action(),
  }
}
const settled = () => new Promise((resolve) => setTimeout(resolve))

test('[G6] the first message creates the conversation and opens its socket', async () => {
  const { client, sockets, texts } = connectToShop()
  expect(sockets).toHaveLength(0)
  client.send('hello')
  await settled()
  expect(texts()).toEqual(['hello'])
  expect(sockets).toHaveLength(1)
})

test('[G6] messages without a connection are queued with a notice, and sent once and in order when the connection is back', async () => {
  const chat = connectToShop()
  chat.cut(true)
  chat.client.send('one')
  chat.client.send('two')
  await settled()
  expect(chat.queued()).toEqual(['one', 'two'])
  expect(chat.state()?.problem).toBe('There is no Internet connection')
  chat.cut(false)
  chat.client.retry()
  await settled()
  expect(chat.texts()).toEqual(['one', 'two'])
  expect(chat.queued()).toEqual([])
  expect(chat.state()?.problem).toBeNull()
})

test('[G6] a message whose reply was lost is sent again under its id and stored once', async () => {
  const chat = connectToShop()
  chat.lose(true)
  chat.client.send('once')
  await settled()
  expect(chat.queued()).toEqual(['once'])
  chat.lose(false)
  chat.runTimer()
  await settled()
  expect(chat.posts.map(({ clientId }) => clientId)).toEqual(['id-1', 'id-1'])
  expect(chat.stored).toHaveLength(1)
  expect(chat.texts()).toEqual(['once'])
})

test('[G6] a closed socket is reopened with growing delays, and delivers the missed messages', async () => {
  const chat = connectToShop({ hasBegun: true })
  chat.cut(true)
  chat.sockets[0]?.onClose()
  const pauses: number[] = []
  for (let n = 0; n < 3; n += 1) {
    pauses.push(chat.timers[0]?.ms ?? 0)
    chat.runTimer()
    await settled()
  }
  expect(pauses).toEqual([500, 1000, 2000])
  chat.cut(false)
  chat.stored.push({ id: 1, author: 'staff', text: 'still there?', at: 0, clientId: 's' })
  chat.runTimer()
  await settled()
  expect(chat.texts()).toEqual(['still there?'])
  expect(chat.timers).toHaveLength(0)
})

test('[G6] a refused message is returned to its author with the reason', async () => {
  const chat = connectToShop()
  chat.refuse('Too fast.')
  chat.client.send('hasty')
  await settled()
  expect(chat.state()).toMatchObject({ queued: [], problem: 'Too fast.', returned: 'hasty' })
})

test('[G6] a stopped client opens no socket and sends no message', async () => {
  const chat = connectToShop({ hasBegun: true })
  chat.client.stop()
  chat.sockets[0]?.onClose()
  chat.client.send('late')
  await settled()
  expect(chat.posts).toEqual([])
  expect(chat.timers).toEqual([])
})
