/**
 * One cart, and the only truth about it. A shell: restore, apply a rule of schema/cart, store, answer.
 *
 * What the platform does: the object runs in one place, one event at a time, and is thrown out of memory whenever it is
 * idle. `#record` is therefore nothing but a copy of the row. Storage is SQLite inside the object: `sql.exec` is
 * synchronous, and the answer of a call is held back until the write is durable; should it fail, the platform drops the
 * object and with it the copy, so that the copy is never ahead of the row.
 *
 * Where no await may slip in: between reading `#record` and `#store`. A read-change-write without an await cannot be
 * interleaved by another call. The journal of an order does await (D1, the payment provider), and other calls run
 * meanwhile; each of them asks `isOrderInProgress` first, which is synchronous too.
 */
import { DurableObject } from 'cloudflare:workers'
import type { ReminderState } from '../schema/cart/abandoned/abandoned-cart.ts'
import {
  addAllUnits,
  addUnits,
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
  placeOrderOfCart,
  resumeOrder,
  returnFromProvider,
} from './checkout/placement/order-journal.ts'
import type { JournalContext } from './checkout/placement/order-journal-context.ts'
import { orderTires } from './config.ts'
import type { ObjectBindings } from './env.ts'

/** Methods that charge or refund: they may take as long as a provider does. */
export const SALE_CALLS = [
  'placeOrder',
  'returnFromProvider',
  'cancelPendingOrder',
  'paymentChanged',
  'resume',
] as const satisfies readonly (keyof CartObject)[]

export class CartObject extends DurableObject<ObjectBindings> {
  #values: CartValues
  #record: CartRecord | null

  constructor(ctx: DurableObjectState, env: ObjectBindings) {
    super(ctx, env)
    // All of it synchronous: the constructor needs no blockConcurrencyWhile.
    this.#values = new CartValues(ctx.storage)
    this.#record = this.#values.readCart()
  }

  /** Returns the cart; `null` before the first change and after it was deleted. */
  read(): Cart | null {
    return this.#record?.cart ?? null
  }

