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
 * meanwhile; each of them asks `isOrderInProgress` first, which is synchronous too.
 */
import { DurableObject } from 'cloudflare:workers'
import type { ReminderState } from '../schema/cart/abandoned/abandoned-cart.ts'
import {
  addLine,
  addLines,
  CART_TTL_MS,
  type Cart,
  type CartChange,
  type CartSettings,
  closeCart,
  emptyCart,
  isSameItem,
  type NewLine,
  removeLine,
  setLineQty,
  setSettings,
} from '../schema/cart/cart.ts'
import { type CartError, cartError } from '../schema/cart/cart-error.ts'
import { sizeFailure, tiresHeld } from '../schema/cart/order-size.ts'
import { stockError } from '../schema/cart/stock/cart-stock.ts'
import type { GuestLine, MergedCart } from '../schema/cart/sync/cart-merge.ts'
import {
  applyIdempotent,
  type CartMutationRequest,
  type CartRecord,
  changeMergedLine,
  inheritMergedCarts,
  mergeGuestCart,
  setIdempotent,
} from '../schema/cart/sync/cart-record.ts'
import type { CartMutationResult, ProcessedMutation } from '../schema/cart/sync/processed-mutations.ts'
import type { Pools } from '../schema/catalog/product/stock.ts'
import type { CheckoutDraft } from '../schema/checkout/checkout.ts'
import {
  type AnsweredTotal,
  answeredTotal,
  rememberTotal,
} from '../schema/checkout/placement/answered-total.ts'
import type { OrderActor } from '../schema/orders/limits/order-limits.ts'
import type {
  PaymentEvent,
  PendingPayment,
  PlaceOrderOutcome,
  PlaceOrderRequest,
} from '../schema/orders/order.ts'
import type { Cents } from '../schema/platform/money.ts'
import {
  firstReminder,
  nextReminderAt,
  type ReminderContext,
  sendDueReminder,
} from './cart/abandoned/abandoned-cart-reminders.ts'
import { CartValues } from './cart/cart-values.sql.ts'
import { acceptSocket, broadcastVersion, closeSockets } from './cart/sync/cart-websocket.ts'
import type { SettingsAnswer } from './cart/update-cart.ts'
import { nextAlarmAt, pendingPayment } from './checkout/placement/order-attempt.sql.ts'
import {
  cancelPendingOrder,
  isOrderInProgress,
  paymentChanged,
  placeOrder,
  resumeOrder,
  returnFromProvider,
} from './checkout/placement/order-journal.ts'
import type { JournalContext } from './checkout/placement/order-journal-context.ts'
import { orderTires } from './config.ts'
import type { ObjectBindings } from './env.ts'

export class CartObject extends DurableObject<ObjectBindings> {
  #values: CartValues
  #kept: CartRecord | null

  constructor(ctx: DurableObjectState, env: ObjectBindings) {
    super(ctx, env)
    // All of it synchronous: the constructor needs no blockConcurrencyWhile.
    this.#values = new CartValues(ctx.storage)
    this.#kept = this.#values.readCart()
  }

  /** The cart, `null` before the first change and after it was forgotten. */
  read(): Cart | null {
    return this.#kept?.cart ?? null
  }

