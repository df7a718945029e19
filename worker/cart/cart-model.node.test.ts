import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPendingMutations } from '../../client/cart/sync/cart-storage.ts'
import {
  type CartWorld,
  connect,
  deliver,
  hear,
  type ModelTab,
  newCartWorld,
  pass,
  reload,
  signIn,
  waiting,
} from './sync/testing/cart-browser.harness.ts'
import { actsIn, ledgerOf, newServer, SKUS, viewOf } from './sync/testing/cart-server.harness.ts'

const RUNS = 1_000
const ACTS = 100
/** Tabs of each browser; both belong to one customer, and begin as guests. */
const BROWSERS = [2, 1] as const

const place = { browser: fc.nat(BROWSERS.length - 1), tab: fc.nat(1) }
const act = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      ...place,
      sku: fc.constantFrom(...SKUS),
      qty: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('qty' as const),
      ...place,
      nth: fc.nat(4),
      qty: fc.integer({ min: 1, max: 6 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('remove' as const), ...place, nth: fc.nat(4) }) },
  {
    weight: 40,
    arbitrary: fc.record({
      kind: fc.constant('deliver' as const),
      nth: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(9) }),
      fate: fc.oneof(
        { weight: 12, arbitrary: fc.constant('goes-well' as const) },
        { weight: 1, arbitrary: fc.constantFrom('lost' as const, 'late' as const, 'doubled' as const) },
      ),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.constantFrom(100, 300, 600, 2_000) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('reload' as const), ...place, hasTime: fc.boolean() }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('hear' as const), ...place }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('sync' as const), ...place }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('sign-in' as const), ...place }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('line' as const), ...place, isOnline: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('evict' as const) }) },
)
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never

/** Names of the wishes that were made, in this run. */
type Made = Set<string>

async function perform(world: CartWorld, made: Made, one: Act): Promise<void> {
  if (one.kind === 'deliver') deliver(world, one.nth, one.fate)
  else if (one.kind === 'pass') pass(world, one.ms)
  else if (one.kind === 'evict') {
    // Rows are all that stays.
    for (const [id, stored] of world.server.carts)
      world.server.carts.set(id, JSON.parse(JSON.stringify(stored)))
  } else {
    const browser = world.browsers[one.browser]
    const tab = browser?.tabs[one.tab % browser.tabs.length]
    if (!browser || !tab) throw new Error('a world has browsers')
    switch (one.kind) {
      case 'add': {
        const before = new Set(waiting(browser).map(({ id }) => id))
        void tab.store.add({ sku: one.sku, qty: String(one.qty) })
        note(world, made, browser, before, one.sku)
        break
      }
      case 'qty':
      case 'remove': {
        const lines = tab.store.get().view?.lines ?? []
        const line = lines[one.nth % Math.max(1, lines.length)]
        if (!line) break
        const before = new Set(waiting(browser).map(({ id }) => id))
        const { itemId } = line
        tab.store.mutate(
          one.kind === 'qty' ? { kind: 'qty', itemId, qty: one.qty } : { kind: 'remove', itemId },
        )
        note(world, made, browser, before, line.sku)
        break
      }
      case 'reload':
        reload(world, browser, one.tab % browser.tabs.length, one.hasTime)
        break
      case 'hear':
        hear(tab)
        break
      case 'sync':
        void tab.store.sync({ forced: true })
        break
      case 'sign-in':
        if (!browser.jar.signedIn) signIn(world, browser)
        break
      case 'line':
        connect(browser, one.isOnline)
    }
  }
  await setImmediate()
  for (const tab of world.browsers.flatMap(({ tabs }) => tabs)) expectNoWayBack(tab)
}

/** What a tab shows of a cart is never older than what it has shown of it. */
function expectNoWayBack(tab: ModelTab): void {
  const { key = '', version = 0 } = tab.store.get().cart.view ?? {}
  if (key === tab.shown.key) expect(version).toBeGreaterThanOrEqual(tab.shown.version)
  tab.shown = { key, version }
}

