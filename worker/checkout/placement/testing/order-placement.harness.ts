/**
 * The harness of order placement: a cart in a real object, with D1 and Stripe that can fail or die at a chosen
 * operation.
 */
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { SANDBOX_KEYS } from '../../../../sandbox/testing/sandbox.harness.ts'
import {
  addUnits,
  type Cart,
  type CartLine,
  emptyCart,
  type ProductOption,
} from '../../../../schema/cart/cart.ts'
import { resolveItem, variantOption } from '../../../../schema/cart/cart-item.ts'
import { toComponent } from '../../../../schema/catalog/product/line-component.ts'
import type { PlaceOrderOutcome, PlaceOrderRequest } from '../../../../schema/orders/order.ts'
import { RESERVATION_MS } from '../../../../schema/orders/payment.ts'
import { findProducts } from '../../../catalog/product/product.sql.ts'
import { findOfferWithParts } from '../../../catalog/product/product-parts.sql.ts'
import { StripeSandbox } from '../../../orders/payments/stripe/testing/stripe-sandbox.harness.ts'
import { type Fault, faultyD1, underFault } from '../../../platform/testing/fault-injection.ts'
import { placeOrderOfCart, resumeOrder } from '../order-journal.ts'
import type { JournalContext } from '../order-journal-context.ts'

export { cardOrder, cashOrder } from './order-request.fixture.ts'

export interface PlacementHarness {
  stripe: StripeSandbox
  /** Faults by the number of the operation, counted from 0. */
  plan: Map<number, Fault>
  operations: number
  now: number
  mails: number[]
  /** The time of the object's alarm, which the tests fire themselves. */
  alarm: number | null
  /** Variables in addition to those of the shop with Stripe. */
  env: Record<string, string>
}

export function newPlacementHarness(now: number): PlacementHarness {
  return { stripe: new StripeSandbox(), plan: new Map(), operations: 0, now, mails: [], alarm: null, env: {} }
}

/** Replaces the network with the harness's Stripe. */
export function fetchOf(harness: PlacementHarness, death: () => void) {
  return (input: RequestInfo | URL, init?: RequestInit) =>
    operate(harness, death, () => harness.stripe.fetch(input, init))
}

function operate<T>(harness: PlacementHarness, death: () => void, work: () => Promise<T>): Promise<T> {
  const fault = harness.plan.get(harness.operations)
  harness.operations += 1
  return underFault(fault, death, work)
}

// The tests fire the alarm themselves. After a process died, the storage is wrapped in a new object: the memory of a
// dead run belongs to the old object, and its last operation never ends, so the dead run has no further effect.
let storages = new WeakMap<DurableObjectStorage, DurableObjectStorage>()

/** Restarts the object: the next call finds its rows, but nothing of its memory. */
export function restart(): void {
  storages = new WeakMap()
}

function withHarnessAlarm(storage: DurableObjectStorage, harness: PlacementHarness): DurableObjectStorage {
  const known = storages.get(storage)
  if (known) return known
  const alarm = {
    sql: storage.sql,
    getAlarm: async () => harness.alarm,
    setAlarm: async (at: number) => {
      harness.alarm = at
    },
  }
  const wrapped = alarm as unknown as DurableObjectStorage
  storages.set(storage, wrapped)
  return wrapped
}

function contextOf(state: DurableObjectState, harness: PlacementHarness, death: () => void): JournalContext {
  const { sql } = state.storage
  sql.exec('CREATE TABLE IF NOT EXISTS harness_cart (id INTEGER PRIMARY KEY, body TEXT NOT NULL)')
  return {
    storage: withHarnessAlarm(state.storage, harness),
    env: {
      DB: faultyD1(env.DB, (work) => operate(harness, death, work)),
      OUTBOX: {
        sendBatch: async (batch: { body: { outboxId: number } }[]) =>
          void harness.mails.push(...batch.map(({ body }) => body.outboxId)),
      },
      SITE_URL: 'https://shop.example',
      CART_SECRET: 'x'.repeat(32),
      SESSION_SECRET: 'y'.repeat(32),
      STRIPE_SECRET_KEY: SANDBOX_KEYS.STRIPE_SECRET_KEY,
      STRIPE_PUBLISHABLE_KEY: SANDBOX_KEYS.STRIPE_PUBLISHABLE_KEY,
      STRIPE_WEBHOOK_SECRET: SANDBOX_KEYS.STRIPE_WEBHOOK_SECRET,
      ...harness.env,
    } as unknown as JournalContext['env'],
    now: () => harness.now,
    random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    readCart: () => {
      const [row] = sql.exec<{ body: string }>('SELECT body FROM harness_cart').toArray()
      return row ? (JSON.parse(row.body) as Cart) : null
    },
    findReportedTotal: () => null,
    saveReportedTotal: () => undefined,
    saveCart: (cart) => {
      sql.exec(
        'INSERT INTO harness_cart VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body',
        JSON.stringify(cart),
      )
    },
  }
}

