/**
 * A small shop in memory for simulations: the real journal, placement and mails, with Node's SQLite as D1 and in each
 * cart object, the sandbox's providers as the network, and a fault at any chosen operation.
 */
import { SANDBOX_KEYS } from '../../../../sandbox/testing/sandbox.harness.ts'
import { addUnits, type Cart, emptyCart, removeLine } from '../../../../schema/cart/cart.ts'
import { resolveItem } from '../../../../schema/cart/cart-item.ts'
import type { PlaceOrderRequest } from '../../../../schema/orders/order.ts'
import { FIXTURE_NOW } from '../../../catalog/index/testing/catalog.fixture.ts'
import { findOfferWithParts } from '../../../catalog/product/product-parts.sql.ts'
import type { Env } from '../../../env.ts'
import { StripeSandbox } from '../../../orders/payments/stripe/testing/stripe-sandbox.harness.ts'
import { type NodeObjectSql, openNodeObjectSql } from '../../../platform/testing/d1-node-adapter.harness.ts'
import { type Fault, faultyD1, underFault } from '../../../platform/testing/fault-injection.ts'
import { VirtualTime } from '../../../platform/testing/virtual-time.harness.ts'
import { nextAlarmAt } from '../order-attempt.sql.ts'
import { isOrderInProgress, resumeOrder } from '../order-journal.ts'
import type { JournalContext } from '../order-journal-context.ts'

/** Milliseconds of a slow reply: longer than the shop waits for a provider, or the shopper for the shop. */
const SLOW_MS = 12_000
const NEVER = new Promise<never>(() => {})
const VARIABLES = {
  // Keys that are empty belong to services that no checkout calls.
  ...Object.fromEntries(Object.entries(SANDBOX_KEYS).filter(([, value]) => value !== '')),
  SITE_URL: 'https://shop.example',
  CART_SECRET: 'x'.repeat(32),
  SESSION_SECRET: 'y'.repeat(32),
  AFTERPAY_API_URL: 'https://afterpay.example',
  AFFIRM_API_URL: 'https://affirm.example',
  MAIL_API_URL: 'https://mail.example',
}

/** A fault at the operation with this number of an action, counted from 0. */
export interface PlannedFault {
  at: number
  fault: Fault | 'slow'
}

/** A cart that a shopper takes to the checkout, with its object. */
export interface Home {
  quoteId: string
  rows: NodeObjectSql
  storage: DurableObjectStorage
  alarm: number | null
  cart: Cart | null
  /** The last request, for a shopper who repeats it. */
  request: PlaceOrderRequest | null
  /** The provider's page that the shopper has to visit. */
  page: string | null
  /** The last return from a provider's page, which a browser can repeat. */
  returned: { orderNumber: string; token: string | null } | null
}

/** Rows of former objects, cleared, with their prepared statements. */
const freeRows: NodeObjectSql[] = []
/** The catalog, which does not change in a simulation. */
const products = new Map<string, Awaited<ReturnType<typeof findOfferWithParts>>>()
let shops = 0

export class SimulatedShop {
  readonly sandbox = new StripeSandbox()
  readonly time = new VirtualTime(FIXTURE_NOW)
  readonly homes: Home[] = []
  /** Order numbers that were confirmed to a shopper. */
  readonly confirmed = new Set<string>()
  /** Ids of outbox rows in the queue's messages, which can arrive late, twice or never. */
  readonly queued: number[] = []
  readonly random: () => number
  readonly db: D1Database
  readonly env: Env
  /** Faults that struck. */
  faults = 0
  #plan: readonly PlannedFault[] = []
  #operations = 0
  /** Counts the deaths of the process; the work of a dead process has no further effect. */
  #process = 0
  #onDeath: () => void = () => undefined
  #inFlight = 0

