/** The browsers of the cart's model: tabs with the real store, and one storage, lock and cookie jar per browser. */

import { createCartStore } from '../../../../client/cart/sync/cart.store.ts'
import type { CartStore } from '../../../../client/cart/sync/cart-ports.ts'
import { readPendingMutations } from '../../../../client/cart/sync/cart-storage.ts'
import { type ApiResult, NETWORK_ERROR } from '../../../../client/platform/api/call-api.ts'
import { type KeyedStorage, memoryStorage } from '../../../../client/platform/storage/memory-storage.ts'
import type { CartView } from '../../../../schema/cart/cart.api.ts'
import type { CartFormFields } from '../../../../schema/cart/cart-form.api.ts'
import {
  type CartServer,
  type Cookies,
  create,
  form,
  type Jar,
  type Pressed,
  pull,
  takeAlong,
} from './cart-server.harness.ts'

/** A call in flight: first to the shop, then back. */
export interface Message {
  browser: ModelBrowser
  /** Runs at the shop and returns the response. */
  serve: (jar: Jar) => { cookies: Cookies; reply: unknown }
  jar: Jar
  /** The response, once the shop has answered. */
  answer: { cookies: Cookies; reply: unknown } | null
  tab: ModelTab | null
  /** True when the page no longer waits, so that the response and its cookies are not read. */
  isAbandoned: boolean
  settle: (reply: unknown | null) => void
}

export interface ModelTab {
  store: CartStore
  isAlive: boolean
  timers: Set<{ at: number; callback: () => void }>
  /** True when another tab has written and this tab was not notified yet. */
  hasPendingEvent: boolean
  /** The last shown cart. */
  shown: { key: string; version: number }
}

export interface ModelBrowser {
  storage: KeyedStorage
  jar: Jar
  tabs: ModelTab[]
  isOnline: boolean
  lock: Promise<void>
}

export interface CartWorld {
  server: CartServer
  browsers: ModelBrowser[]
  messages: Message[]
  /** For each mutation the line that the shopper saw, the browser, and the order of the mutation. */
  seen: Map<string, Pressed>
  /** The ids of the mutations that a page has sent. */
  sent: Set<string>
  pages: number
}

export function newCartWorld(server: CartServer, tabs: readonly number[]): CartWorld {
  const world: CartWorld = { server, browsers: [], messages: [], seen: new Map(), sent: new Set(), pages: 0 }
  for (const count of tabs) {
    const browser: ModelBrowser = {
      storage: memoryStorage(),
      jar: { quoteId: null, signedIn: false },
      tabs: [],
      isOnline: true,
      lock: Promise.resolve(),
    }
    world.browsers.push(browser)
    for (let at = 0; at < count; at += 1) browser.tabs.push(openTab(world, browser))
  }
  return world
}

/** Sends a call; a lost message ends it with a network error. */
function call<T>(
  world: CartWorld,
  browser: ModelBrowser,
  tab: ModelTab | null,
  serve: Message['serve'],
): Promise<T | null> {
  return new Promise((resolve) => {
    if (!browser.isOnline) return resolve(null)
    world.messages.push({
      browser,
      tab,
      serve,
      jar: { ...browser.jar },
      answer: null,
      isAbandoned: false,
      // A closed tab receives no response and has no further effect.
      settle: (reply) => (tab?.isAlive ?? true) && resolve(reply as T | null),
    })
  })
}

const LOST = {
  ok: false as const,
  code: NETWORK_ERROR,
  message: 'There is no Internet connection',
  result: null,
}

