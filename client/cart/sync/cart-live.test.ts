import { beforeEach, expect, test } from 'vitest'
import type { CartVersionEvent } from '../../../schema/cart/sync/cart-live.api.ts'
import { type CartSocketPorts, subscribeToCartVersion } from './cart-live.ts'
import type { CartMessage, CartStore } from './cart-ports.ts'

type Line = { itemId: number; sku: string; qty: number; unitPrice: number; type: string; choices: [] }
const line = (itemId: number, qty = 1): Line => ({
  ...{ itemId, sku: `TL-${itemId}`, qty, unitPrice: 100, type: 'simple', choices: [] },
})

let state: { token: string; version: number; lines: Line[] }
let after: { version: number; lines: Line[] }
let changed: () => void
let syncs: number
let messages: CartMessage[]
let sockets: { receive: (frame: CartVersionEvent) => void; ended: () => void; isOpen: boolean }[]
let timers: { ms: number; act: () => void }[]

const cart = {
  get: () => ({
    view: { lines: state.lines },
    cart: { token: state.token, view: { version: state.version } },
  }),
  subscribe: (act: () => void) => {
    changed = act
    return () => undefined
  },
  sync: async () => {
    syncs += 1
    Object.assign(state, after)
    return true
  },
  showMessage: (message: CartMessage) => void messages.push(message),
} as unknown as CartStore

const ports: CartSocketPorts = {
  listen(receive, ended) {
    const socket = { receive, ended, isOpen: true }
    sockets.push(socket)
    return {
      close() {
        socket.isOpen = false
        ended()
      },
    }
  },
  after(ms, act) {
    const timer = { ms, act }
    timers.push(timer)
    return () => {
      timers = timers.filter((one) => one !== timer)
    }
  },
  chance: () => 1,
}

async function fire(): Promise<void> {
  const due = timers
  timers = []
  for (const { act } of due) act()
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
}

beforeEach(() => {
  state = { token: 'key', version: 3, lines: [line(1)] }
  after = { version: 4, lines: [line(1), line(2)] }
  syncs = 0
  messages = []
  sockets = []
  timers = []
})

test('[D2] a change by another device is read and reported', async () => {
  subscribeToCartVersion(cart, ports)
  sockets[0]?.receive({ version: 4 })
  await fire()
  expect([syncs, messages.map(({ text }) => text)]).toEqual([1, ['Your cart changed on another device.']])
})

test('[D2] own changes, and versions with the same lines, are not reported', async () => {
  subscribeToCartVersion(cart, ports)
  sockets[0]?.receive({ version: 4 })
  state.version = 4
  await fire()
  expect(syncs).toBe(0)
  after = { version: 5, lines: [line(1)] }
  sockets[0]?.receive({ version: 5 })
  await fire()
  expect([syncs, messages]).toEqual([1, []])
})

test('a lost socket reconnects after growing delays; another cart gets another socket; unsubscribing closes it', async () => {
  const stop = subscribeToCartVersion(cart, ports)
  sockets[0]?.ended()
  const [first] = timers.map(({ ms }) => ms)
  await fire()
  sockets[1]?.ended()
  expect(timers[0]?.ms).toBeGreaterThan(first ?? Number.POSITIVE_INFINITY)
  await fire()
  state.token = 'next'
  changed()
  expect(sockets[2]?.isOpen).toBe(false)
  await fire()
  expect(sockets).toHaveLength(4)
  stop()
  expect([sockets[3]?.isOpen, timers]).toEqual([false, []])
})
