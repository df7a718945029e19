/**
 * The cart in this browser's storage, for all its tabs and after a reload: what was confirmed last under one key,
 * and each wish that waits under a key of its own, so that two tabs never overwrite what the other has just written.
 */
import type { CartView } from '../../../schema/cart/cart.api.ts'
import type { ClientCart } from '../../../schema/cart/sync/client-cart.ts'
import type { CartMutation } from './optimistic-cart.ts'

export type CartStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** A wish with its name, which the server knows it by. */
export interface PendingMutation {
  /** `<page>.<number>`: a page names its own one after the other. */
  id: string
  page: string
  /** Rises with each wish, over all tabs. */
  order: number
  /** The cart whose lines it speaks of; empty when there was none. */
  cart: string
  /** Not to be sent before; milliseconds since the epoch. */
  due: number
  /** It may have reached the server. */
  sent: boolean
  wish: CartMutation
}

/** What became of a wish of another tab. */
export interface MutationOutcome {
  at: number
  good: boolean
  text: string
  about: CartMutation['kind']
}

const CART_KEY = 'cart'
const WISH_KEY = 'cart-wish:'
const TOLD_KEY = 'cart-outcome:'
/** Age of an outcome that no tab fetched: its tab is gone. */
const TOLD_MS = 60_000
/** Raised with every change of the shape of what is stored; what an earlier release wrote is read anew. */
const FORMAT = 1

/** True when a key of the storage is about the cart. */
export function isCartKey(key: string | null): boolean {
  return key === null || key === CART_KEY || key.startsWith(WISH_KEY) || key.startsWith(TOLD_KEY)
}

export function readStoredCart(storage: CartStorage): ClientCart<CartView> | null {
  const stored = parse<{ format: number; cart: ClientCart<CartView> }>(storage, CART_KEY)
  return stored?.format === FORMAT && Array.isArray(stored.cart?.view?.lines) ? stored.cart : null
}

/** False when storage is full or forbidden. */
export function storeCart(storage: CartStorage, cart: ClientCart<CartView>): boolean {
  // What this page alone is doing is not for the others; and a page that begins may try again what failed on this one.
  const lasting = { ...cart, isAdding: false, isOpen: false, bypassCount: 0 }
  return write(storage, CART_KEY, { format: FORMAT, cart: lasting })
}

/** In the order they were made. */
export function readPendingMutations(storage: CartStorage): PendingMutation[] {
  return keysOf(storage, WISH_KEY)
    .flatMap((key) => parse<PendingMutation>(storage, key) ?? [])
    .filter(({ id, wish }) => typeof id === 'string' && typeof wish?.kind === 'string')
    .sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1))
}

export function storePendingMutation(storage: CartStorage, wish: PendingMutation): void {
  write(storage, WISH_KEY + wish.id, wish)
}

export function removePendingMutation(storage: CartStorage, id: string): void {
  storage.removeItem(WISH_KEY + id)
}

export function storeMutationOutcome(storage: CartStorage, id: string, outcome: MutationOutcome): void {
  write(storage, TOLD_KEY + id, outcome)
}

/** Returns the outcomes of a page's own mutations, and deletes those that no tab fetches. */
export function consumeMutationOutcomes(
  storage: CartStorage,
  page: string,
  now: number,
): [id: string, outcome: MutationOutcome][] {
  return keysOf(storage, TOLD_KEY).flatMap((key): [string, MutationOutcome][] => {
    const id = key.slice(TOLD_KEY.length)
    const outcome = parse<MutationOutcome>(storage, key)
    const isOwn = id.startsWith(`${page}.`)
    if (isOwn || !outcome || now - outcome.at > TOLD_MS) storage.removeItem(key)
    return isOwn && outcome ? [[id, outcome]] : []
  })
}

/** Nothing of a cart stays: its customer has signed out, or it has become an order. */
export function clearStoredCart(storage: CartStorage): void {
  for (const prefix of [WISH_KEY, TOLD_KEY])
    for (const key of keysOf(storage, prefix)) storage.removeItem(key)
  storage.removeItem(CART_KEY)
}

/** True when a wish waits to be sent. */
export function hasPendingMutations(storage: CartStorage): boolean {
  return keysOf(storage, WISH_KEY).length > 0
}

function keysOf(storage: CartStorage, prefix: string): string[] {
  return Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '').filter((key) =>
    key.startsWith(prefix),
  )
}

function parse<T>(storage: CartStorage, key: string): T | null {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function write(storage: CartStorage, key: string, value: unknown): boolean {
  try {
    storage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

/** Where storage is forbidden: what one page remembers. */
export function memoryStorage(): CartStorage {
  const stored = new Map<string, string>()
  return {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
    key: (at) => [...stored.keys()][at] ?? null,
    get length() {
      return stored.size
    },
  }
}