function openTab(world: CartWorld, browser: ModelBrowser): ModelTab {
  const { server } = world
  const tab = {
    isAlive: true,
    timers: new Set(),
    hasPendingEvent: false,
    shown: { key: '', version: 0 },
  } as unknown as ModelTab
  world.pages += 1
  const page = `page-${String(world.pages).padStart(6, '0')}`
  const { storage } = browser
  const announced = <T>(work: () => T): T => {
    for (const other of browser.tabs) if (other !== tab) other.hasPendingEvent = true
    return work()
  }
  tab.store = createCartStore({
    async post(fields: CartFormFields) {
      if (browser.isOnline) world.sent.add(fields.mutation ?? '')
      const reply = await call<ReturnType<typeof form>>(world, browser, tab, (jar) => {
        const done = form(server, jar, fields, world.seen.get(fields.mutation ?? ''))
        return { cookies: done.cookies, reply: done }
      })
      if (reply === null) return LOST
      const { code, result } = reply
      return typeof result === 'string'
        ? { ok: false, code, message: result, result }
        : { ok: true, value: result }
    },
    async pull(): Promise<ApiResult<CartView>> {
      const reply = await call<CartView>(world, browser, tab, (jar) => {
        const done = pull(server, jar)
        return { cookies: done.cookies, reply: done.view }
      })
      return reply === null ? LOST : { ok: true, value: reply }
    },
    async connect() {
      const reply = await call<number>(world, browser, tab, (jar) => ({
        // A cart that the tab knows is not set again, because the browser may have got another cart meanwhile.
        cookies: jar.quoteId === null ? create(server, jar) : {},
        reply: 200,
      }))
      return reply ?? NETWORK_ERROR
    },
    storage: {
      ...storage,
      setItem: (key, value) => announced(() => storage.setItem(key, value)),
      removeItem: (key) => announced(() => storage.removeItem(key)),
      get length() {
        return storage.length
      },
    },
    withLock(callback) {
      // A closed tab releases the lock.
      const gone = new Promise<void>((resolve) =>
        tab.timers.add({ at: Number.POSITIVE_INFINITY, callback: resolve }),
      )
      const turn = browser.lock.then(() => (tab.isAlive ? Promise.race([callback(), gone]) : undefined))
      browser.lock = turn
      return turn
    },
    after(ms, callback) {
      const timer = { at: server.now + ms, callback }
      tab.timers.add(timer)
      return () => tab.timers.delete(timer)
    },
    now: () => server.now,
    newId: () => page,
    isOnline: () => browser.isOnline,
    publishCount: () => undefined,
    trackRemoval: () => undefined,
    reportRefusal: () => undefined,
  })
  return tab
}

/** Closes a tab, with its last request if there is time, and opens the page again from the server. */
export function reload(world: CartWorld, browser: ModelBrowser, at: number, hasTime: boolean): void {
  const old = browser.tabs[at]
  if (!old) return
  if (hasTime) old.store.sendBeforeUnload()
  old.isAlive = false
  for (const message of world.messages) message.isAbandoned ||= message.tab === old
  // The next tab in the queue of the lock continues.
  for (const { at: when, callback } of old.timers) if (when === Number.POSITIVE_INFINITY) callback()
  old.timers.clear()
  const tab = openTab(world, browser)
  browser.tabs[at] = tab
  if (!browser.isOnline) return
  const { cookies, view } = pull(world.server, browser.jar)
  browser.jar = { ...browser.jar, ...cookies }
  tab.store.acceptView(view)
  void tab.store.flush()
}

/** Signs in under the cart's lock: no other call may create or leave a cart meanwhile. */
export function signIn(world: CartWorld, browser: ModelBrowser): void {
  browser.lock = browser.lock.then(async () => {
    await call(world, browser, null, (jar) => ({ cookies: takeAlong(world.server, jar), reply: true }))
  })
}

export type Fate = 'goes-well' | 'lost' | 'late' | 'doubled'

/** Delivers one message one step further. */
export function deliver(world: CartWorld, nth: number, fate: Fate): void {
  const at = world.messages.length === 0 ? -1 : nth % world.messages.length
  const message = world.messages[at]
  if (!message) return
  const { browser } = message
  if (fate === 'late') {
    // The page no longer waits; the call itself is still in flight.
    message.settle(null)
    message.isAbandoned = true
    return
  }
  if (fate === 'lost') {
    world.messages.splice(at, 1)
    message.settle(null)
    return
  }
  if (message.answer === null) {
    message.answer = message.serve(message.jar)
    if (message.isAbandoned) world.messages.splice(at, 1)
    // A sign-in does not use a tab's store, and the network does not repeat it.
    if (fate === 'doubled' && message.tab)
      world.messages.push({ ...message, answer: null, isAbandoned: true, settle: () => undefined })
    return
  }
  world.messages.splice(at, 1)
  if (!message.isAbandoned) browser.jar = { ...browser.jar, ...message.answer.cookies }
  message.settle(message.answer.reply)
}

/** Advances the clock and runs the timers that are due. */
export function pass(world: CartWorld, ms: number): void {
  world.server.now += ms
  for (const tab of world.browsers.flatMap(({ tabs }) => tabs)) {
    for (const timer of [...tab.timers]) {
      if (timer.at > world.server.now) continue
      tab.timers.delete(timer)
      timer.callback()
    }
  }
}

export function receiveEvent(tab: ModelTab): void {
  if (!tab.hasPendingEvent) return
  tab.hasPendingEvent = false
  tab.store.readStored()
}

export function connect(browser: ModelBrowser, isOnline: boolean): void {
  browser.isOnline = isOnline
  if (isOnline) for (const { store } of browser.tabs) void store.flush()
}

export const waiting = (browser: ModelBrowser) => readPendingMutations(browser.storage)
