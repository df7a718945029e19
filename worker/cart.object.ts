/**
 * Owns one cart: only this object writes it. Each method applies a rule of schema/cart, stores the result and replies.
 *
 * The platform runs one instance of the object, one event at a time, and removes an idle instance from memory at any time.
 * `#record` is therefore only a copy of the stored row. `sql.exec` is synchronous, and the platform delays the reply of a
 * call until the write is durable. If the write fails, the instance with its copy is discarded.
 *
 * No `await` may stand between reading `#record` and `#store`: without one, no other call can run in between. The order
 * journal does await (D1, the payment provider); other calls first check `isOrderInProgress`, which is synchronous too.
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
import { countReservedTires, orderSizeError } from '../schema/cart/order-size.ts'
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
  addReportedTotal,
  findReportedTotal,
  type ReportedTotal,
} from '../schema/checkout/placement/reported-total.ts'
import type { OrderActor } from '../schema/orders/limits/order-limits.ts'
import type {
  PaymentEvent,
  PendingPayment,
  PlaceOrderOutcome,
  PlaceOrderRequest,
} from '../schema/orders/order.ts'
import type { LostOrder } from '../schema/orders/restored-order.ts'
import type { Cents } from '../schema/platform/money.ts'
import {
  firstReminderDelay,
  nextReminderAt,
  type ReminderContext,
  sendDueReminder,
} from './cart/abandoned/abandoned-cart-reminders.ts'
import { CartValues } from './cart/cart-values.sql.ts'
import { acceptSocket, broadcastVersion, closeSockets } from './cart/sync/cart-websocket.ts'
import { guestTotals, type RegionRates } from './cart/totals/totals-context.sql.ts'
import type { SettingsResult } from './cart/update-cart.ts'
import { nextAlarmAt, pendingPayment } from './checkout/placement/order-attempt.sql.ts'
import {
  cancelAwaitingOrder,
  isOrderInProgress,
  paymentChanged,
  placeOrderOfCart,
  resumeOrder,
  returnFromProvider,
} from './checkout/placement/order-journal.ts'
import type { JournalContext } from './checkout/placement/order-journal-context.ts'
import { recoverOrders } from './checkout/recovery/recover-orders.ts'
import { orderTires } from './config.ts'
import type { ObjectBindings } from './env.ts'

/** Methods that call a payment provider; they may take as long as the provider takes. */
export const PROVIDER_METHODS = [
  'placeOrder',
  'returnFromProvider',
  'cancelPendingOrder',
  'paymentChanged',
  'resume',
  'recoverOrders',
] as const satisfies readonly (keyof CartObject)[]

export class CartObject extends DurableObject<ObjectBindings> {
  #values: CartValues
  #record: CartRecord | null

  constructor(ctx: DurableObjectState, env: ObjectBindings) {
    super(ctx, env)
    // Reading is synchronous, so the constructor needs no blockConcurrencyWhile.
    this.#values = new CartValues(ctx.storage)
    this.#record = this.#values.readCart()
  }

  /** Returns the cart; `null` before its first change and after its deletion. */
  read(): Cart | null {
    return this.#record?.cart ?? null
  }