  /** Cart and draft in one call: what a checkout page needs. */
  readCheckout(): { cart: Cart | null; draft: CheckoutDraft | null; pending: PendingPayment | null } {
    const draft = this.#values.read<CheckoutDraft>('draft')
    return { cart: this.read(), draft, pending: pendingPayment(this.#journal()) }
  }

  /** Writes down what the cart's owner is about to read as the total, for an order to be compared with. */
  noteTotal(cart: Cart, total: Cents): void {
    const known = this.#values.read<AnsweredTotal[]>('answered') ?? []
    const next = rememberTotal(known, cart, total)
    if (this.#kept && JSON.stringify(next) !== JSON.stringify(known)) this.#values.write('answered', next)
  }

  /** What another cart takes along of this one; `inSale` while it stays where it is. */
  readBrought(): {
    cart: Cart | null
    draft: CheckoutDraft | null
    seen: ProcessedMutation[]
    inSale: boolean
  } {
    const draft = this.#values.read<CheckoutDraft>('draft')
    const inSale = isOrderInProgress(this.#journal())
    return { cart: this.read(), draft, seen: this.#kept?.seen ?? [], inSale }
  }

  /** The guests' carts that came into this one. */
  readJoined(): { cart: Cart | null; joined: MergedCart[] } {
    return { cart: this.read(), joined: this.#kept?.joined ?? [] }
  }

  /** What guests' carts brought into the customer's cart before this one. */
  inheritJoined(former: MergedCart[]): void {
    const kept = this.#kept && inheritMergedCarts(this.#kept, former)
    if (kept && kept !== this.#kept) this.#keep(kept)
  }

  /** Adds units of what the catalogue says; `pools` are those that it takes from. */
  add(request: CartMutationRequest & { item: NewLine; qty: number; pools: Pools }): CartMutationResult {
    return this.#change(request, (cart) => {
      const change = addLine(cart, request.item, request.qty, request)
      return change.ok ? (stockError(change.cart, change.line, request.pools) ?? change) : change
    })
  }

  /** Adds several things in one act, all or none; the answer's line is the first one's. */
  addAll(
    request: CartMutationRequest & { items: { item: NewLine; qty: number }[]; pools: Pools },
  ): CartMutationResult {
    return this.#change(request, (cart) => {
      const change = addLines(cart, request.items, request)
      if (!change.ok) return change
      for (const { item } of request.items) {
        const line = change.cart.lines.find((known) => isSameItem(known, item))
        if (line && stockError(change.cart, line, request.pools)) return cartError('group-short', line.name)
      }
      return change
    })
  }

  /** Sets the quantity of a line, and prices it anew. */
  setQty(
    request: CartMutationRequest & { itemId: number; item: NewLine; qty: number; pools: Pools },
  ): CartMutationResult {
    return this.#change(request, (cart) => {
      const change = setLineQty(cart, request.itemId, request.qty, request)
      return change.ok ? (stockError(change.cart, change.line, request.pools) ?? change) : change
    })
  }

  remove(request: CartMutationRequest & { itemId: number }): CartMutationResult {
    return this.#change(request, (cart) => removeLine(cart, request.itemId, request))
  }

  /** A wish about a line of the guest's cart `from`, made before it came into this one; `qty` 0 takes it out. */
  adopt(request: CartMutationRequest & GuestLine & { from: string; pools: Pools }): CartMutationResult {
    const kept = this.#kept
    return this.#change(
      request,
      kept ? changeMergedLine(kept, request, request) : () => cartError('cart-changed'),
    )
  }

