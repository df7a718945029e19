/** A browser for the cart store: its storage, its time and the replies to its calls. */
import type { CartLineView, CartView } from '../../../../schema/cart/cart.api.ts'
import type { CartFormFields, CartFormResult } from '../../../../schema/cart/cart-form.api.ts'
import { type ApiResult, NETWORK_ERROR } from '../../../platform/api/call-api.ts'
import { type KeyedStorage, memoryStorage } from '../../../platform/storage/memory-storage.ts'
import { createCartStore } from '../cart.store.ts'
import type { CartStore } from '../cart-ports.ts'

export function line(itemId: number, qty = 1): CartLineView {
  return {
    ...{ itemId, sku: `TL-${itemId}`, parentSku: null, type: 'simple', title: 'Halden', qty, setqty: 1 },
    ...{
      unitPrice: 100,
      rowTotal: 100 * qty,
      href: '',
      picture: null,
      facts: '',
      tires: 1,
      fitting: [],
      choices: [],
    },
    ...{ tire: null, mixed: [], service: null, instead: null },
    ...{ left: null, most: { max: 24, why: '' }, problem: null },
  }
}
export const view = (version: number, ...lines: CartLineView[]): CartView => ({
  key: 'key',
  version,
  lines,
  tires: lines.length,
  zip: null,
  couponShort: null,
  zipProblem: null,
  allVirtual: false,
  overTime: null,
  arrives: null,
  warranty: null,
  offers: { plan: null, mounting: null, kit: null },
  saved: [],
  express: null,
  totals: {
    ...{ lines: [], subtotal: 0, discount: 0, shipping: 0, tax: 0, taxPercent: 0, fees: [] },
    ...{ grandTotal: 0, couponCode: null, placeKnown: false },
  },
})
export const done = (cart: CartView) => ({
  ok: true as const,
  value: { count: cart.lines.length, message: 'Done.', notice: { code: 'updated' as const }, view: cart },
})
export const failed = (code: number, message = 'No.'): ApiResult<CartFormResult> => ({
  ok: false,
  code,
  message,
  result: message,
})

/** Returns a fake browser; the test sets the replies to its API calls. */
export function browser() {
  const memory = memoryStorage()
  const posts: CartFormFields[] = []
  const world = {
    storage: memory,
    posts,
    online: true,
    now: 1_000_000,
    reply: (_: CartFormFields): ApiResult<CartFormResult> => failed(NETWORK_ERROR),
    pulled: view(1),
    connects: [] as boolean[],
    connectCodes: [] as (number | Promise<number>)[],
    timers: [] as { at: number; act: () => void }[],
    refusals: [] as string[],
    removed: [] as { sku: string; qty: number }[],
    pages: 0,
    pulls: 0,
  }
  const open = (storage: KeyedStorage = memory): CartStore => {
    world.pages += 1
    const page = `page-${world.pages}-of-the-test`
    let last = Promise.resolve()
    return createCartStore({
      post: async (fields) => {
        posts.push(fields)
        return world.reply(fields)
      },
      pull: async () => {
        world.pulls += 1
        return world.online
          ? { ok: true, value: world.pulled }
          : { ok: false, code: NETWORK_ERROR, message: '', result: null }
      },
      connect: async (asGuest) => {
        world.connects.push(asGuest)
        return world.connectCodes.shift() ?? 200
      },
      storage,
      withLock: (act) => {
        last = last.then(act)
        return last
      },
      after: (ms, act) => {
        const timer = { at: world.now + ms, act }
        world.timers.push(timer)
        return () => {
          world.timers = world.timers.filter((one) => one !== timer)
        }
      },
      now: () => world.now,
      newId: () => page,
      isOnline: () => world.online,
      publishCount: () => undefined,
      reportRefusal: (text) => void world.refusals.push(text),
      trackRemoval: (line) => void world.removed.push({ sku: line.sku, qty: line.qty }),
    })
  }
  const pass = async (ms: number) => {
    world.now += ms
    const due = world.timers.filter(({ at }) => at <= world.now)
    world.timers = world.timers.filter(({ at }) => at > world.now)
    for (const { act } of due) act()
    await settle()
  }
  return Object.assign(world, { open, pass })
}
/** Lets all pending promises settle. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
}
export const shown = (cart: CartStore) =>
  (cart.get().view?.lines ?? []).map(({ itemId, qty }) => [itemId, qty])
export const actionsOf = (posts: readonly CartFormFields[]) =>
  posts.map((fields) => `${fields.action} ${'item_id' in fields ? fields.item_id : ''}`.trim())
