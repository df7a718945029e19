/**
 * The cart in this browser's storage, for all its tabs and after a reload: the confirmed cart under one key, and each
 * pending mutation under a key of its own, so that two tabs never overwrite each other's mutations.
 */
import type { CartView } from '../../../schema/cart/cart.api.ts'
import type { ClientCart } from '../../../schema/cart/sync/client-cart.ts'
import type { KeyedStorage } from '../../platform/storage/memory-storage.ts'
import { storedValue } from '../../platform/storage/stored-value.store.ts'
import type { AddResult } from './cart-ports.ts'
import type { CartMutation } from './optimistic-cart.ts'

/** A mutation with the id under which the server applies it once. */
export interface PendingMutation {
  /** `<page>.<number>`, numbered within the page. */
  id: string
  /** Mutations are sent in this order, over all tabs; an early addition has its time. */
  order: number
  /** The token of the cart whose lines it changes; empty when there was no cart. */
  cart: string
  /** Earliest time to send it; milliseconds since the epoch. */
  due: number
  /** Whether it may have reached the server. */
  sent: boolean
  /** The change itself. This name is stored in browsers and cannot change. */
  wish: CartMutation
}

/** The result of a mutation that another tab has sent. */
export interface MutationOutcome {
  at: number
  good: boolean
  text: string
  about: CartMutation['kind']
  end: AddResult['end']
}

const CART_KEY = 'cart'
/** Both prefixes are stored in browsers and cannot change. */
const MUTATION_KEY = 'cart-wish:'
const OUTCOME_KEY = 'cart-told:'
/** A key under which a mutation is stored, also before this module is loaded. */
export type MutationKey = `${typeof MUTATION_KEY}${string}`
/** Older outcomes are deleted: the tab of the mutation was closed. */
const MAX_OUTCOME_AGE_MS = 60_000
/** Raised with every change of the stored format; a cart in an older format is read from the server once more. */
const FORMAT = 3

/** Checks whether a key of the storage belongs to the cart; `null` means that the storage was cleared. */
export function isCartKey(key: string | null): boolean {
  return key === null || key === CART_KEY || key.startsWith(MUTATION_KEY) || key.startsWith(OUTCOME_KEY)
}

/** Returns access to an entry. Only this file writes entries; functions that read them check for older formats. */
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

/** Stores the confirmed cart; returns false when storage is full or forbidden. */
export function storeCart(storage: KeyedStorage, cart: ClientCart<CartView>): boolean {
  // This tab's temporary state is not stored; a new page may retry what failed here.
  const lasting = { ...cart, isAdding: false, isOpen: false, bypassCount: 0 }
  return entry(storage, CART_KEY).save({ format: FORMAT, cart: lasting })
}

/** An addition without fields could not be sent, and would block the mutations after it. */
function isComplete(wish: CartMutation | undefined): boolean {
  return typeof wish?.kind === 'string' && (wish.kind !== 'add' || Boolean(wish.fields))
}

/** Returns the mutations in their order. Removes invalid entries, which could be neither sent nor settled. */
export function readPendingMutations(storage: KeyedStorage): PendingMutation[] {
  return listKeys(storage, MUTATION_KEY)
    .flatMap((key) => {
      const mutation = entry<Partial<PendingMutation>>(storage, key).read()
      const isMutation = mutation !== null && key === MUTATION_KEY + mutation.id && isComplete(mutation.wish)
      if (!isMutation) storage.removeItem(key)
      return isMutation ? [mutation as PendingMutation] : []
    })
    .sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1))
}

export function findPendingMutation(storage: KeyedStorage, id: string): PendingMutation | undefined {
  return readPendingMutations(storage).find((mutation) => mutation.id === id)
}

/** Stores a mutation; returns false when storage is full or forbidden. */
export function storePendingMutation(storage: KeyedStorage, mutation: PendingMutation): boolean {
  return entry(storage, MUTATION_KEY + mutation.id).save(mutation)
}

export function removePendingMutation(storage: KeyedStorage, id: string): void {
  storage.removeItem(MUTATION_KEY + id)
}

export function storeMutationOutcome(storage: KeyedStorage, id: string, outcome: MutationOutcome): void {
  entry(storage, OUTCOME_KEY + id).save(outcome)
}

/** Returns and removes the outcomes of a page's own mutations; also removes outcomes that are too old. */
export function consumeMutationOutcomes(
  storage: KeyedStorage,
  isOwn: (id: string) => boolean,
  now: number,
): [id: string, outcome: MutationOutcome][] {
  return listKeys(storage, OUTCOME_KEY).flatMap((key): [string, MutationOutcome][] => {
    const id = key.slice(OUTCOME_KEY.length)
    const outcome = entry<MutationOutcome>(storage, key).read()
    const isOfPage = isOwn(id)
    if (isOfPage || !outcome || now - outcome.at > MAX_OUTCOME_AGE_MS) storage.removeItem(key)
    return isOfPage && outcome ? [[id, outcome]] : []
  })
}

/** Removes the cart and its mutations, after a sign-out or when the cart has become an order. */
export function clearStoredCart(storage: KeyedStorage): void {
  for (const prefix of [MUTATION_KEY, OUTCOME_KEY])
    for (const key of listKeys(storage, prefix)) storage.removeItem(key)
  storage.removeItem(CART_KEY)
}

/** Checks whether a mutation is pending. */
export function hasPendingMutations(storage: KeyedStorage): boolean {
  return listKeys(storage, MUTATION_KEY).length > 0
}

function listKeys(storage: KeyedStorage, prefix: string): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
    key.startsWith(prefix),
  )
}
