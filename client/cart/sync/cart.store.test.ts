import { beforeEach, describe, expect, test, vi } from 'vitest'
import { NETWORK_ERROR } from '../../platform/api/call-api.ts'
import type { CartStore } from './cart-ports.ts'
import { clearStoredCart, readPendingMutations } from './cart-storage.ts'
import { actionsOf, browser, done, failed, line, settle, shown, view } from './testing/cart-store.harness.ts'

let here: ReturnType<typeof browser>
let cart: CartStore
beforeEach(() => {
  here = browser()
  cart = here.open()
  cart.acceptView(view(3, line(1), line(2), line(3)))
})

describe('[D6] a removal', () => {
  test('shows at once and is sent after 500 ms; another one restarts the delay, and both are sent in order', async () => {
    here.reply = (fields) =>
      done('item_id' in fields && fields.item_id === '1' ? view(4, line(2), line(3)) : view(5, line(3)))
    cart.mutate({ kind: 'remove', itemId: 1 })
    expect(shown(cart)).toEqual([
      [2, 1],
      [3, 1],
    ])
    await here.pass(400)
    cart.mutate({ kind: 'remove', itemId: 2 })
    expect(shown(cart)).toEqual([[3, 1]])
    await here.pass(400)
    expect(here.posts).toEqual([])
    await here.pass(100)
    expect(actionsOf(here.posts)).toEqual(['remove 1', 'remove 2'])
    expect(here.removed.map(({ sku }) => sku)).toEqual(['TL-1', 'TL-2'])
    expect([shown(cart), cart.get().busy]).toEqual([[[3, 1]], false])
  })

  test('that is refused restores the line and shows the reason', async () => {
    here.reply = () => failed(409, 'We’re placing your order.')
    here.pulled = view(3, line(1), line(2), line(3))
    cart.mutate({ kind: 'remove', itemId: 1 })
    await here.pass(500)
    expect(shown(cart)).toHaveLength(3)
    expect(cart.get().message).toEqual({ good: false, text: 'We’re placing your order.', about: 'remove' })
  })

  test('is sent when the page is left, and sent again by the next page with the same id', async () => {
    cart.mutate({ kind: 'remove', itemId: 1 })
    cart.sendBeforeUnload()
    here.reply = () => done(view(4, line(2), line(3)))
    const next = here.open()
    expect(shown(next)).toEqual([
      [2, 1],
      [3, 1],
    ])
    await next.flush({ now: true })
    expect(new Set(here.posts.map(({ mutation }) => mutation)).size).toBe(1)
    expect(here.posts).toHaveLength(2)
  })
})

describe('[D2] without a connection', () => {
  test('the stored cart is shown, and mutations are sent once and in order after the reconnect', async () => {
    here.online = false
    cart.mutate({ kind: 'qty', itemId: 1, qty: 4 })
    cart.mutate({ kind: 'remove', itemId: 2 })
    cart.mutate({ kind: 'qty', itemId: 3, qty: 2 })
    await here.pass(2_000)
    const reloaded = here.open()
    expect(shown(reloaded)).toEqual([
      [1, 4],
      [3, 2],
    ])
    expect(cart.get().unanswered).toBe(true)
    expect(here.posts).toEqual([])
    here.online = true
    here.reply = () => done(view(4 + here.posts.length, line(1, 4), line(3, 2)))
    await reloaded.flush()
    expect(actionsOf(here.posts)).toEqual(['set 1', 'remove 2', 'set 3'])
    expect(readPendingMutations(here.storage)).toEqual([])
  })

  test('an addition fails and is not stored', async () => {
    here.online = false
    expect(await cart.add({ sku: 'TL-9' })).toMatchObject({
      end: 'unsent',
      text: 'There is no Internet connection',
    })
    expect(readPendingMutations(here.storage)).toEqual([])
  })

  test('[D12] a mutation without a response is sent again after a second, then after longer delays, with the same id', async () => {
    cart.mutate({ kind: 'qty', itemId: 1, qty: 4 })
    await settle()
    await here.pass(1_000)
    await here.pass(1_000)
    expect(here.posts).toHaveLength(2)
    await here.pass(1_000)
    expect(here.posts).toHaveLength(3)
    expect(new Set(here.posts.map(({ mutation }) => mutation)).size).toBe(1)
    expect(shown(cart)[0]).toEqual([1, 4])
  })
})

describe('[D4] a change', () => {
  test('that is refused restores the quantity and drops later mutations of the line', async () => {
    here.reply = (fields) =>
      'qty' in fields && fields.qty === '900' ? failed(400, 'Too many.') : done(view(4))
    here.pulled = view(3, line(1), line(2), line(3))
    let answer: (outcome: ReturnType<typeof failed>) => void = () => undefined
    const refuse = here.reply
    here.reply = () => new Promise((resolve) => (answer = resolve)) as never
    cart.mutate({ kind: 'qty', itemId: 1, qty: 900 })
    await settle()
    cart.mutate({ kind: 'remove', itemId: 1 })
    answer(refuse({ action: 'set', item_id: '1', qty: '900' }))
    await settle()
    expect(shown(cart)[0]).toEqual([1, 1])
    expect(readPendingMutations(here.storage)).toEqual([])
  })

  test('after a server error is retried three times, then the cart is read', async () => {
    here.reply = () => failed(500)
    here.pulled = view(7, line(1, 4), line(2), line(3))
    cart.mutate({ kind: 'qty', itemId: 1, qty: 4 })
    await settle()
    for (const ms of [1_000, 2_000, 4_000]) await here.pass(ms)
    expect(here.posts).toHaveLength(4)
    expect([shown(cart)[0], cart.get().busy]).toEqual([[1, 4], false])
  })

  test('that was queued before the cart was replaced is sent with the token of the old cart', async () => {
    cart.mutate({ kind: 'remove', itemId: 1 })
    cart.acceptView({ ...view(9, line(7)), key: 'of-the-customer' })
    await here.pass(500)
    expect(here.posts[0]).toMatchObject({ action: 'remove', item_id: '1', cart: 'key' })
  })
})