  /** Returns cart, checkout draft and pending payment in one call, for the pages of the checkout. */
  readCheckout(): { cart: Cart | null; draft: CheckoutDraft | null; pending: PendingPayment | null } {
    return { cart: this.read(), draft: this.#draft(), pending: pendingPayment(this.#journal()) }
  }

  /** Stores the total that the shopper is about to see; an order compares its total with this one. */
  saveReportedTotal(cart: Cart, total: Cents): void {
    const known = this.#values.read<ReportedTotal[]>('answered') ?? []
    const next = addReportedTotal(known, cart, total)
    if (this.#record && JSON.stringify(next) !== JSON.stringify(known)) this.#values.write('answered', next)
  }

  /** Returns the data that a merge copies; with `isInOrder` an order in progress forbids the merge. */
  readForMerge(): {
    cart: Cart | null
    draft: CheckoutDraft | null
    seen: ProcessedMutation[]
    isInOrder: boolean
  } {
    const isInOrder = isOrderInProgress(this.#journal())
    return { cart: this.read(), draft: this.#draft(), seen: this.#record?.seen ?? [], isInOrder }
  }

  /** Returns the guest carts that were merged into this one. */
  readMergedCarts(): { cart: Cart | null; joined: MergedCart[] } {
    return { cart: this.read(), joined: this.#record?.joined ?? [] }
  }

  /** Adds the guest carts that were merged into the customer's former cart to those of this cart. */
  inheritMergedCarts(former: MergedCart[]): void {
    const record = this.#record && inheritMergedCarts(this.#record, former)
    if (record && record !== this.#record) this.#store(record)
  }

  /** Adds units of a product; `pools` has the stock of each of its parts. */
  add(request: CartMutationRequest & { item: NewLine; qty: number; pools: Pools }): CartMutationResult {
    return this.#change(request, (cart) => {
      const change = addUnits(cart, request.item, request.qty, request)
      return change.ok ? (stockError(change.cart, change.line, request.pools) ?? change) : change
    })
  }

  /** Adds several products at once, all or none; the result has the line of the first product. */
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

  /** Sets the quantity of a line and updates its price. */
  setQty(
    request: CartMutationRequest & { itemId: number; item: NewLine; qty: number; pools: Pools },
  ): CartMutationResult {
    return this.#change(request, (cart) => {
      const change = setLineQty(cart, request.itemId, request.qty, request)
      return change.ok ? (stockError(change.cart, change.line, request.pools) ?? change) : change
    })
  }

  /** Removes a line. */
  remove(request: CartMutationRequest & { itemId: number }): CartMutationResult {
    return this.#change(request, (cart) => removeLine(cart, request.itemId, request))
  }

  /** Applies a mutation of a line of the guest cart `from`, sent before its merge; `qty` 0 removes the line. */
  changeMergedLine(
    request: CartMutationRequest & GuestLine & { from: string; pools: Pools },
  ): CartMutationResult {
    const record = this.#record
    return this.#change(
      request,
      record ? changeMergedLine(record, request, request) : () => cartError('cart-changed'),
    )
  }

  /** Merges a guest cart. A repeated merge adds only new units, so that nothing is counted twice. */
  mergeGuestCart(request: {
    quoteId: string
    now: number
    guest: Parameters<typeof mergeGuestCart>[1]
    pools: Pools
  }): SettingsResult {
    const cart = this.#record?.cart ?? emptyCart(request.quoteId, request)
    const refusal = this.#refusal(cart)
    if (refusal) return refusal
    const next = mergeGuestCart(this.#record ?? { cart, answers: [] }, request.guest, request)
    this.#store(next)
    return { ok: true, cart: next.cart }
  }

  /** Sets coupon, destination and methods; absent settings stay unchanged. With `rates` a guest's new total is stored too. */
  set(request: CartMutationRequest & { settings: CartSettings; rates?: RegionRates }): SettingsResult {
    const refusal = this.#refusal(this.#record?.cart ?? emptyCart(request.quoteId, request))
    if (refusal) return refusal
    const { record, answer } = setIdempotent(this.#record, request, (cart) =>
      setSettings(cart, request.settings, request),
    )
    if (record) this.#store(record)
    const totals = request.rates && guestTotals(answer, request.rates)
    if (totals?.placeKnown) this.saveReportedTotal(answer, totals.grandTotal)
    return { ok: true, cart: answer }
  }

  /** Opens a WebSocket that receives each new version; the caller has checked the cart's owner. */
  override fetch(): Response {
    return acceptSocket(this.ctx, this.read())
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    // 1005 and 1006 mean that the close frame had no code; sending them is forbidden.
    socket.close(code === 1005 || code === 1006 ? 1000 : code)
  }

  #draft(): CheckoutDraft | null {
    return this.#values.read<CheckoutDraft>('draft')
  }

  /** Stores the draft of the checkout. */
  saveDraft(draft: CheckoutDraft): void {
    this.#values.write('draft', draft)
    // Without a cart no other alarm would delete the draft.
    if (!this.#record) void this.ctx.storage.setAlarm(draft.modifiedAt + CART_TTL_MS)
  }

  /** Places the order of this cart; the order journal guarantees that a repeated call places no second one. */
  placeOrder(request: PlaceOrderRequest, actors: readonly OrderActor[] = []): Promise<PlaceOrderOutcome> {
    return this.#withJournal((journal) => placeOrderOfCart(journal, request, actors))
  }

  /** Continues an order that a crash interrupted. */
  resume(): Promise<void> {
    return this.#withJournal(resumeOrder)
  }

  /** Writes the orders that D1 lacks after a restore; returns those that cannot be written. */
  recoverOrders(): Promise<LostOrder[]> {
    return this.#withJournal(recoverOrders)
  }

  /** Cancels an order that waits for the shopper's bank; returns true when the cart accepts changes. */
  cancelPendingOrder(): Promise<boolean> {
    return this.#withJournal(cancelAwaitingOrder)
  }

  /** Continues after the shopper's return from the provider, which reports whether they paid. */
  returnFromProvider(visit: { orderNumber: string; token: string | null }): Promise<PlaceOrderOutcome> {
    return this.#withJournal((journal) => returnFromProvider(journal, visit))
  }

  /** Continues after a webhook about a changed payment. */
  paymentChanged(event: PaymentEvent): Promise<void> {
    return this.#withJournal((journal) => paymentChanged(journal, event))
  }

  /** Runs a step of an order, then sets the alarm for the next task. */
  async #withJournal<Result>(step: (journal: JournalContext) => Promise<Result>): Promise<Result> {
    const result = await step(this.#journal())
    await this.#ensureAlarm()
    return result
  }

  /** Continues orders, sends reminders of an abandoned cart, and deletes an expired cart. */
  override async alarm(): Promise<void> {
    const journal = this.#journal()
    const now = Date.now()
    if (isOrderInProgress(journal) || (nextAlarmAt(journal) ?? now + 1) <= now) return this.resume()
    await sendDueReminder(this.env, this.#reminderContext(), now, (reminded) =>
      this.#values.write('reminded', reminded),
    )
    // Checked after the mail, because an order may have begun meanwhile.
    if (this.#isExpired(now)) await this.#delete(now)
    else await this.#ensureAlarm()
  }

  /** Checks whether the cart can be deleted: it has expired, and no payment and no reminder is due. */
  #isExpired(now: number): boolean {
    if (this.#awaitsOrder() || now - (this.#record?.cart.updatedAt ?? 0) < CART_TTL_MS) return false
    const context = this.#reminderContext()
    return context.reminded.notBefore === undefined || nextReminderAt(this.env, context) === null
  }

  /** Checks whether an order is in progress or its payment may still arrive. */
  #awaitsOrder(): boolean {
    return isOrderInProgress(this.#journal()) || nextAlarmAt(this.#journal()) !== null
  }

  #reminderContext(): ReminderContext {
    const reminded = this.#values.read<ReminderState>('reminded') ?? { sent: 0 }
    return { cart: this.read(), draft: this.#draft(), reminded }
  }

  /** Deletes the cart of an erased account; false while an order is in progress, and nothing is deleted. */
  async forget(): Promise<boolean> {
    if (this.#awaitsOrder()) return false
    await this.#delete(Date.now())
    return true
  }

  /** Empties a cart that continues under another id, but its orders; false and no change while an order is in progress. */
  empty(): boolean {
    if (isOrderInProgress(this.#journal())) return false
    closeSockets(this.ctx)
    const [cart, now] = [this.#record?.cart, Date.now()]
    if (!cart) return true
    const empty = { ...emptyCart(cart.quoteId, { now }), version: cart.version + 1 }
    this.#store({ cart: this.#closedCart(now) ?? empty, answers: [] })
    this.#values.clearAllButCart()
    return true
  }

  /** Returns an empty, closed cart with the order number, `null` if nothing was ordered: D1 accepts one order per quote id. */
  #closedCart(now: number): Cart | null {
    const cart = this.#record?.cart
    return cart?.orderNumber ? closeCart(emptyCart(cart.quoteId, { now }), cart.orderNumber, { now }) : null
  }

  async #delete(now: number): Promise<void> {
    const closed = this.#closedCart(now)
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
      if (!change.ok || countReservedTires(change.cart.lines) <= countReservedTires(cart.lines)) return change
      return orderSizeError(change.cart.lines, orderTires(this.env)) ?? change
    }
    const { record, answer } = applyIdempotent(this.#record, request, (cart) => this.#refusal(cart), bounded)
    if (record) this.#store(record)
    return answer
  }

  #refusal(cart: Cart): CartError | null {
    if (isOrderInProgress(this.#journal())) return cartError('checkout-in-progress')
    return cart.orderNumber === null ? null : cartError('cart-closed', cart.quoteId)
  }

  /** Writes a change: the cart and its processed mutations are one row. */
  #store(record: CartRecord): void {
    const known = this.#record?.cart ?? null
    this.#values.write('cart', record)
    this.#record = record
    if (known?.version !== record.cart.version) broadcastVersion(this.ctx, record.cart)
    // Not awaited: the platform delays the reply until the alarm is stored. Only the first change sets one.
    if (known === null)
      void this.ctx.storage.setAlarm(record.cart.updatedAt + (firstReminderDelay(this.env) ?? CART_TTL_MS))
  }

  /** Sets the alarm to the earliest task, unless an earlier alarm is set. */
  async #ensureAlarm(): Promise<void> {
    const record = this.#record
    const journal = this.#journal()
    if (!record || isOrderInProgress(journal)) return
    const now = Date.now()
    const expiresAt = record.cart.updatedAt + CART_TTL_MS
    const times = [nextReminderAt(this.env, this.#reminderContext()), nextAlarmAt(journal)].filter(
      (at) => at !== null,
    )
    if (expiresAt > now || this.#isExpired(now)) times.push(expiresAt)
    const next = Math.max(now, Math.min(...times))
    const current = await this.ctx.storage.getAlarm()
    if (current === null || current > next) await this.ctx.storage.setAlarm(next)
  }

  #journal(): JournalContext {
    return {
      storage: this.ctx.storage,
      env: this.env,
      now: () => Date.now(),
      random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
      readCart: () => this.read(),
      saveReportedTotal: (cart, total) => this.saveReportedTotal(cart, total),
      findReportedTotal: (cart) =>
        findReportedTotal(this.#values.read<ReportedTotal[]>('answered') ?? [], cart),
      saveCart: (cart) => this.#store({ ...(this.#record ?? { answers: [] }), cart }),
    }
  }
}
