/** What the cart's store shows, what it is asked, and what it needs of the browser; time and chance come in here. */
import type { CartView } from '../../../schema/cart/cart.api.ts'
import type { CartFormFields, CartFormResult } from '../../../schema/cart/cart-form.api.ts'
import type { ClientCart } from '../../../schema/cart/sync/client-cart.ts'
import type { ApiResult } from '../../platform/api/call-api.ts'
import type { KeyedStorage } from '../../platform/storage/memory-storage.ts'
import type { CartMutation } from './optimistic-cart.ts'

export interface CartMessage {
  good: boolean
  text: string
  /** Which mutation it is about; `elsewhere` for what another device did. */
  about: CartMutation['kind'] | 'elsewhere'
}

export interface CartState {
  /** As the shopper sees it; `null` while nothing is known. */
  view: CartView | null
  cart: ClientCart<CartView>
  /** A mutation waits or is on its way. */
  busy: boolean
  message: CartMessage | null
  /** The last call got no answer. */
  unanswered: boolean
}

export interface CartPorts {
  post(fields: CartFormFields, options: { keepalive?: boolean }): Promise<ApiResult<CartFormResult>>
  pull(): Promise<ApiResult<CartView>>
  /** Asks for a cart; gives the code of the answer. */
  connect(asGuest: boolean): Promise<number>
  storage: KeyedStorage
  /** Runs `act` while no other tab does. */
  withLock(act: () => Promise<void>): Promise<void>
  after(ms: number, act: () => void): () => void
  now(): number
  newId(): string
  isOnline(): boolean
  /** Publishes the number at the cart (lines or units, as configured) to the other parts of the shop. */
  publishCount(count: number): void
  trackRemoval(line: { sku: string; qty: number }): void
}

/** How an addition ended, as a message, and the name under which it may be sent once more. */
export interface AddResult {
  /** `unsure`: done, but nobody knows the stock; `lost`: there was no answer, and it may have happened. */
  end: 'done' | 'unsure' | 'refused' | 'lost'
  text: string
  mutation: string
}

export interface CartStore {
  get(): CartState
  subscribe(changed: () => void): () => void
  /** Takes over what a page has read, unless something newer is known. */
  acceptView(view: CartView): void
  mutate(mutation: CartMutation): void
  add(fields: Readonly<Record<string, string>>): Promise<AddResult>
  /** Asks the server; unless forced only when something changed. False without an answer. */
  sync(how?: { forced?: boolean }): Promise<boolean>
  /** Sends what waits; `now` without minding the delay of removals. Resolves when it was tried. */
  flush(how?: { now?: boolean }): Promise<void>
  /** The page goes: sends the next mutation, and leaves the others in the storage. */
  sendBeforeUnload(): void
  /** Marks the line of a sku with a problem of its stock. */
  markLine(sku: string, problem: string): void
  /** Shows a message that no mutation is about. */
  showMessage(message: CartMessage): void
  /** Takes over what another tab has stored, or has cleared with its customer. */
  readStored(): void
  toggle(): void
}