  /** Returns cart and draft in one call, as a checkout page needs them. */
  readCheckout(): { cart: Cart | null; draft: CheckoutDraft | null; pending: PendingPayment | null } {
    const draft = this.#values.read<CheckoutDraft>('draft')
    return { cart: this.read(), draft, pending: pendingPayment(this.#journal()) }
  }

  /** Stores the total that the cart's owner is about to read, for the order to be compared with. */
  noteTotal(cart: Cart, total: Cents): void {
    const known = this.#values.read<AnsweredTotal[]>('answered') ?? []
    const next = rememberTotal(known, cart, total)
    if (this.#record && JSON.stringify(next) !== JSON.stringify(known)) this.#values.write('answered', next)
  }

  /** Returns what a merge takes out of this cart; `isInOrder` while an order keeps it where it is. */
  readForMerge(): {
    cart: Cart | null
    draft: CheckoutDraft | null
    seen: ProcessedMutation[]
    isInOrder: boolean
  } {
    const draft = this.#values.read<CheckoutDraft>('draft')
    const isInOrder = isOrderInProgress(this.#journal())
    return { cart: this.read(), draft, seen: this.#record?.seen ?? [], isInOrder }
  }

  /** Returns the guest carts that were merged into this one. */
  readMergedCarts(): { cart: Cart | null; joined: MergedCart[] } {
    return { cart: this.read(), joined: this.#record?.joined ?? [] }
  }

  /** Takes over which guest carts were merged into the customer's former cart. */
  inheritMergedCarts(former: MergedCart[]): void {
    const record = this.#record && inheritMergedCarts(this.#record, former)
    if (record && record !== this.#record) this.#store(record)
  }

  /** Adds units of a product; `pools` are the stock that its parts come from. */
  add(request: CartMutationRequest & { item: NewLine; qty: number; pools: Pools }): CartMutationResult {
    return this.#change(request, (cart) => {
      const change = addUnits(cart, request.item, request.qty, request)
      return change.ok ? (stockError(change.cart, change.line, request.pools) ?? change) : change
    })
  }

  /** Adds several products at once, all or none; the answer's line is the one of the first. */
  addAll(
    request: CartMutationRequest & { items: { item: NewLine; qty: number }[]; pools: Pools },
  ): CartMutationResult {
    return this.#change(request, (cart) => {
      const change = addAllUnits(cart, request.items, request)
      if (!change.ok) return change
      for (const { item } of request.items) {
        const line = change.cart.lines.find((known) => isSameItem(known, item))
        if (line && stockError(change.cart, line, request.pools)) return cartError('group-short', line.name)
      }
      return change
    })
  }

  /** Sets the quantity of a line and prices it again. */
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

  /** Applies a mutation of a guest's line that was made before the guest cart `from` was merged; `qty` 0 removes it. */
  changeMergedLine(
    request: CartMutationRequest & GuestLine & { from: string; pools: Pools },
  ): CartMutationResult {
    const record = this.#record
    return this.#change(
      request,
      record ? changeMergedLine(record, request, request) : () => cartError('cart-changed'),
    )
  }

  /** Merges a guest's cart; merged again, it adds only what is new, so nothing counts twice. */
  mergeGuestCart(request: {
    quoteId: string
    now: number
    guest: { from: string; lines: GuestLine[]; seen: ProcessedMutation[] }
    pools: Pools
  }): SettingsAnswer {
    const cart = this.#record?.cart ?? emptyCart(request.quoteId, request)
    const refusal = this.#refusal(cart)
    if (refusal) return refusal
    const next = mergeGuestCart(this.#record ?? { cart, answers: [] }, request.guest, request)
    this.#store(next)
    return { ok: true, cart: next.cart }
  }

  /** Sets coupon, destination and methods; settings that are not given stay. */
  set(request: CartMutationRequest & { settings: CartSettings }): SettingsAnswer {
    const refusal = this.#refusal(this.#record?.cart ?? emptyCart(request.quoteId, request))
    if (refusal) return refusal
    const { record, answer } = setIdempotent(this.#record, request, (cart) =>
      setSettings(cart, request.settings, request),
    )
    if (record) this.#store(record)
    return { ok: true, cart: answer }
  }

  /** Opens a WebSocket that gets each new version; the caller has checked that it belongs to the cart's owner. */
  override fetch(): Response {
    return acceptSocket(this.ctx, this.read())
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    // 1005 and 1006 say that there was no code; none may be sent.
    socket.close(code === 1005 || code === 1006 ? 1000 : code)
  }

  saveDraft(draft: CheckoutDraft): void {
    this.#values.write('draft', draft)
    // Without a cart no other alarm would delete the draft.
    if (!this.#record) void this.ctx.storage.setAlarm(draft.modifiedAt + CART_TTL_MS)
  }

  /** Places the order of this cart. Repeated, it is placed once; the journal makes sure of that. */
  async placeOrder(
    request: PlaceOrderRequest,
    actors: readonly OrderActor[] = [],
  ): Promise<PlaceOrderOutcome> {
    const outcome = await placeOrderOfCart(this.#journal(), request, actors)
    await this.#ensureAlarm()
    return outcome
  }

  /** Continues an order that a crash left open. */
  async resume(): Promise<void> {
    await resumeOrder(this.#journal())
    await this.#ensureAlarm()
  }

  /** Cancels an order that only waits for the shopper's bank; true when the cart takes changes afterwards. */
  async cancelPendingOrder(): Promise<boolean> {
    const free = await cancelPendingOrder(this.#journal())
    await this.#ensureAlarm()
    return free
  }

  /** Continues when the shopper is back from the provider's page; whether they paid is asked of the provider. */
  async returnFromProvider(back: { orderNumber: string; token: string | null }): Promise<PlaceOrderOutcome> {
    const outcome = await returnFromProvider(this.#journal(), back)
    await this.#ensureAlarm()
    return outcome
  }

  /** Continues after a webhook about a changed payment. */
  async paymentChanged(event: PaymentEvent): Promise<void> {
    await paymentChanged(this.#journal(), event)
    await this.#ensureAlarm()
  }

  /** One alarm for three tasks: continue orders, send reminders of an abandoned cart, and delete it long after. */
  override async alarm(): Promise<void> {
    const journal = this.#journal()
    const now = Date.now()
    if (isOrderInProgress(journal) || (nextAlarmAt(journal) ?? now + 1) <= now) return this.resume()
    await sendDueReminder(this.env, this.#remindable(), now, (reminded) =>
      this.#values.write('reminded', reminded),
    )
    // Checked after the mail: an order may have begun meanwhile.
    if (this.#isOver(now)) await this.#forget(now)
    else await this.#ensureAlarm()
  }

  /** Whether the cart can be deleted: unchanged for long, no payment and no unwritten mail outstanding. */
  #isOver(now: number): boolean {
    if (this.#isOwed() || now - (this.#record?.cart.updatedAt ?? 0) < CART_TTL_MS) return false
    const about = this.#remindable()
    return about.reminded.notBefore === undefined || nextReminderAt(this.env, about) === null
  }

  /** True while an order is in progress or its payment may still arrive. */
  #isOwed(): boolean {
    const journal = this.#journal()
    return isOrderInProgress(journal) || nextAlarmAt(journal) !== null
  }

  #remindable(): ReminderContext {
    const draft = this.#values.read<CheckoutDraft>('draft')
    return { cart: this.read(), draft, reminded: this.#values.read<ReminderState>('reminded') ?? { sent: 0 } }
  }

  /** Deletes the cart of a customer who erases their account; false, and nothing deleted, while an order is in progress. */
  async forget(): Promise<boolean> {
    if (this.#isOwed()) return false
    await this.#forget(Date.now())
    return true
  }

  /**
   * Empties the cart of a customer whose cart continues under another number, so that nobody with this number can read
   * it. Orders and checks for late payments stay. False, and nothing emptied, while an order is in progress.
   */
  empty(): boolean {
    if (isOrderInProgress(this.#journal())) return false
    const cart = this.#record?.cart
    closeSockets(this.ctx)
    if (!cart) return true
    const now = Date.now()
    const empty = { ...emptyCart(cart.quoteId, { now }), version: cart.version + 1 }
    this.#store({ cart: this.#closed(now) ?? empty, answers: [] })
    this.#values.clearAllButCart()
    return true
  }

  /** Returns what remains of an ordered cart: D1 takes one order for each quote id, so no second cart may begin under it. */
  #closed(now: number): Cart | null {
    const cart = this.#record?.cart
    return cart?.orderNumber ? closeCart(emptyCart(cart.quoteId, { now }), cart.orderNumber, { now }) : null
  }

  async #forget(now: number): Promise<void> {
    const closed = this.#closed(now)
    this.#record = closed && { cart: closed, answers: [] }
    closeSockets(this.ctx)
    await this.#values.clear()
    if (this.#record) this.#values.write('cart', this.#record)
  }

  #change(
    request: CartMutationRequest,
    rule: (cart: Cart) => CartChange & { joined?: MergedCart[] },
  ): CartMutationResult {
    const bounded = (cart: Cart) => {
      const change = rule(cart)
      // A smaller cart is always accepted, even one that is still above the limit.
      if (!change.ok || tiresHeld(change.cart.lines) <= tiresHeld(cart.lines)) return change
      return sizeFailure(change.cart.lines, orderTires(this.env)) ?? change
    }
    const { record, answer } = applyIdempotent(this.#record, request, (cart) => this.#refusal(cart), bounded)
    if (record) this.#store(record)
    return answer
  }

  #refusal(cart: Cart): CartError | null {
    if (isOrderInProgress(this.#journal())) return cartError('checkout-in-progress')
    return cart.orderNumber === null ? null : cartError('cart-closed', cart.quoteId)
  }

  /** Writes a change: the cart and the mutations that it has processed are one row. */
  #store(record: CartRecord): void {
    const known = this.#record?.cart ?? null
    this.#values.write('cart', record)
    this.#record = record
    if (known?.version !== record.cart.version) broadcastVersion(this.ctx, record.cart)
    // Not awaited: the write joins the same output gate, and only the first change pays for it.
    if (known === null)
      void this.ctx.storage.setAlarm(record.cart.updatedAt + (firstReminder(this.env) ?? CART_TTL_MS))
  }

  async #ensureAlarm(): Promise<void> {
    const record = this.#record
    const journal = this.#journal()
    if (!record || isOrderInProgress(journal)) return
    const now = Date.now()
    const forgotten = record.cart.updatedAt + CART_TTL_MS
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
      saveCart: (cart) => this.#store({ ...(this.#record ?? { answers: [] }), cart }),
    }
  }
}
