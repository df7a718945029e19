/**
 * A small shop for simulations of orders, in Node and in memory: real carts, journal, D1 batches, card gateway and
 * mails, with a fault at any operation between them. The actions and the seed determine every result.
 */
import { SANDBOX_KEYS } from '../../../../sandbox/testing/sandbox.harness.ts'
import { addUnits, type Cart, emptyCart, removeLine } from '../../../../schema/cart/cart.ts'
import { resolveItem } from '../../../../schema/cart/cart-item.ts'
import type { PlaceOrderOutcome, PlaceOrderRequest } from '../../../../schema/orders/order.ts'
import { FIXTURE_NOW } from '../../../catalog/index/testing/catalog.fixture.ts'
import { findOfferWithParts } from '../../../catalog/product/product-parts.sql.ts'
import type { Env } from '../../../env.ts'
import { deliverOutbox } from '../../../mails.ts'
import { cancelOrder, refundOrder, retryPendingRefunds } from '../../../orders/life/order-lifecycle.ts'
import { StripeSandbox } from '../../../orders/payments/stripe/testing/stripe-sandbox.harness.ts'
import { findDueRows } from '../../../platform/mail/outbox.sql.ts'
import { type NodeD1, nodeObjectStorage } from '../../../platform/testing/d1-node-adapter.harness.ts'
import { type Fault, faultyD1, underFault } from '../../../platform/testing/fault-injection.ts'
import {
  cancelAwaitingOrder,
  isOrderInProgress,
  paymentChanged,
  placeOrderOfCart,
  resumeOrder,
} from '../order-journal.ts'
import type { JournalContext } from '../order-journal-context.ts'

/** The faults of one action, each by the number of operations before it. */
export interface PlannedFault {
  at: number
  fault: Fault
}

interface CartHome {
  quoteId: string
  storage: DurableObjectStorage
  cart: Cart | null
}

export interface World {
  /** The fakes of the card provider and the mail service. */
  sandbox: StripeSandbox
  now: number
  /** Order numbers that were confirmed to a shopper. */
  confirmed: Set<string>
  /** The last request of each cart, for a shopper who repeats it. */
  requests: Map<number, PlaceOrderRequest>
  homes: CartHome[]
  /** Carts that an order closed; their objects still exist. */
  former: CartHome[]
  db: D1Database
  random: () => number
  quotes: number
}

export function newWorld({ db }: NodeD1, carts: number, random: () => number): World {
  const world: World = {
    sandbox: new StripeSandbox(),
    now: FIXTURE_NOW,
    confirmed: new Set<string>(),
    requests: new Map(),
    homes: [],
    former: [],
    db,
    random,
    quotes: 0,
  }
  world.homes = Array.from({ length: carts }, () => newHome(world))
  return world
}

function newHome(world: World): CartHome {
  world.quotes += 1
  const quoteId = `a${world.quotes.toString(16).padStart(31, '0')}`
  return { quoteId, storage: nodeObjectStorage(), cart: null }
}

/** Runs one action with its faults; `died` when a fault killed the process. */
async function withFaults<T>(
  world: World,
  faults: readonly PlannedFault[],
  action: (env: Pick<Env, 'DB' | 'OUTBOX'>) => Promise<T>,
): Promise<T | 'died'> {
  let operations = 0
  let death: () => void = () => undefined
  const died = new Promise<'died'>((resolve) => {
    death = () => resolve('died')
  })
  const operate = <R>(work: () => Promise<R>): Promise<R> => {
    const fault = faults.find(({ at }) => at === operations)?.fault
    operations += 1
    return underFault(fault, death, work)
  }
  const { fetch } = globalThis
  globalThis.fetch = ((input: RequestInfo, init?: RequestInit) =>
    operate(() => world.sandbox.fetch(input, init))) as typeof globalThis.fetch
  const run = action(envOf(faultyD1(world.db, operate)))
  run.catch(() => undefined)
  try {
    return await Promise.race([run, died])
  } finally {
    globalThis.fetch = fetch
  }
}