describe('[D2] two tabs', () => {
  test('show each other’s mutations; the tab that sends them publishes the results', async () => {
    const other = here.open()
    const added = cart.add({ sku: 'TL-1', qty: '2' })
    other.readStored()
    expect(shown(other)[0]).toEqual([1, 3])
    cart.mutate({ kind: 'qty', itemId: 2, qty: 5 })
    // The first tab has no connection; the other one sends all mutations.
    here.posts.length = 0
    await settle()
    here.reply = () => done(view(4 + here.posts.length, line(1, 3), line(2, 5), line(3)))
    await other.flush()
    cart.readStored()
    expect(await added).toMatchObject({ end: 'lost' })
    expect([shown(cart), shown(other)]).toEqual([shown(other), shown(cart)])
    expect(cart.get().message).toMatchObject({ good: true, about: 'qty' })
  })

  test('a response that is older than the known cart is ignored; the loaded view of another cart replaces it', async () => {
    cart.acceptView(view(2, line(9)))
    expect(shown(cart)).toHaveLength(3)
    cart.acceptView({ ...view(1, line(8)), key: 'next' })
    expect(shown(cart)).toEqual([[8, 1]])
  })

  test('both lose the cart at a sign-out', () => {
    const other = here.open()
    cart.mutate({ kind: 'remove', itemId: 1 })
    clearStoredCart(here.storage)
    for (const tab of [cart, other]) tab.readStored()
    expect([cart.get().view, other.get().view, here.storage.length]).toEqual([null, null, 0])
  })
})

describe('[D3] the first addition', () => {
  beforeEach(() => {
    here = browser()
    cart = here.open()
  })

  test('requests a cart first; the next one uses the same cart', async () => {
    here.reply = () => done(view(2, line(1)))
    expect(await cart.add({ sku: 'TL-1' })).toMatchObject({ end: 'done', text: 'Done.' })
    await cart.add({ sku: 'TL-1' })
    expect([here.connects, here.posts.length]).toEqual([[false], 2])
  })

  test('[D2] that another tab sends as it is closed is not given up when no cart is created: it waits for its response', async () => {
    const other = here.open()
    let answer: (code: number) => void = () => undefined
    here.connectCodes = [
      new Promise((resolve) => {
        answer = resolve
      }),
    ]
    const added = cart.add({ sku: 'TL-1' })
    await settle()
    // The first tab does not know of this yet.
    other.acceptView(view(1))
    other.sendBeforeUnload()
    here.reply = () => done(view(2, line(1)))
    answer(NETWORK_ERROR)
    expect(await added).toMatchObject({ end: 'done' })
    expect(here.posts.map(({ mutation }) => mutation)).toEqual(Array(2).fill(here.posts[0]?.mutation))
    expect([shown(cart), readPendingMutations(here.storage)]).toEqual([[[1, 1]], []])
  })

  test('[D12] that was sent is sent again, even if the next request for a cart gets no response', async () => {
    here.connectCodes = [200, NETWORK_ERROR]
    expect(await cart.add({ sku: 'TL-1' })).toMatchObject({ end: 'lost' })
    here.reply = () => done(view(2, line(1)))
    await here.pass(1_000)
    expect(here.posts.map(({ mutation }) => mutation)).toEqual(Array(2).fill(here.posts[0]?.mutation))
    expect([shown(cart), readPendingMutations(here.storage)]).toEqual([[[1, 1]], []])
  })

  test('[D7] with unknown stock is added, and its result is `unsure`', async () => {
    const { value } = done(view(2, line(1)))
    here.reply = () => ({ ok: true, value: { ...value, notice: { code: 'volatile' } } })
    expect(await cart.add({ sku: 'TL-1' })).toMatchObject({ end: 'unsure' })
  })

  test('without a cart of the customer uses a guest cart; if that fails too, sync is disabled', async () => {
    here.reply = () => done(view(2, line(1)))
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    here.connectCodes = [401, 200]
    expect(await cart.add({ sku: 'TL-1' })).toMatchObject({ end: 'done' })
    expect(here.connects).toEqual([false, true])
    const unlucky = browser()
    const other = unlucky.open()
    unlucky.connectCodes = [401, 500]
    expect(await other.add({ sku: 'TL-1' })).toMatchObject({ end: 'unsent' })
    expect(warn.mock.calls).toEqual([
      ['Cart sync failed', 401, 'as-guest'],
      ['Cart sync failed', 401, 'as-guest'],
      ['Cart sync failed', 500, 'disabled'],
    ])
    expect([unlucky.posts, readPendingMutations(unlucky.storage)]).toEqual([[], []])
    await other.sync({ forced: true })
    expect(unlucky.pulls).toBe(0)
    // The next page tries once more.
    await unlucky.open().sync({ forced: true })
    expect(unlucky.pulls).toBe(1)
  })
})

test('[D2] sync reads the cart only when something changed, or when forced', async () => {
  await cart.sync()
  expect(here.pulls).toBe(0)
  here.reply = () => done(view(4, line(1, 2), line(2), line(3)))
  cart.mutate({ kind: 'qty', itemId: 1, qty: 2 })
  await settle()
  await cart.sync()
  expect(here.pulls).toBe(0)
  await cart.sync({ forced: true })
  expect(here.pulls).toBe(1)
})
