/**
 * One cart, the only truth about it (design.md §5). A shell: restore, apply a rule of schema/domain, keep, answer.
 *
 * What the platform does: the object runs in one place, one event at a time, and is thrown out of memory whenever it is
 * idle. `#cart` is therefore nothing but a copy of the row. Storage is SQLite inside the object: `sql.exec` is
 * synchronous, and the answer of a call is held back until the write is durable; should it fail, the platform drops the
 * object and with it the copy, so that the copy is never ahead of the row.
 *
 * Where no await may slip in: between reading `#cart` and `#keep`. A read-change-write without an await cannot be
 * interleaved by another call. The journal of a sale does await (D1, the payment provider), and other calls run
 * meanwhile; each of them asks `saleInProgress` first, which is synchronous too.
 */
import { DurableObject } from 'cloudflare:workers'
import {
  addLine,
  addLines,
  type Cart,
  type CartLine,
  type CartSettings,
  closeCart,
  emptyCart,
  isSameItem,
  type NewLine,
  removeLine,
  setLineQty,
  setSettings,
} from '../../schema/domain/cart.ts'
import { type CartFailure, cartFailure } from '../../schema/domain/cart-failure.ts'
import type { Reminded } from '../../schema/domain/cart-reminder.ts'
import { upgradeLine, upgradeLines } from '../../schema/domain/cart-upgrade.ts'
import type { CheckoutDraft } from '../../schema/domain/checkout.ts'
import type {
  PaymentEvent,
  PendingPayment,
  PlaceOrderOutcome,
  PlaceOrderRequest,
} from '../../schema/domain/order.ts'
import { type Pools, unitsForLine } from '../../schema/domain/stock.ts'
import { parseConfig } from '../config.ts'
import { causeOf } from '../http/cause.ts'
import { type Remindable, remind, reminderWake } from './cart-reminding.ts'
import type { JournalContext, ObjectBindings } from './journal-context.ts'
import { pendingPayment } from './journal-rows.ts'
import {
  abandonOrder,
  paymentChanged,
  placeOrder,
  resumeOrder,
  returnFromProvider,
  saleInProgress,
} from './order-journal.ts'

/** A cart that nobody touched for so long is forgotten; as long as the cookie lives. */
export const CART_TTL_MS = 30 * 86_400_000
/** Answers that are remembered, so that a mutation sent twice happens once; they ride in every write, so they are few. */
const REMEMBERED = 8
/** Until a reminder that could not be written down is tried again. */
const REMIND_AGAIN_MS = 5 * 60_000

export interface CartMutation {
  /** Whose cart; the caller has verified the id. */
  quoteId: string
  now: number
  /** The client's own id of this mutation, if it has one. */
  mutationId?: string | null
}

/** The line as it is now and the version of the cart that has it. */
export type CartAnswer = { ok: true; line: CartLine; version: number } | CartFailure
export type SettingsAnswer = { ok: true; cart: Cart } | CartFailure

interface Kept {
  cart: Cart
  /** Oldest first. */
  answers: [mutationId: string, answer: CartAnswer][]
}

export class CartObject extends DurableObject<ObjectBindings> {
  /** Whether the table is there. It is made by the first write, so that looking at an unused id stores nothing. */
  #hasTable: boolean
  #kept: Kept | null

  constructor(ctx: DurableObjectState, env: ObjectBindings) {
    super(ctx, env)
    // All of it synchronous: the constructor needs no blockConcurrencyWhile.
    const tables = ctx.storage.sql.exec("select 1 from sqlite_master where name = 'kept'")
    this.#hasTable = tables.toArray().length > 0
    this.#kept = upgraded(this.#restore<Kept>('cart'))
  }

  /** The cart, `null` before the first change and after it was forgotten. */
  read(): Cart | null {
    return this.#kept?.cart ?? null
  }

  /** Cart and draft in one call: what a checkout page needs. */
  readCheckout(): { cart: Cart | null; draft: CheckoutDraft | null; pending: PendingPayment | null } {
    const draft = this.#restore<CheckoutDraft>('draft')
    return { cart: this.read(), draft, pending: pendingPayment(this.#journal()) }
  }

  /** Adds units of what the catalogue says; `pools` are those that it takes from. */
  add(request: CartMutation & { item: NewLine; qty: number; pools: Pools }): CartAnswer {
    return this.#change(request, (cart) => {
      const change = addLine(cart, request.item, request.qty, request)
      return change.ok ? (stockFailure(change.cart, change.line, request.pools) ?? change) : change
    })
  }