  constructor(db: D1Database, random: () => number) {
    this.db = db
    this.random = random
    shops += 1
    this.env = {
      ...VARIABLES,
      // The shop caches PayPal's token by its host, and each simulated PayPal knows its own tokens alone.
      PAYPAL_API_URL: `https://paypal-${shops}.example`,
      DB: faultyD1(db, (work) => this.#operate(work)),
      OUTBOX: {
        sendBatch: (batch: { body: { outboxId: number } }[]) =>
          this.#operate(async () => void this.queued.push(...batch.map(({ body }) => body.outboxId))),
      },
    } as unknown as Env
  }

  /** Answers a request of the shop to a provider or to the mail service. */
  readonly fetch = (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const { signal, ...rest } = init
    const reply = this.#operate(() => this.sandbox.fetch(input, rest))
    if (!signal) return reply
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      reply.then(resolve, reject)
    })
  }

  /** Runs an action with its faults until its answer; `died` when a fault killed the process. */
  async act<T>(faults: readonly PlannedFault[], action: () => Promise<T>): Promise<T | 'died'> {
    this.#plan = faults
    this.#operations = 0
    const died = new Promise<'died'>((resolve) => {
      this.#onDeath = () => resolve('died')
    })
    return this.time.waitFor(Promise.race([action(), died]))
  }

  async #operate<R>(work: () => Promise<R>): Promise<R> {
    const process = this.#process
    const fault = this.#plan.find(({ at }) => at === this.#operations)?.fault
    this.#operations += 1
    this.#inFlight += 1
    if (fault) this.faults += 1
    try {
      const result = await underFault(fault === 'slow' ? undefined : fault, () => this.#die(), work)
      if (fault === 'slow') await new Promise<void>((resolve) => this.time.after(SLOW_MS, resolve))
      return process === this.#process ? result : NEVER
    } finally {
      if (process === this.#process) this.#inFlight -= 1
    }
  }

  /** Ends the process: the memory of all objects and their running work are gone, their rows stay. */
  #die(): void {
    this.#process += 1
    this.#inFlight = 0
    this.time.clear()
    for (const home of this.homes) forget(home)
    this.#onDeath()
  }

  /** Evicts an idle object: its next call finds its rows, but nothing of its memory. */
  evict(home: Home): void {
    if (this.#inFlight === 0) forget(home)
  }

  /** Waits for replies that came too late for their action. */
  async finishLateWork(): Promise<void> {
    while (this.#inFlight > 0) await this.time.passToNext()
  }

  /** Runs work in the object of a cart. */
  inCart<T>(home: Home, work: (ctx: JournalContext) => Promise<T>): Promise<T> {
    return work({
      storage: home.storage,
      env: this.env,
      now: () => this.time.now,
      random: (bytes) => Uint8Array.from({ length: bytes }, () => Math.floor(this.random() * 256)),
      readCart: () => home.cart,
      findReportedTotal: () => null,
      saveReportedTotal: () => undefined,
      saveCart: (cart) => {
        home.cart = cart
      },
    })
  }

  /** Opens an empty cart in a new object. */
  open(): Home {
    const rows = freeRows.pop() ?? openNodeObjectSql()
    const home: Home = {
      quoteId: `a${(this.homes.length + 1).toString(16).padStart(31, '0')}`,
      rows,
      storage: { sql: rows.sql } as unknown as DurableObjectStorage,
      alarm: null,
      cart: null,
      request: null,
      returned: null,
      page: null,
    }
    Object.assign(home.storage, {
      getAlarm: async () => home.alarm,
      setAlarm: async (at: number) => {
        home.alarm = at
      },
    })
    this.homes.push(home)
    return home
  }

  /** Adds units to a cart, or removes its first line; an order in progress refuses both. */
  async changeCart(home: Home, sku: string | null): Promise<void> {
    const { now } = this.time
    const cart = home.cart ?? emptyCart(home.quoteId, { now })
    if (cart.orderNumber !== null || isOrderInProgress(home)) return
    const [line] = cart.lines
    if (sku === null) {
      const change = line && removeLine(cart, line.itemId, { now })
      if (change?.ok) home.cart = change.cart
      return
    }
    const product = products.get(sku) ?? (await findOfferWithParts(this.db, sku))
    products.set(sku, product)
    const resolved = resolveItem(product, { sku, parentSku: null, option: null }, now)
    const change = resolved.ok ? addUnits(cart, resolved.item, 1, { now }) : null
    if (change?.ok) home.cart = change.cart
  }

  /** Fires the alarm of an object, as the platform does; it is fired again when the process dies. */
  async fireAlarm(home: Home, faults: readonly PlannedFault[] = []): Promise<void> {
    const { now } = this.time
    // As in worker/cart.object.ts: an alarm that came too early waits for the time that the rows need.
    home.alarm = nextAlarmAt({ storage: home.storage, now: () => now })
    if (!isOrderInProgress(home) && (home.alarm ?? now + 1) > now) return
    home.alarm = null
    if ((await this.act(faults, () => this.inCart(home, resumeOrder))) === 'died')
      home.alarm ??= this.time.now
  }

  /** Fires all alarms at their times until no object needs one before `until`, which is the time afterwards. */
  async fireAlarms(until: number): Promise<void> {
    for (;;) {
      let next: Home | undefined
      for (const home of this.homes)
        if (home.alarm !== null && (next?.alarm ?? Number.POSITIVE_INFINITY) > home.alarm) next = home
      if (!next?.alarm || next.alarm > until) break
      await this.time.passTo(next.alarm)
      await this.fireAlarm(next)
    }
    if (until < Number.POSITIVE_INFINITY) await this.time.passTo(until)
  }

  /** Ends the simulation of this shop. */
  close(): void {
    for (const { rows } of this.homes) {
      rows.clear()
      freeRows.push(rows)
    }
  }
}

/** Gives the object a new storage over the same rows, because the journal caches by the identity of the storage. */
function forget(home: Home): void {
  home.storage = { ...home.storage } as DurableObjectStorage
}
