/** The interface of the cart store: its state, its functions, and the browser functions that it needs, including time and random ids. */
import type { CartView } from '../../../schema/cart/cart.api.ts'
import type { CartFormFields, CartFormResult } from '../../../schema/cart/cart-form.api.ts'
import type { ClientCart } from '../../../schema/cart/sync/client-cart.ts'
import type { ApiResult } from '../../platform/api/call-api.ts'
import type { KeyedStorage } from '../../platform/storage/memory-storage.ts'
import type { CartMutation } from './optimistic-cart.ts'

export interface CartMessage {
  good: boolean
  text: string
  /** The kind of its mutation; `elsewhere` for a change by another device. */
  about: CartMutation['kind'] | 'elsewhere'
}

export interface CartState {
  /** The cart as the shopper sees it; `null` while it is unknown. */
  view: CartView | null
  cart: ClientCart<CartView>
  /** Whether a mutation is pending. */
  busy: boolean
  message: CartMessage | null
  /** Whether the last call got no response. */
  unanswered: boolean
}

export interface CartPorts {
  post(fields: CartFormFields, options: { keepalive?: boolean }): Promise<ApiResult<CartFormResult>>
  pull(): Promise<ApiResult<CartView>>
  /** Requests a new cart; resolves to the code of the response. */
  connect(asGuest: boolean): Promise<number>
  storage: KeyedStorage
  /** Runs `act` while no other tab has the lock. */
  withLock(act: () => Promise<void>): Promise<void>
  /** Calls `act` after `ms`; returns a function that cancels the call. */
  after(ms: number, act: () => void): () => void
  now(): number
  newId(): string
  isOnline(): boolean
  /** Publishes the number at the cart (lines or units, as configured) to other tabs and to the header. */
  publishCount(count: number): void
  trackRemoval(line: { sku: string; qty: number }): void
  /** Shows why an addition of another page was refused; that page may have been left. */
  reportRefusal(text: string): void
}

/** The result of an addition with its message, and the mutation id under which it may be sent once more. */
export interface AddResult {
  /**
   * `unsure`: added, but the stock is unknown; `unsent`: neither sent nor stored, because there is no connection, no
   * storage, or no cart could be created; `lost`: no response, and sent again later; `elsewhere`: another page has sent it, and its
   * result is not known any more.
   */
  end: 'done' | 'unsure' | 'refused' | 'unsent' | 'lost' | 'elsewhere'
  text: string
  mutation: string
}

export interface CartStore {
  get(): CartState
  subscribe(changed: () => void): () => void
  /** Accepts a cart that a page has loaded, unless a newer one is known. */
  acceptView(view: CartView): void
  mutate(mutation: CartMutation): void
  /** Adds a product; `id` is the mutation under which the page has stored the addition before it had this store. */
  add(fields: Readonly<Record<string, string>>, id?: string): Promise<AddResult>
  /** Reads the cart from the server; unless forced, only when it may have changed. False without a response. */
  sync(how?: { forced?: boolean }): Promise<boolean>
  /** Sends pending mutations; `now` skips the delay of removals. Resolves after the attempt. */
  flush(how?: { now?: boolean }): Promise<void>
  /** Sends the next mutation before the page is left; the others stay in the storage. */
  sendBeforeUnload(): void
  /** Shows a stock problem on the line of a SKU. */
  markLine(sku: string, problem: string): void
  /** Shows a message that does not belong to a mutation. */
  showMessage(message: CartMessage): void
  /** Merges the stored cart of other tabs; it may have been cleared at a sign-out. */
  readStored(): void
  /** Opens or closes the mini-cart. */
  toggle(): void
}