  /** Takes a guest's cart in (spec §4 "Authorize"); taken in again it brings what is new, so nothing counts twice. */
  join(request: {
    quoteId: string
    now: number
    guest: { from: string; lines: GuestLine[]; seen: ProcessedMutation[] }
    pools: Pools
  }): SettingsAnswer {
    const cart = this.#kept?.cart ?? emptyCart(request.quoteId, request)
    const refusal = this.#refusal(cart)
    if (refusal) return refusal
    const next = mergeGuestCart(this.#kept ?? { cart, answers: [] }, request.guest, request)
    this.#keep(next)
    return { ok: true, cart: next.cart }
  }

  /** Coupon, destination, methods: what is given replaces what was, the rest stays. */
  set(request: CartMutationRequest & { settings: CartSettings }): SettingsAnswer {
    const refusal = this.#refusal(this.#kept?.cart ?? emptyCart(request.quoteId, request))
    if (refusal) return refusal
    const { kept, answer } = setIdempotent(this.#kept, request, (cart) =>
      setSettings(cart, request.settings, request),
    )
    if (kept) this.#keep(kept)
    return { ok: true, cart: answer }
  }

  /** A socket of the cart's owner, which hears of each change; the caller knows who it is. */
  override fetch(): Response {
    return acceptSocket(this.ctx, this.read())
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    // 1005 and 1006 say that there was no code; none may be sent.
    socket.close(code === 1005 || code === 1006 ? 1000 : code)
  }

  saveDraft(draft: CheckoutDraft): void {
    this.#values.write('draft', draft)
    // Without a cart nothing else would ever see to it that the draft is forgotten.
    if (!this.#kept) void this.ctx.storage.setAlarm(draft.modifiedAt + CART_TTL_MS)
  }

  /** The sale (design.md §6). Sent twice it happens once; the journal sees to it. */
  async placeOrder(
    request: PlaceOrderRequest,
    actors: readonly OrderActor[] = [],
  ): Promise<PlaceOrderOutcome> {
    const outcome = await placeOrder(this.#journal(), request, actors)
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
    const free = await cancelPendingOrder(this.#journal())
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

  /** One alarm for three things: sales are taken up; a left cart is reminded of, and long after forgotten. */
  override async alarm(): Promise<void> {
    const journal = this.#journal()
    const now = Date.now()
    if (isOrderInProgress(journal) || (nextAlarmAt(journal) ?? now + 1) <= now) return this.resume()
    await sendDueReminder(this.env, this.#remindable(), now, (reminded) =>
      this.#values.write('reminded', reminded),
    )
    // Asked behind the mail: an order may have begun meanwhile.
    if (this.#isOver(now)) await this.#forget(now)
    else await this.#ensureAlarm()
  }

  /** Nobody touched it for long, and nothing is still to come: no money, and no mail that could not be written down. */
  #isOver(now: number): boolean {
    if (this.#isOwed() || now - (this.#kept?.cart.updatedAt ?? 0) < CART_TTL_MS) return false
    const about = this.#remindable()
    return about.reminded.notBefore === undefined || nextReminderAt(this.env, about) === null
  }

  /** True while a sale runs or its money may still come. */
  #isOwed(): boolean {
    const journal = this.#journal()
    return isOrderInProgress(journal) || nextAlarmAt(journal) !== null
  }

  #remindable(): ReminderContext {
    const draft = this.#values.read<CheckoutDraft>('draft')
    return { cart: this.read(), draft, reminded: this.#values.read<ReminderState>('reminded') ?? { sent: 0 } }
  }

  /** For a customer who leaves for good; false while a sale runs or its money may still come: then nothing is forgotten. */
  async forget(): Promise<boolean> {
    if (this.#isOwed()) return false
    await this.#forget(Date.now())
    return true
  }

  /**
   * For a customer whose cart goes on under another number: who holds this one reads nothing of it any more. Orders stay,
   * and so does what looks for their money. False while a sale runs: then nothing is forgotten.
   */
  empty(): boolean {
    if (isOrderInProgress(this.#journal())) return false
    const cart = this.#kept?.cart
    closeSockets(this.ctx)
    if (!cart) return true
    const now = Date.now()
    const empty = { ...emptyCart(cart.quoteId, { now }), version: cart.version + 1 }
    this.#keep({ cart: this.#closed(now) ?? empty, answers: [] })
    this.#values.clearAllButCart()
    return true
  }

  /** What is left of a cart that was ordered: D1 takes one order of its id, so no second cart can begin under it. */
  #closed(now: number): Cart | null {
    const cart = this.#kept?.cart
    return cart?.orderNumber ? closeCart(emptyCart(cart.quoteId, { now }), cart.orderNumber, { now }) : null
  }

  async #forget(now: number): Promise<void> {
    const closed = this.#closed(now)
    this.#kept = closed && { cart: closed, answers: [] }
    closeSockets(this.ctx)
    await this.#values.clear()
    if (this.#kept) this.#values.write('cart', this.#kept)
  }

  #change(
    request: CartMutationRequest,
    rule: (cart: Cart) => CartChange & { joined?: MergedCart[] },
  ): CartMutationResult {
    const bounded = (cart: Cart) => {
      const change = rule(cart)
      // Less is always taken, also of a cart that was too large before there was a limit.
      if (!change.ok || tiresHeld(change.cart.lines) <= tiresHeld(cart.lines)) return change
      return sizeFailure(change.cart.lines, orderTires(this.env)) ?? change
    }
    const { kept, answer } = applyIdempotent(this.#kept, request, (cart) => this.#refusal(cart), bounded)
    if (kept) this.#keep(kept)
    return answer
  }

  #refusal(cart: Cart): CartError | null {
    if (isOrderInProgress(this.#journal())) return cartError('checkout-in-progress')
    return cart.orderNumber === null ? null : cartError('cart-closed', cart.quoteId)
  }

  /** The one write of a change: the cart and what it remembers are one row. */
  #keep(kept: CartRecord): void {
    const known = this.#kept?.cart ?? null
    this.#values.write('cart', kept)
    this.#kept = kept
    if (known?.version !== kept.cart.version) broadcastVersion(this.ctx, kept.cart)
    // Not awaited: the write joins the same output gate, and only the first change pays for it.
    if (known === null)
      void this.ctx.storage.setAlarm(kept.cart.updatedAt + (firstReminder(this.env) ?? CART_TTL_MS))
  }

  async #ensureAlarm(): Promise<void> {
    const kept = this.#kept
    const journal = this.#journal()
    if (!kept || isOrderInProgress(journal)) return
    const now = Date.now()
    const forgotten = kept.cart.updatedAt + CART_TTL_MS
    const wakes = [nextReminderAt(this.env, this.#remindable()), nextAlarmAt(journal)].filter(
      (at) => at !== null,
    )
    if (forgotten > now || this.#isOver(now)) wakes.push(forgotten)
    const wanted = Math.max(now, Math.min(...wakes))
    const set = await this.ctx.storage.getAlarm()
    if (set === null || set > wanted) await this.ctx.storage.setAlarm(wanted)
  }

  #journal(): JournalContext {
    return {
      storage: this.ctx.storage,
      env: this.env,
      now: () => Date.now(),
      random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
      readCart: () => this.read(),
      noteTotal: (cart, total) => this.noteTotal(cart, total),
      answeredTotal: (cart) => answeredTotal(this.#values.read<AnsweredTotal[]>('answered') ?? [], cart),
      saveCart: (cart) => this.#keep({ ...(this.#kept ?? { answers: [] }), cart }),
    }
  }
}