function envOf(db: D1Database): Pick<Env, 'DB' | 'OUTBOX'> {
  const OUTBOX = { sendBatch: async () => undefined }
  return {
    DB: db,
    OUTBOX,
    SITE_URL: 'https://shop.example',
    CART_SECRET: 'x'.repeat(32),
    SESSION_SECRET: 'y'.repeat(32),
    STRIPE_SECRET_KEY: SANDBOX_KEYS.STRIPE_SECRET_KEY,
    STRIPE_PUBLISHABLE_KEY: SANDBOX_KEYS.STRIPE_PUBLISHABLE_KEY,
    STRIPE_WEBHOOK_SECRET: SANDBOX_KEYS.STRIPE_WEBHOOK_SECRET,
    MAIL_API_KEY: SANDBOX_KEYS.MAIL_API_KEY,
    MAIL_API_URL: 'https://mail.example',
  } as unknown as Pick<Env, 'DB' | 'OUTBOX'>
}

/** Runs one action in the cart object. A dead process leaves its rows; its memory has no further effect. */
async function inCart<T>(
  world: World,
  home: CartHome,
  faults: readonly PlannedFault[],
  work: (ctx: JournalContext) => Promise<T>,
): Promise<T | 'died'> {
  const result = await withFaults(world, faults, (env) =>
    work({
      storage: home.storage,
      env,
      now: () => world.now,
      random: (bytes) => Uint8Array.from({ length: bytes }, () => Math.floor(world.random() * 256)),
      readCart: () => home.cart,
      findReportedTotal: () => null,
      saveReportedTotal: () => undefined,
      saveCart: (cart) => {
        home.cart = cart
      },
    }),
  )
  if (result === 'died') restart(home)
  return result
}

function homeAt(world: World, at: number): CartHome {
  const home = world.homes[at % world.homes.length]
  if (!home) throw new Error('a world has carts')
  return home
}

/** Restarts the object: its memory is lost; its rows and its cart stay. */
export function evict(world: World, at: number): void {
  restart(homeAt(world, at))
}

/** Creates a new storage object over the same rows, because the journal caches by the identity of the storage. */
function restart(home: CartHome): void {
  home.storage = { ...home.storage } as DurableObjectStorage
}

/** The catalog, which does not change in these models. */
const products = new Map<string, Awaited<ReturnType<typeof findOfferWithParts>>>()

/** Adds units to the cart; after an order in a new cart, like a shopper. */
export async function addToCart(world: World, at: number, sku: string, qty: number): Promise<void> {
  const home = homeAt(world, at)
  if (home.cart && home.cart.orderNumber !== null) {
    world.former.push(home)
    world.homes[world.homes.indexOf(home)] = newHome(world)
    world.requests.delete(at)
    return addToCart(world, at, sku, qty)
  }
  const product = products.get(sku) ?? (await findOfferWithParts(world.db, sku))
  products.set(sku, product)
  const resolved = resolveItem(product, { sku, parentSku: null, option: null }, world.now)
  if (!resolved.ok) return
  await inCart(world, homeAt(world, at), [], async (ctx) => {
    if (isOrderInProgress(ctx)) return
    const { now } = world
    const change = addUnits(ctx.readCart() ?? emptyCart(home.quoteId, { now }), resolved.item, qty, { now })
    if (change.ok) ctx.saveCart(change.cart)
  })
}

export async function removeFromCart(world: World, at: number): Promise<void> {
  await inCart(world, homeAt(world, at), [], async (ctx) => {
    const cart = ctx.readCart()
    const line = cart?.lines[0]
    if (!cart || !line || isOrderInProgress(ctx)) return
    const change = removeLine(cart, line.itemId, { now: world.now })
    if (change.ok) ctx.saveCart(change.cart)
  })
}

