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
  /** Which wish it is about; `elsewhere` for what another device did. */
  about: CartMutation['kind'] | 'elsewhere'
}

export interface CartState {
  /** As the shopper sees it; `null` while nothing is known. */
  view: CartView | null
  cart: ClientCart<CartView>
  /** A wish waits or is on its way. */
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
  /** Runs an act while no other tab runs one. */
  alone(act: () => Promise<void>): Promise<void>
  after(ms: number, act: () => void): () => void
  now(): number
  newId(): string
  isOnline(): boolean
  /** Tells the other parts of the shop how many lines there are. */
  announce(count: number): void
  removed(line: { sku: string; qty: number }): void
}

/** What something that was put in came to, in words, and the name under which it may be sent once more. */
export interface AddResult {
  /** `unsure`: done, but nobody knows the stock; `lost`: there was no answer, and it may have happened. */
  end: 'done' | 'unsure' | 'refused' | 'lost'
  text: string
  mutation: string
}

export interface CartStore {
  get(): CartState
  subscribe(changed: () => void): () => void
  /** Takes over what a page has read; older than what is known it counts for nothing. */
  load(view: CartView): void
  ask(wish: CartMutation): void
  add(fields: Readonly<Record<string, string>>): Promise<AddResult>
  /** Asks the server; unless forced only when something changed. False without an answer. */
  sync(how?: { forced?: boolean }): Promise<boolean>
  /** Sends what waits; `now` without minding the delay of removals. Resolves when it was tried. */
  flush(how?: { now?: boolean }): Promise<void>
  /** The page goes: the next wish leaves it, the others stay written down. */
  leave(): void
  /** Marks the line of a sku with a problem of its stock. */
  mark(sku: string, problem: string): void
  /** Says something about the cart that no wish was about. */
  say(message: CartMessage): void
  /** Something was written down by another tab, or forgotten with its customer. */
  heard(): void
  toggle(): void
}
