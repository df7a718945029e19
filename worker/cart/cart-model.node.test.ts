import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type PendingMutation,
  readPendingMutations,
  storePendingMutation,
} from '../../client/cart/sync/cart-storage.ts'
import {
  type CartWorld,
  connect,
  deliver,
  type ModelTab,
  newCartWorld,
  pass,
  receiveEvent,
  reload,
  signIn,
  waiting,
} from './sync/testing/cart-browser.harness.ts'
import { ledgerOf, mutationsIn, newServer, SKUS, viewOf } from './sync/testing/cart-server.harness.ts'

/** Scripts: fifty thousand actions in `npm test`, a hundred thousand with MODEL_RUNS=1000 (decision 163). */
const RUNS = Number(process.env.MODEL_RUNS ?? 500)
const ACTIONS = 100
/** The tabs of each browser; both browsers belong to one customer and begin as guests. */
const BROWSERS = [2, 1] as const

const position = { browser: fc.nat(BROWSERS.length - 1), tab: fc.nat(1) }
const action = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      ...position,
      sku: fc.constantFrom(...SKUS),
      qty: fc.integer({ min: 1, max: 3 }),
      // `early`: before the page has loaded its cart store; `left`: the page is left before that.
      when: fc.oneof(
        { weight: 6, arbitrary: fc.constant('loaded' as const) },
        fc.constantFrom('early' as const, 'left' as const),
      ),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('qty' as const),
      ...position,
      nth: fc.nat(4),
      qty: fc.integer({ min: 1, max: 6 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('remove' as const), ...position, nth: fc.nat(4) }) },
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
    arbitrary: fc.record({ kind: fc.constant('reload' as const), ...position, hasTime: fc.boolean() }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('receiveEvent' as const), ...position }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('sync' as const), ...position }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('sign-in' as const), ...position }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('line' as const), ...position, isOnline: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('evict' as const) }) },
)
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never

/** The ids of the mutations of this run. */
type MutationIds = Set<string>