/** Places the order; `again` repeats the last request. Returns the outcome for the shopper, or `null` for no answer. */
export async function placeOrder(
  world: World,
  at: number,
  request: PlaceOrderRequest,
  faults: readonly PlannedFault[],
  again = false,
): Promise<PlaceOrderOutcome | null> {
  const sent = again ? (world.requests.get(at) ?? request) : request
  world.requests.set(at, sent)
  const outcome = await inCart(world, homeAt(world, at), faults, (ctx) => placeOrderOfCart(ctx, sent))
  if (outcome === 'died') return null
  if (outcome.ok) world.confirmed.add(outcome.orderNumber)
  return outcome
}

export async function fireAlarm(world: World, at: number, faults: readonly PlannedFault[]): Promise<void> {
  await inCart(world, homeAt(world, at), faults, (ctx) => resumeOrder(ctx)).catch(() => undefined)
}

export async function cancelPayment(
  world: World,
  at: number,
  faults: readonly PlannedFault[],
): Promise<void> {
  await inCart(world, homeAt(world, at), faults, (ctx) => cancelAwaitingOrder(ctx)).catch(() => undefined)
}

/** Completes or fails one open authentication at the bank. */
export function answerBank(world: World, nth: number): void {
  const ids = [...world.sandbox.intents.keys()]
  const id = ids[nth % Math.max(1, ids.length)]
  if (id) world.sandbox.answerBank(id)
}

/** Sends a webhook about a random payment: early, late or repeated. */
export async function receiveWebhook(
  world: World,
  nth: number,
  faults: readonly PlannedFault[],
): Promise<void> {
  const intents = [...world.sandbox.intents.values()]
  const intent = intents[nth % Math.max(1, intents.length)]
  const orderNumber = intent?.metadata.order_number
  if (!intent || !orderNumber) return
  const row = await world.db
    .prepare('SELECT quote_id FROM sales_order WHERE order_number = ?')
    .bind(orderNumber)
    .first<{ quote_id: string }>()
  const home = [...world.homes, ...world.former].find(({ quoteId }) => quoteId === row?.quote_id)
  if (!home) return
  const event = { paymentId: intent.id, orderNumber }
  await inCart(world, home, faults, (ctx) => paymentChanged(ctx, event)).catch(() => undefined)
}

/** Cancels the nth order or refunds a part of it, as staff do. */
export async function cancelNth(world: World, nth: number, faults: readonly PlannedFault[]): Promise<void> {
  const orderNumber = await nthOrder(world, nth)
  if (orderNumber === null) return
  const options = { by: 'staff:1', now: world.now }
  await withFaults(world, faults, (env) =>
    cancelOrder(env, orderNumber, { ...options, reason: 'shop' }),
  ).catch(() => undefined)
}

export async function refundNth(
  world: World,
  nth: number,
  refund: { id: string; amount: number },
  faults: readonly PlannedFault[],
): Promise<void> {
  const orderNumber = await nthOrder(world, nth)
  if (orderNumber === null) return
  const options = { by: 'staff:1', now: world.now, reason: 'a blemish', restock: [] }
  await withFaults(world, faults, (env) => refundOrder(env, orderNumber, { ...options, ...refund })).catch(
    () => undefined,
  )
}

async function nthOrder(world: World, nth: number): Promise<string | null> {
  const { results } = await world.db
    .prepare('SELECT order_number FROM sales_order ORDER BY id')
    .all<{ order_number: string }>()
  return results[nth % Math.max(1, results.length)]?.order_number ?? null
}

/** Delivers all mails that are due, like the cron job of each minute. */
export async function deliverMails(world: World, faults: readonly PlannedFault[]): Promise<void> {
  await withFaults(world, faults, async (env) => {
    for (const { id } of await findDueRows(env.DB, world.now, 100)) {
      await deliverOutbox(env as Env, id, world.now)
    }
  }).catch(() => undefined)
}

/** Runs alarms and the cron job without faults until no reservation, payment or mail is open. */
export async function settle(world: World): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    for (const home of [...world.homes, ...world.former]) await inCart(world, home, [], resumeOrder)
    await withFaults(world, [], (env) => retryPendingRefunds(env as Env, world.now))
    world.now += 16 * 60_000
  }
  // The longest delay between two attempts to send a mail is six hours.
  world.now += 6 * 3_600_000
  await deliverMails(world, [])
}