/** Runs `work` in the cart object. Returns `died` when the plan killed the process; the object is new afterwards. */
export async function inCart<T>(
  quoteId: string,
  harness: PlacementHarness,
  work: (ctx: JournalContext) => Promise<T> | T,
): Promise<T | 'died'> {
  let death: () => void = () => undefined
  const died = new Promise<'died'>((resolve) => {
    death = () => resolve('died')
  })
  const { fetch } = globalThis
  globalThis.fetch = fetchOf(harness, () => death()) as typeof fetch
  const stub = env.CART.getByName(quoteId)
  const run = runInDurableObject(stub, (_: unknown, state: DurableObjectState) =>
    work(contextOf(state, harness, () => death())),
  )
  run.catch(() => undefined)
  const result = await Promise.race([run, died])
  if (result === 'died') restart()
  globalThis.fetch = fetch
  return result
}

/** Fires the alarm at its time, if it is set. */
export async function fireAlarm(quoteId: string, harness: PlacementHarness): Promise<void> {
  harness.now = Math.max(harness.now, harness.alarm ?? harness.now)
  harness.alarm = null
  await inCart(quoteId, harness, (ctx) => resumeOrder(ctx))
}

export function placeTestOrder(
  quoteId: string,
  harness: PlacementHarness,
  request: PlaceOrderRequest,
): Promise<PlaceOrderOutcome | 'died'> {
  return inCart(quoteId, harness, (ctx) => placeOrderOfCart(ctx, request))
}

/** Fires the alarm without faults: at once, and once more after the reservation. */
export async function recover(quoteId: string, harness: PlacementHarness): Promise<void> {
  harness.plan.clear()
  await inCart(quoteId, harness, (ctx) => resumeOrder(ctx))
  harness.now += RESERVATION_MS
  await inCart(quoteId, harness, (ctx) => resumeOrder(ctx))
}

/** Creates a cart with these units at today's prices. */
export async function fillCart(
  quoteId: string,
  harness: PlacementHarness,
  units: Record<string, number>,
  rest: Partial<Cart> = {},
): Promise<void> {
  const products = await findProducts(env.DB, Object.keys(units))
  const lines = [...products.values()].map(
    (product, at): CartLine => ({
      itemId: at + 1,
      sku: product.sku,
      parentSku: product.parentSku,
      productId: product.id,
      type: product.parentSku ? 'configurable' : product.type,
      name: product.name,
      qty: units[product.sku] ?? 1,
      setqty: product.setqty,
      unitPrice: product.specialPrice ?? product.price,
      parts: [toComponent(product, { qty: 1, unitPrice: product.specialPrice ?? product.price })],
      choices: [],
      option: product.parentSku ? variantOption(product.sets) : null,
    }),
  )
  await inCart(quoteId, harness, (ctx) => {
    ctx.saveCart({ ...emptyCart(quoteId, harness), lines, nextItemId: lines.length + 1, ...rest })
  })
}

/** Adds a bundle or a product with custom options to the cart. */
export async function putIn(
  quoteId: string,
  harness: PlacementHarness,
  thing: { sku: string; option: ProductOption; qty?: number },
): Promise<void> {
  const { sku, option, qty = 1 } = thing
  const resolved = resolveItem(
    await findOfferWithParts(env.DB, sku),
    { sku, parentSku: null, option },
    harness.now,
  )
  if (!resolved.ok) throw new Error(resolved.code)
  await inCart(quoteId, harness, (ctx) => {
    const change = addUnits(ctx.readCart() ?? emptyCart(quoteId, harness), resolved.item, qty, harness)
    if (!change.ok) throw new Error(change.code)
    ctx.saveCart(change.cart)
  })
}

/** Returns choices for the fixture's bundle: a link for each option. */
export function bundleOf(...choices: [optionId: number, linkId: number][]): ProductOption {
  return {
    extension_attributes: {
      bundle_options: choices.map(([optionId, linkId]) => ({
        option_id: optionId,
        option_qty: 1,
        option_selections: [linkId],
      })),
    },
  }
}

export async function cartOf(quoteId: string, harness: PlacementHarness): Promise<Cart | null> {
  const cart = await inCart(quoteId, harness, (ctx) => ctx.readCart())
  return cart === 'died' ? null : cart
}

/** Returns the number of tires left in a pool. */
export async function stockOf(stockSku: string): Promise<number> {
  const row = await env.DB.prepare('SELECT qty FROM stock WHERE stock_sku = ?')
    .bind(stockSku)
    .first<{ qty: number }>()
  return row?.qty ?? Number.NaN
}

export interface OrderHead {
  order_number: string
  status: string
  grand_total: number
}

export async function ordersOf(quoteId: string): Promise<OrderHead[]> {
  const { results } = await env.DB.prepare(
    'SELECT order_number, status, grand_total FROM sales_order WHERE quote_id = ? ORDER BY id',
  )
    .bind(quoteId)
    .all<OrderHead>()
  return results
}

/** Returns the id of the harness's nth intent, the first by default. */
export function intentOf(harness: PlacementHarness, nth = 0): string {
  return [...harness.stripe.intents.keys()][nth] ?? ''
}
