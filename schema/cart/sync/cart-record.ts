/**
 * A stored cart with its processed mutations and merged guests' carts. A mutation returns the next record and a result;
 * the cart object (worker/cart.object.ts) stores the record.
 */
import type { Pools } from '../../catalog/product/stock.ts'
import { type Cart, type CartChange, emptyCart } from '../cart.ts'
import { type CartError, cartError } from '../cart-error.ts'
import { MAX_MERGED_CARTS, type MergedCart, mergeLine, mergeLines } from './cart-merge.ts'
import {
  type CartMutationResult,
  isProcessed,
  mergeProcessed,
  type ProcessedMutation,
  parseMutationId,
  recordProcessed,
  replayResult,
} from './processed-mutations.ts'

export interface CartRecord {
  cart: Cart
  /** Results by the mutation ids of API clients, oldest first. */
  answers: [mutationId: string, answer: CartMutationResult][]
  seen?: ProcessedMutation[]
  joined?: MergedCart[]
}

export interface CartMutationRequest {
  /** The cart's id, which the caller has verified. */
  quoteId: string
  now: number
  /** The client's id of this mutation, if it has one. */
  mutationId?: string | null
}

/** How many results of API clients are stored; few, because every write contains them. */
const MAX_ANSWERS = 8

/** The result of a mutation; `record` is `null` when nothing must be stored. */
interface UpdateResult<Answer> {
  record: CartRecord | null
  answer: Answer
}

/** Applies a rule once for all repetitions of a mutation. A `refusal` is temporary and not recorded. */
export function applyIdempotent(
  known: CartRecord | null,
  request: CartMutationRequest,
  refusal: (cart: Cart) => CartError | null,
  rule: (cart: Cart) => CartChange & { joined?: MergedCart[] },
): UpdateResult<CartMutationResult> {
  const { mutationId = null } = request
  const seq = parseMutationId(mutationId)
  const before =
    (seq && replayResult(known?.seen ?? [], seq)) ?? known?.answers.find(([id]) => id === mutationId)?.[1]
  if (before) return { record: null, answer: before }
  if (known?.answers.some(([id]) => isNameOfAnother(id, mutationId))) {
    return { record: null, answer: cartError('name-used') }
  }
  const cart = known?.cart ?? emptyCart(request.quoteId, request)
  const refused = refusal(cart)
  if (refused) return { record: null, answer: refused }
  const change = rule(cart)
  const record: CartRecord = known ?? { cart, answers: [] }
  if (!change.ok) {
    // A failed mutation must not succeed when it is repeated. Without a stored cart nothing is stored.
    const failed = seq &&
      known && { ...record, seen: recordProcessed(record.seen ?? [], { ...seq, answer: change }) }
    return { record: failed, answer: change }
  }
  const answer: CartMutationResult = { ok: true, line: change.line, version: change.cart.version }
  const next: CartRecord = {
    ...record,
    cart: change.cart,
    ...(change.joined ? { joined: change.joined } : {}),
  }
  if (seq)
    return { record: { ...next, seen: recordProcessed(record.seen ?? [], { ...seq, answer }) }, answer }
  if (mutationId === null) return { record: next, answer }
  return {
    record: {
      ...next,
      answers: [...record.answers, [mutationId, answer] as const].slice(
        -MAX_ANSWERS,
      ) as CartRecord['answers'],
    },
    answer,
  }
}

/** Checks whether two ids `name#digest` have the same name and different digests. Older ids have no digest. */
function isNameOfAnother(known: string, wanted: string | null): boolean {
  const [name, digest] = known.split('#')
  return digest !== undefined && known !== wanted && name === wanted?.split('#')[0]
}

/** Applies a mutation of coupon, destination or methods once. */
export function setIdempotent(
  known: CartRecord | null,
  request: CartMutationRequest,
  rule: (cart: Cart) => Cart,
): UpdateResult<Cart> {
  const seq = parseMutationId(request.mutationId ?? null)
  const cart = known?.cart ?? emptyCart(request.quoteId, request)
  if (seq && isProcessed(known?.seen ?? [], seq)) return { record: null, answer: cart }
  const next = rule(cart)
  if (!seq)
    return { record: next === cart ? null : { ...(known ?? { answers: [] }), cart: next }, answer: next }
  const seen = recordProcessed(known?.seen ?? [], { ...seq, answer: null })
  return { record: { ...(known ?? { answers: [] }), cart: next, seen }, answer: next }
}

/** Applies a guest's quantity to the line that the guest's line was merged into. */
export function changeMergedLine(
  known: CartRecord,
  guestLine: Parameters<typeof mergeLine>[2] & { from: string },
  options: { pools: Pools; now: number },
): (cart: Cart) => CartChange & { joined?: MergedCart[] } {
  return (cart) => {
    const joined = known.joined?.find(({ from }) => from === guestLine.from)
    if (!joined) return cartError('cart-changed')
    const change = mergeLine(cart, joined, guestLine, options)
    return change.ok ? { ...change, joined: withMergedCart(known, change.joined) } : change
  }
}

/** Merges a guest's cart; a repeated call merges only later changes. */
export function mergeGuestCart(
  known: CartRecord,
  guest: {
    from: string
    lines: Parameters<typeof mergeLines>[2]
    services?: MergedCart['services']
    seen: readonly ProcessedMutation[]
  },
  options: { pools: Pools; now: number },
): CartRecord {
  const before = known.joined?.find(({ from }) => from === guest.from) ?? { from: guest.from, items: [] }
  const { cart, joined } = mergeLines(known.cart, before, guest.lines, options)
  const seen = mergeProcessed(known.seen ?? [], guest.seen)
  const merged = guest.services?.length ? { ...joined, services: guest.services } : joined
  return { ...known, cart, seen, joined: withMergedCart(known, merged) }
}

/**
 * Copies the merged guests' carts to a customer's next cart, so that lines which were bought or removed are not merged
 * again when a browser signs in later.
 */
export function inheritMergedCarts(known: CartRecord, former: readonly MergedCart[]): CartRecord {
  const joined = known.joined ?? []
  const added = former
    .filter(({ from }) => joined.every((one) => one.from !== from))
    .map(({ from, items }) => ({ from, items: items.map((item) => ({ ...item, into: NO_LINE })) }))
  return added.length === 0 ? known : { ...known, joined: [...added, ...joined].slice(-MAX_MERGED_CARTS) }
}

/** No line has this id, because the ids of lines begin at 1. */
const NO_LINE = 0

function withMergedCart(known: CartRecord, next: MergedCart): MergedCart[] {
  return [...(known.joined ?? []).filter(({ from }) => from !== next.from), next].slice(-MAX_MERGED_CARTS)
}