  /** Adds several things in one act, all or none; the answer's line is the first one's. */
  addAll(request: CartMutation & { items: { item: NewLine; qty: number }[]; pools: Pools }): CartAnswer {
    return this.#change(request, (cart) => {
      const change = addLines(cart, request.items, request)
      if (!change.ok) return change
      for (const { item } of request.items) {
        const line = change.cart.lines.find((known) => isSameItem(known, item))
        if (line && stockFailure(change.cart, line, request.pools))
          return cartFailure('group-short', line.name)
      }
      return change
    })
  }

  /** Sets the quantity of a line, and prices it anew. */
  setQty(request: CartMutation & { itemId: number; item: NewLine; qty: number; pools: Pools }): CartAnswer {
    return this.#change(request, (cart) => {
      const change = setLineQty(cart, request.itemId, request.qty, request)
      return change.ok ? (stockFailure(change.cart, change.line, request.pools) ?? change) : change
    })
  }

  remove(request: CartMutation & { itemId: number }): CartAnswer {
    return this.#change(request, (cart) => removeLine(cart, request.itemId, request))
  }

  /** Coupon, destination, methods: what is given replaces what was, the rest stays. */
  set(request: { quoteId: string; now: number; settings: CartSettings }): SettingsAnswer {
    const cart = this.#kept?.cart ?? emptyCart(request.quoteId, request)
    const refusal = this.#refusal(cart)
    if (refusal) return refusal
    const next = setSettings(cart, request.settings, request)
    if (next !== cart) this.#keep(next)
    return { ok: true, cart: next }
  }

  saveDraft(draft: CheckoutDraft): void {
    this.#store('draft', draft)
    // Without a cart nothing else would ever see to it that the draft is forgotten.
    if (!this.#kept) void this.ctx.storage.setAlarm(draft.modifiedAt + CART_TTL_MS)
  }

  /** The sale (design.md §6). Sent twice it happens once; the journal sees to it. */
  async placeOrder(request: PlaceOrderRequest): Promise<PlaceOrderOutcome> {
    const outcome = await placeOrder(this.#journal(), request)
    await this.#ensureAlarm()
    return outcome
  }

  /** Takes up a sale that a crash left open. */
  async resume(): Promise<void> {
    await resumeOrder(this.#journal())
    await this.#ensureAlarm()
  }

  /** Gives up a sale that only waits for the shopper's bank; true when the cart is free afterwards. */
  async abandon(): Promise<boolean> {
    const free = await abandonOrder(this.#journal())
    await this.#ensureAlarm()
    return free
  }

  /** The shopper is back from the provider's page, which says of itself nothing that counts. */
  async returnFromProvider(back: { orderNumber: string; token: string | null }): Promise<PlaceOrderOutcome> {
    const outcome = await returnFromProvider(this.#journal(), back)
    await this.#ensureAlarm()
    return outcome
  }

  /** A webhook says that a payment changed. */
  async paymentChanged(event: PaymentEvent): Promise<void> {
    await paymentChanged(this.#journal(), event)
    await this.#ensureAlarm()
  }

  /** One alarm for three things: an open sale is taken up; a left cart is reminded of, and long after forgotten. */
  override async alarm(): Promise<void> {
    const journal = this.#journal()
    if (saleInProgress(journal)) return this.resume()
    const now = Date.now()
    await this.#remind(now)
    if (now - (this.#kept?.cart.updatedAt ?? 0) < CART_TTL_MS) return this.#ensureAlarm()
    await this.#forget(now)
  }

  /** D1 may be away: then a little later, and the cart is not forgotten before. */
  async #remind(now: number): Promise<void> {
    const about = this.#remindable()
    try {
      const reminded = await remind(this.env, about, now)
      if (reminded.sent !== about.reminded.sent) this.#store('reminded', reminded)
    } catch (error) {
      console.error('a reminder', causeOf(error))
      await this.ctx.storage.setAlarm(now + REMIND_AGAIN_MS)
    }
  }

  #remindable(): Remindable {
    const draft = this.#restore<CheckoutDraft>('draft')
    return { cart: this.read(), draft, reminded: this.#restore<Reminded>('reminded') ?? { sent: 0 } }
  }

  /** For a customer who leaves for good; false while a sale runs, then nothing is forgotten. */
  async forget(): Promise<boolean> {
    if (saleInProgress(this.#journal())) return false
    await this.#forget(Date.now())
    return true
  }

  async #forget(now: number): Promise<void> {
    const cart = this.#kept?.cart
    // D1 takes one order of a cart's id, so a second cart under it could never be ordered: the number stays.
    const closed = cart?.orderNumber
      ? closeCart(emptyCart(cart.quoteId, { now }), cart.orderNumber, { now })
      : null
    this.#kept = closed && { cart: closed, answers: [] }
    this.#hasTable = false
    // Storage is billed until it is gone.
    await this.ctx.storage.deleteAll()
    if (this.#kept) this.#store('cart', this.#kept)
  }

  #change(
    request: CartMutation,
    rule: (cart: Cart) => { ok: true; cart: Cart; line: CartLine } | CartFailure,
  ): CartAnswer {
    const { mutationId = null } = request
    const known = this.#kept?.answers.find(([id]) => id === mutationId)
    if (known) return known[1]
    const cart = this.#kept?.cart ?? emptyCart(request.quoteId, request)
    const change = this.#refusal(cart) ?? rule(cart)
    // A failure changed nothing and may end differently next time, so it is not remembered.
    if (!change.ok) return change
    const answer: CartAnswer = { ok: true, line: change.line, version: change.cart.version }
    this.#keep(change.cart, mutationId === null ? undefined : [mutationId, answer])
    return answer
  }

  #refusal(cart: Cart): CartFailure | null {
    if (saleInProgress(this.#journal())) return cartFailure('checkout-in-progress')
    return cart.orderNumber === null ? null : cartFailure('cart-closed', cart.quoteId)
  }

  /** The one write of a change: cart and remembered answers are one row. */
  #keep(cart: Cart, answer?: [string, CartAnswer]): void {
    const first = this.#kept === null
    const answers = [...(this.#kept?.answers ?? []), ...(answer ? [answer] : [])].slice(-REMEMBERED)
    const kept = { cart, answers }
    this.#store('cart', kept)
    this.#kept = kept
    // Not awaited: the write joins the same output gate, and only the first change pays for it.
    if (first) void this.ctx.storage.setAlarm(cart.updatedAt + firstLook(this.env))
  }

  async #ensureAlarm(): Promise<void> {
    const kept = this.#kept
    if (kept && (await this.ctx.storage.getAlarm()) === null) {
      const forgotten = kept.cart.updatedAt + CART_TTL_MS
      const wake = reminderWake(this.env, this.#remindable()) ?? forgotten
      await this.ctx.storage.setAlarm(Math.max(Date.now(), Math.min(wake, forgotten)))
    }
  }

  #journal(): JournalContext {
    return {
      storage: this.ctx.storage,
      env: this.env,
      now: () => Date.now(),
      random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
      readCart: () => this.read(),
      saveCart: (cart) => this.#keep(cart),
    }
  }

  #restore<Value>(name: 'cart' | 'draft' | 'reminded'): Value | null {
    if (!this.#hasTable) return null
    const rows = this.ctx.storage.sql.exec<{ body: string }>('select body from kept where name = ?', name)
    const body = rows.toArray()[0]?.body
    // Written by #store of this class only, so its shape is ours.
    return body === undefined ? null : (JSON.parse(body) as Value)
  }

  #store(name: 'cart' | 'draft' | 'reminded', value: unknown): void {
    const { sql } = this.ctx.storage
    if (!this.#hasTable)
      sql.exec('create table if not exists kept (name text primary key, body text not null)')
    this.#hasTable = true
    sql.exec(
      'insert into kept (name, body) values (?, ?) on conflict (name) do update set body = excluded.body',
      name,
      JSON.stringify(value),
    )
  }
}

/** Milliseconds until a new cart looks whether it was left; what came in between moves that on, not each change. */
function firstLook(env: object): number {
  const parsed = parseConfig(env)
  const minutes = parsed.ok ? parsed.config.reminderMinutes[0] : undefined
  return minutes === undefined ? CART_TTL_MS : minutes * 60_000
}

/** A cart that was kept before lines had parts, in today's form; the remembered answers name a line too. */
function upgraded(kept: Kept | null): Kept | null {
  if (!kept) return null
  const answers = kept.answers.map(([id, answer]): Kept['answers'][number] => [
    id,
    answer.ok ? { ...answer, line: upgradeLine(answer.line) } : answer,
  ])
  return { cart: upgradeLines(kept.cart), answers }
}

/**
 * Pools are counted in tires over all lines that share them; stock that is not counted never refuses (spec §5). The
 * detail is how many units the line could have.
 */
function stockFailure(cart: Cart, line: CartLine, pools: Pools): CartFailure | null {
  const most = unitsForLine(line, cart.lines, pools)
  if (most === null || line.qty <= most) return null
  const alone = unitsForLine(line, [], pools)
  return cartFailure(alone === 0 ? 'out-of-stock' : 'qty-not-available', most)
}
