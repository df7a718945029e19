import { expect, test } from 'vitest'
import type { ChatFrame } from '../../../schema/content/chat/chat.api.ts'
import type { ChatMessage } from '../../../schema/content/chat/chat.ts'
import { NETWORK_ERROR, NETWORK_MESSAGES } from '../../platform/api/call-api.ts'
import { type ChatPorts, type ChatState, openChatClient, type QueuedMessage } from './chat-client.store.ts'

/** A shop at the other end of a line that can be cut. */
function shop({ hasBegun = false } = {}) {
  const said: ChatMessage[] = []
  const posts: QueuedMessage[] = []
  const timers: { ms: number; act: () => void }[] = []
  const sockets: { heard: (frame: ChatFrame) => void; gone: () => void }[] = []
  let isConnected = true
  let loses = false
  let refuses = ''
  let ids = 0
  let state: ChatState | undefined
  const ports: ChatPorts = {
    async say({ clientId, text }) {
      posts.push({ clientId, text })
      if (!isConnected)
        return { ok: false, code: NETWORK_ERROR, message: NETWORK_MESSAGES.offline, result: null }
      if (refuses) return { ok: false, code: 429, message: refuses, result: refuses }
      let message = said.find((known) => known.clientId === clientId)
      if (!message) {
        message = { id: said.length + 1, author: 'shopper', text, at: 0, clientId }
        said.push(message)
      }
      if (loses) return { ok: false, code: NETWORK_ERROR, message: NETWORK_MESSAGES.offline, result: null }
      return { ok: true, value: { message } }
    },
    listen(heard, gone) {
      const socket = { heard, gone }
      sockets.push(socket)
      if (isConnected) heard({ kind: 'hello', messages: [...said], closed: false })
      else queueMicrotask(gone)
      return { send: () => {}, close: () => {} }
    },
    after(ms, act) {
      const timer = { ms, act }
      timers.push(timer)
      return () => timers.splice(timers.indexOf(timer), 1)
    },
    chance: () => 1,
    newId: () => `id-${++ids}`,
    isOnline: () => isConnected,
  }
  const line = openChatClient(ports, { messages: [], closed: false, hasBegun }, (next) => {
    state = next
  })
  return {
    line,
    said,
    posts,
    timers,
    sockets,
    cut: (cut: boolean) => {
      isConnected = !cut
    },
    lose: (lost: boolean) => {
      loses = lost
    },
    refuse: (words: string) => {
      refuses = words
    },
    texts: () => state?.messages.map(({ text }) => text),
    waiting: () => state?.waiting.map(({ text }) => text),
    state: () => state,
    runTimer: () => timers.shift()?.act(),
  }
}
const settled = () => new Promise((resolve) => setTimeout(resolve))

test('[G6] the first message makes the conversation, and then its socket is listened to', async () => {
  const { line, sockets, texts } = shop()
  expect(sockets).toHaveLength(0)
  line.say('hello')
  await settled()
  expect(texts()).toEqual(['hello'])
  expect(sockets).toHaveLength(1)
})

test('[G6] what is typed without a connection waits, says why, and is sent once and in order when it is back', async () => {
  const at = shop()
  at.cut(true)
  at.line.say('one')
  at.line.say('two')
  await settled()
  expect(at.waiting()).toEqual(['one', 'two'])
  expect(at.state()?.problem).toBe('There is no Internet connection')
  at.cut(false)
  at.line.retry()
  await settled()
  expect(at.texts()).toEqual(['one', 'two'])
  expect(at.waiting()).toEqual([])
  expect(at.state()?.problem).toBeNull()
})

test('[G6] a message whose answer was lost is sent again under its id and said once', async () => {
  const at = shop()
  at.lose(true)
  at.line.say('once')
  await settled()
  expect(at.waiting()).toEqual(['once'])
  at.lose(false)
  at.runTimer()
  await settled()
  expect(at.posts.map(({ clientId }) => clientId)).toEqual(['id-1', 'id-1'])
  expect(at.said).toHaveLength(1)
  expect(at.texts()).toEqual(['once'])
})

test('[G6] a socket that is gone is opened again, slower each time, and brings what was missed', async () => {
  const at = shop({ hasBegun: true })
  at.cut(true)
  at.sockets[0]?.gone()
  const pauses: number[] = []
  for (let n = 0; n < 3; n += 1) {
    pauses.push(at.timers[0]?.ms ?? 0)
    at.runTimer()
    await settled()
  }
  expect(pauses).toEqual([500, 1000, 2000])
  at.cut(false)
  at.said.push({ id: 1, author: 'staff', text: 'still there?', at: 0, clientId: 's' })
  at.runTimer()
  await settled()
  expect(at.texts()).toEqual(['still there?'])
  expect(at.timers).toHaveLength(0)
})

test('[G6] a refused message comes back to who wrote it, with the reason', async () => {
  const at = shop()
  at.refuse('Too fast.')
  at.line.say('hasty')
  await settled()
  expect(at.state()).toMatchObject({ waiting: [], problem: 'Too fast.', returned: 'hasty' })
})

test('[G6] after it is stopped nothing is opened or sent', async () => {
  const at = shop({ hasBegun: true })
  at.line.stop()
  at.sockets[0]?.gone()
  at.line.say('late')
  await settled()
  expect(at.posts).toEqual([])
  expect(at.timers).toEqual([])
})
