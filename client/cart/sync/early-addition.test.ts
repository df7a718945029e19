/** An addition that a page has stored before its cart store was loaded. */
import { beforeEach, expect, test } from 'vitest'
import { NETWORK_ERROR } from '../../platform/api/call-api.ts'
import type { CartStore } from './cart-ports.ts'
import { readPendingMutations, storePendingMutation } from './cart-storage.ts'
import { browser, done, failed, line, settle, shown, view } from './testing/cart-store.harness.ts'

let here: ReturnType<typeof browser>
let cart: CartStore
const ID = 'page-without-store.1'
const addition = {
  ...{ id: ID, order: 0, cart: '', due: 0, sent: false },
  wish: { kind: 'add' as const, fields: { sku: 'TL-1', qty: '2' } },
}
beforeEach(() => {
  here = browser()
  here.reply = () => done(view(2, line(1, 2)))
  storePendingMutation(here.storage, addition)
})

test('[D2] an early addition is sent by the next page when this one is left', async () => {
  cart = here.open()
  await cart.flush()
  expect(here.posts).toMatchObject([{ action: 'add', sku: 'TL-1', qty: '2', mutation: ID }])
  expect([shown(cart), readPendingMutations(here.storage)]).toEqual([[[1, 2]], []])
})

test('[D2] an early addition has its result on its own page, also when the store has already begun to send it', async () => {
  cart = here.open()
  const sending = cart.flush()
  await Promise.resolve()
  const added = cart.add({ sku: 'TL-1', qty: '2' }, ID)
  await sending
  expect(await added).toMatchObject({ end: 'done', mutation: ID })
  expect(readPendingMutations(here.storage)).toEqual([])
})

test('[D2] an early addition waits in the queue when the request for a cart gets no response, and is removed while offline', async () => {
  cart = here.open()
  here.connectCodes = [NETWORK_ERROR]
  expect(await cart.add({ sku: 'TL-1', qty: '2' }, ID)).toMatchObject({ end: 'lost' })
  expect([here.posts, readPendingMutations(here.storage).length]).toEqual([[], 1])
  await here.pass(1_000)
  expect([here.posts.length, readPendingMutations(here.storage)]).toEqual([1, []])
  here.online = false
  storePendingMutation(here.storage, addition)
  expect(await cart.add({ sku: 'TL-1', qty: '2' }, ID)).toMatchObject({ end: 'unsent' })
  expect(readPendingMutations(here.storage)).toEqual([])
})

test('[D2] an early addition is sent under the same id by its own page, also when another tab has sent it', async () => {
  cart = here.open()
  expect(await cart.add({ sku: 'TL-1', qty: '2' }, ID)).toMatchObject({ end: 'done', mutation: ID })
  storePendingMutation(here.storage, addition)
  const other = here.open()
  const added = cart.add({ sku: 'TL-1', qty: '2' }, ID)
  await other.flush()
  cart.readStored()
  expect(await added).toMatchObject({ end: 'done' })
  expect(new Set(here.posts.map(({ mutation }) => mutation))).toEqual(new Set([ID]))
  expect(readPendingMutations(here.storage)).toEqual([])
})

test('[D2] a page that comes back after another page has sent its addition adds nothing to a later cart', async () => {
  cart = here.open()
  await here.open().flush()
  expect(await cart.add({ sku: 'TL-1', qty: '2' }, ID)).toEqual({ end: 'done', text: 'Done.', mutation: ID })
  expect(await cart.add({ sku: 'TL-1', qty: '2' }, ID)).toEqual({ end: 'elsewhere', text: '', mutation: ID })
  expect([here.posts.length, readPendingMutations(here.storage)]).toEqual([1, []])
})

test('[D2] [D7] a refused addition of a page that was left is reported by the page that sent it, as no other mutation is', async () => {
  here.reply = () => failed(409, 'This tire was just sold.')
  cart = here.open()
  await cart.flush()
  expect(here.refusals).toEqual(['This tire was just sold.'])
  storePendingMutation(here.storage, { ...addition, wish: { kind: 'coupon', code: 'SAVE10' } })
  await cart.flush()
  expect([here.refusals.length, cart.get().message]).toEqual([1, null])
})

test('[D2] an early addition that was sent is not called unsent when the connection is lost', async () => {
  storePendingMutation(here.storage, { ...addition, sent: true })
  cart = here.open()
  here.online = false
  here.reply = () => failed(NETWORK_ERROR)
  expect(await cart.add({ sku: 'TL-1', qty: '2' }, ID)).toMatchObject({ end: 'lost', mutation: ID })
  expect(readPendingMutations(here.storage)).toMatchObject([{ id: ID, sent: true }])
})

test('[D2] an addition that its page removed during the request for a cart is not sent', async () => {
  let answer = (_: number) => {}
  here.connectCodes = [new Promise((resolve) => (answer = resolve))]
  cart = here.open()
  const sending = cart.flush()
  await settle()
  here.online = false
  expect(await cart.add({ sku: 'TL-1', qty: '2' }, ID)).toMatchObject({ end: 'unsent' })
  answer(200)
  await sending
  expect([here.posts, readPendingMutations(here.storage)]).toEqual([[], []])
})

test('[D2] an addition whose stock is unknown is not reported as added by another tab', async () => {
  const unknown = done(view(2, line(1, 2)))
  here.reply = () => ({ ...unknown, value: { ...unknown.value, notice: { code: 'volatile' } } })
  cart = here.open()
  await here.open().flush()
  expect(await cart.add({ sku: 'TL-1', qty: '2' }, ID)).toMatchObject({ end: 'unsure' })
})

test('[D2] a full storage takes no addition, so the plain form is submitted', async () => {
  const full = {
    ...here.storage,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  cart = here.open(full)
  expect(await cart.add({ sku: 'TL-1', qty: '2' })).toMatchObject({ end: 'unsent' })
})

test('[D2] a page that was loaded without a cart does not replace the cart of its early addition', async () => {
  cart = here.open()
  await cart.flush()
  cart.acceptView({ ...view(0), key: '' })
  expect(shown(cart)).toEqual([[1, 2]])
})

test('[D2] [D6] a removal whose time is far away, because the clock was set back, is sent at once', async () => {
  const due = here.now + 3_600_000
  storePendingMutation(here.storage, { ...addition, due, wish: { kind: 'remove', itemId: 1 } })
  cart = here.open()
  await cart.flush()
  expect(here.posts).toMatchObject([{ action: 'remove', item_id: '1' }])
})