function note(
  world: CartWorld,
  made: Made,
  browser: CartWorld['browsers'][number],
  before: ReadonlySet<string>,
  sku: string,
): void {
  for (const { id, wish } of waiting(browser)) {
    if (before.has(id)) continue
    made.add(id)
    const isMore = wish.kind === 'add'
    world.seen.set(id, { sku, isMore, order: made.size, browser: world.browsers.indexOf(browser) })
  }
}

/** Everything arrives, in its order; nothing is left to wait for. */
async function settle(world: CartWorld): Promise<void> {
  for (const browser of world.browsers) connect(browser, true)
  for (let round = 0; round < 400; round += 1) {
    await setImmediate()
    if (world.messages.length > 0) deliver(world, 0, 'goes-well')
    else if (world.browsers.some((browser) => waiting(browser).length > 0)) pass(world, 1_000)
    else break
  }
  // Twice: what one device merges as it reads, the socket sends to the others.
  for (const _ of [1, 2]) {
    for (const tab of world.browsers.flatMap(({ tabs }) => tabs)) {
      hear(tab)
      void tab.store.sync({ forced: true })
    }
    for (let round = 0; round < 100; round += 1) {
      await setImmediate()
      if (world.messages.length === 0) break
      deliver(world, 0, 'goes-well')
    }
  }
}

const asPairs = (lines: readonly { sku: string; qty: number }[]) =>
  lines.map(({ sku, qty }) => `${qty} ${sku}`).sort()

/** The law of the cart, once everything has settled. */
function expectTheLaw(world: CartWorld, made: Made): void {
  const { server } = world
  // What has left a page is answered in the end, whatever became of the page.
  const answered = new Set([...[...server.applied.values()].flat(), ...server.refused])
  expect([...world.sent].filter((id) => !answered.has(id))).toEqual([])
  for (const browser of world.browsers) {
    expect(readPendingMutations(browser.storage)).toEqual([])
    const { quoteId } = browser.jar
    const theirs = asPairs(viewOf(server, quoteId).lines)
    for (const { store } of browser.tabs) expect(asPairs(store.get().view?.lines ?? [])).toEqual(theirs)
    // No line lost, none come back, each as the last act that was accepted says.
    const meant =
      quoteId === null ? [] : [...ledgerOf(server, quoteId)].map(([sku, { qty }]) => ({ sku, qty }))
    expect(theirs).toEqual(asPairs(meant))
    // Each counts once. What reached a guest's cart that was left in the meantime is in no cart that anybody has.
    const names = quoteId === null ? [] : actsIn(server, quoteId)
    // A quantity that reached the former cart late, and this one again, is the same quantity when the former comes along.
    const own = (quoteId !== null && server.applied.get(quoteId)) || []
    const more = names.filter((id) => world.seen.get(id)?.isMore)
    for (const once of [own, more]) expect(new Set(once).size).toBe(once.length)
    for (const id of names) expect(made.has(id)).toBe(true)
  }
}

test('[D2] [D4] [D6] a hundred thousand acts on a cart over a bad line: every wish counts once, no line is lost or comes back', async () => {
  let acts = 0
  let applied = 0
  let refused = 0
  let joined = 0
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: ACTS, maxLength: ACTS, size: 'max' }), async (script) => {
      const world = newCartWorld(newServer(), BROWSERS)
      const made: Made = new Set()
      for (const one of script) await perform(world, made, one)
      acts += script.length
      await settle(world)
      expectTheLaw(world, made)
      applied += [...world.server.applied.values()].flat().length
      refused += world.server.refused.size
      joined += world.server.brought.size
    }),
    { numRuns: RUNS, endOnFailure: false },
  )
  expect(acts).toBeGreaterThanOrEqual(RUNS * ACTS)
  // The scripts really buy, are really refused, and guests really come along.
  expect(applied).toBeGreaterThan(5 * RUNS)
  expect(refused).toBeGreaterThan(RUNS / 10)
  expect(joined).toBeGreaterThan(RUNS / 10)
}, 120_000)