async function perform(world: CartWorld, ids: MutationIds, one: Action): Promise<void> {
  if (one.kind === 'deliver') deliver(world, one.nth, one.fate)
  else if (one.kind === 'pass') pass(world, one.ms)
  else if (one.kind === 'evict') {
    // Only the rows remain.
    for (const [id, stored] of world.server.carts)
      world.server.carts.set(id, JSON.parse(JSON.stringify(stored)))
  } else {
    const browser = world.browsers[one.browser]
    const tab = browser?.tabs[one.tab % browser.tabs.length]
    if (!browser || !tab) throw new Error('a world has browsers')
    switch (one.kind) {
      case 'add': {
        const before = new Set(waiting(browser).map(({ id }) => id))
        add(world, browser, tab, one, `stored-${String(ids.size).padStart(4, '0')}.1`)
        note(world, ids, browser, before, one.sku)
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
        note(world, ids, browser, before, line.sku)
        break
      }
      case 'reload':
        reload(world, browser, one.tab % browser.tabs.length, one.hasTime)
        break
      case 'receiveEvent':
        receiveEvent(tab)
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

/** Adds as a page does: an early addition is stored before the store adds it, or the page is left. */
function add(
  world: CartWorld,
  browser: CartWorld['browsers'][number],
  { store }: ModelTab,
  { sku, qty, when }: Extract<Action, { kind: 'add' }>,
  id: string,
): void {
  const fields = { sku, qty: String(qty) }
  if (when === 'loaded') {
    void store.add(fields)
    return
  }
  // By its time, the addition is after all others: a shopper's presses are milliseconds apart.
  const order = Math.max(world.server.now, ...waiting(browser).map((other) => other.order + 1))
  const stored: PendingMutation = {
    ...{ id, order, cart: '', due: 0, sent: false },
    wish: { kind: 'add', fields },
  }
  storePendingMutation(browser.storage, stored)
  if (when === 'left') return
  void store.add(fields, id)
}

/** Checks that a tab never shows an older version of a cart than before. */
function expectNoWayBack(tab: ModelTab): void {
  const { key = '', version = 0 } = tab.store.get().cart.view ?? {}
  if (key === tab.shown.key) expect(version).toBeGreaterThanOrEqual(tab.shown.version)
  tab.shown = { key, version }
}

function note(
  world: CartWorld,
  ids: MutationIds,
  browser: CartWorld['browsers'][number],
  before: ReadonlySet<string>,
  sku: string,
): void {
  for (const { id, wish } of waiting(browser)) {
    if (before.has(id)) continue
    ids.add(id)
    const isMore = wish.kind === 'add'
    world.seen.set(id, { sku, isMore, order: ids.size, browser: world.browsers.indexOf(browser) })
  }
}

/** Delivers all messages in their order until no message is left. */
async function settle(world: CartWorld): Promise<void> {
  for (const browser of world.browsers) connect(browser, true)
  for (let round = 0; round < 400; round += 1) {
    await setImmediate()
    if (world.messages.length > 0) deliver(world, 0, 'goes-well')
    else if (world.browsers.some((browser) => waiting(browser).length > 0)) pass(world, 1_000)
    else break
  }
  // Twice, because a device may merge its cart while it reads, and the socket then notifies the other devices.
  for (const _ of [1, 2]) {
    for (const tab of world.browsers.flatMap(({ tabs }) => tabs)) {
      receiveEvent(tab)
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

/** Checks the invariants of the cart when no message is left. */
function expectInvariants(world: CartWorld, ids: MutationIds): void {
  const { server } = world
  // Every mutation that a page sent is answered in the end, even if the page was closed.
  const answered = new Set([...[...server.applied.values()].flat(), ...server.refused])
  expect([...world.sent].filter((id) => !answered.has(id))).toEqual([])
  for (const browser of world.browsers) {
    expect(readPendingMutations(browser.storage)).toEqual([])
    const { quoteId } = browser.jar
    const serverLines = asPairs(viewOf(server, quoteId).lines)
    for (const { store } of browser.tabs) expect(asPairs(store.get().view?.lines ?? [])).toEqual(serverLines)
    // No line is lost or comes back, and each line has the quantity of the last accepted mutation.
    const expected =
      quoteId === null ? [] : [...ledgerOf(server, quoteId)].map(([sku, { qty }]) => ({ sku, qty }))
    expect(serverLines).toEqual(asPairs(expected))
    // Each mutation applies once. A mutation that reached an abandoned guest's cart is in no cart that a shopper has.
    const mutations = quoteId === null ? [] : mutationsIn(server, quoteId)
    // A quantity that reached both the former and the current cart is not added again by the merge.
    const own = (quoteId !== null && server.applied.get(quoteId)) || []
    const more = mutations.filter((id) => world.seen.get(id)?.isMore)
    for (const once of [own, more]) expect(new Set(once).size).toBe(once.length)
    for (const id of mutations) expect(ids.has(id)).toBe(true)
  }
}

test('[D2] [D4] [D6] random actions on a cart over a bad connection: every mutation applies once, no line is lost or comes back', async () => {
  let actions = 0
  let applied = 0
  let refused = 0
  let joined = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(action, { minLength: ACTIONS, maxLength: ACTIONS, size: 'max' }),
      async (script) => {
        const world = newCartWorld(newServer(), BROWSERS)
        const ids: MutationIds = new Set()
        for (const one of script) await perform(world, ids, one)
        actions += script.length
        await settle(world)
        expectInvariants(world, ids)
        applied += [...world.server.applied.values()].flat().length
        refused += world.server.refused.size
        joined += world.server.merged.size
      },
    ),
    { numRuns: RUNS, endOnFailure: false },
  )
  expect(actions).toBeGreaterThanOrEqual(RUNS * ACTIONS)
  // The scripts really add, are really refused, and really merge guests' carts.
  expect(applied).toBeGreaterThan(5 * RUNS)
  expect(refused).toBeGreaterThan(RUNS / 10)
  expect(joined).toBeGreaterThan(RUNS / 10)
}, 120_000)
