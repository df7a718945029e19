/**
 * The cart in this browser's storage, for all its tabs and after a reload: what was confirmed last under one key,
 * and each pending mutation under a key of its own, so that two tabs never overwrite what the other has just written.
 */
import type { CartView } from '../../../schema/cart/cart.api.ts'
import type { ClientCart } from '../../../schema/cart/sync/client-cart.ts'
import type { KeyedStorage } from '../../platform/storage/memory-storage.ts'
import { storedValue } from '../../platform/storage/stored-value.store.ts'
import type { CartMutation } from './optimistic-cart.ts'

/** A mutation with its name, which the server knows it by. */
export interface PendingMutation {
  /** `<page>.<number>`: a page names its own one after the other. */
  id: string
  page: string
  /** Rises with each mutation, over all tabs. */
  order: number
  /** The cart whose lines it speaks of; empty when there was none. */
  cart: string
  /** Not to be sent before; milliseconds since the epoch. */
  due: number
  /** It may have reached the server. */
  sent: boolean
  /** The name is stored in browsers. */
  wish: CartMutation
}

/** How a mutation of another tab ended. */
export interface MutationOutcome {
  at: number
  good: boolean
  text: string
  about: CartMutation['kind']
}

const CART_KEY = 'cart'
const MUTATION_KEY = 'cart-wish:'
/** The names of both keys are stored in browsers. */
const OUTCOME_KEY = 'cart-told:'
/** Age of an outcome that no tab fetched: its tab is gone. */
const MAX_OUTCOME_AGE_MS = 60_000
/** Raised with every change of the shape of what is stored; what an earlier release wrote is read anew. */
const FORMAT = 1

/** True when a key of the storage is about the cart. */
export function isCartKey(key: string | null): boolean {
  return key === null || key === CART_KEY || key.startsWith(MUTATION_KEY) || key.startsWith(OUTCOME_KEY)
}

/** Only this file writes these entries; readers check what an earlier release may have written differently. */
function entry<T extends object>(storage: KeyedStorage, key: string) {
  return storedValue(
    key,
    (stored) => stored as T | null,
    () => storage,
  )
}

export function readStoredCart(storage: KeyedStorage): ClientCart<CartView> | null {
  const stored = entry<{ format: number; cart: ClientCart<CartView> }>(storage, CART_KEY).read()
  return stored?.format === FORMAT && Array.isArray(stored.cart?.view?.lines) ? stored.cart : null
}

/** False when storage is full or forbidden. */
export function storeCart(storage: KeyedStorage, cart: ClientCart<CartView>): boolean {
  // This tab's temporary state is not stored; a new page may retry what failed here.
  const lasting = { ...cart, isAdding: false, isOpen: false, bypassCount: 0 }
  return entry(storage, CART_KEY).save({ format: FORMAT, cart: lasting })
}

/** Returns the mutations in the order they were made; removes what is none, which could be neither sent nor cleared. */
export function readPendingMutations(storage: KeyedStorage): PendingMutation[] {
  return keysOf(storage, MUTATION_KEY)
    .flatMap((key) => {
      const mutation = entry<Partial<PendingMutation>>(storage, key).read()
      const isMutation =
        mutation !== null && key === MUTATION_KEY + mutation.id && typeof mutation.wish?.kind === 'string'
      if (!isMutation) storage.removeItem(key)
      return isMutation ? [mutation as PendingMutation] : []
    })
    .sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1))
}

export function storePendingMutation(storage: KeyedStorage, mutation: PendingMutation): void {
  entry(storage, MUTATION_KEY + mutation.id).save(mutation)
}

export function removePendingMutation(storage: KeyedStorage, id: string): void {
  storage.removeItem(MUTATION_KEY + id)
}

export function storeMutationOutcome(storage: KeyedStorage, id: string, outcome: MutationOutcome): void {
  entry(storage, OUTCOME_KEY + id).save(outcome)
}

/** Returns the outcomes of a page's own mutations, and deletes those that no tab fetches. */
export function consumeMutationOutcomes(
  storage: KeyedStorage,
  page: string,
  now: number,
): [id: string, outcome: MutationOutcome][] {
  return keysOf(storage, OUTCOME_KEY).flatMap((key): [string, MutationOutcome][] => {
    const id = key.slice(OUTCOME_KEY.length)
    const outcome = entry<MutationOutcome>(storage, key).read()
    const isOwn = id.startsWith(`${page}.`)
    if (isOwn || !outcome || now - outcome.at > MAX_OUTCOME_AGE_MS) storage.removeItem(key)
    return isOwn && outcome ? [[id, outcome]] : []
  })
}

/** Removes all of a cart: its customer has signed out, or it has become an order. */
export function clearStoredCart(storage: KeyedStorage): void {
  for (const prefix of [MUTATION_KEY, OUTCOME_KEY])
    for (const key of keysOf(storage, prefix)) storage.removeItem(key)
  storage.removeItem(CART_KEY)
}

/** True when a mutation waits to be sent. */
export function hasPendingMutations(storage: KeyedStorage): boolean {
  return keysOf(storage, MUTATION_KEY).length > 0
}

function keysOf(storage: KeyedStorage, prefix: string): string[] {
  return Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '').filter((key) =>
    key.startsWith(prefix),
  )
}
