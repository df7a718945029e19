/**
 * A cart with what its object remembers beside it: which changes it has seen and which guests' carts came into it. A
 * change goes in, the next state and the answer come out; the object (worker/cart.object.ts) only keeps them.
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
  /** Answers by the names that clients of the wire give their changes, oldest first. */
  answers: [mutationId: string, answer: CartMutationResult][]
  seen?: ProcessedMutation[]
  joined?: MergedCart[]
}

export interface CartMutationRequest {
  /** Whose cart; the caller has verified the id. */
  quoteId: string
  now: number
  /** The client's own name of this change, if it has one. */
  mutationId?: string | null
}

/** Answers that are remembered by name; they ride in every write, so they are few. */
const REMEMBERED = 8

/** `kept` is `null` when there is nothing to keep. */
interface UpdateResult<Answer> {
  kept: CartRecord | null
  answer: Answer
}

/** Applies a rule once, however often the change arrives. `refusal` holds for now only, so it is not remembered. */
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
  if (before) return { kept: null, answer: before }
  if (known?.answers.some(([id]) => isNameOfAnother(id, mutationId))) {
    return { kept: null, answer: cartError('name-used') }
  }
  const cart = known?.cart ?? emptyCart(request.quoteId, request)
  const refused = refusal(cart)
  if (refused) return { kept: null, answer: refused }
  const change = rule(cart)
  const kept: CartRecord = known ?? { cart, answers: [] }
  if (!change.ok) {
    // Told as failed it must not succeed when it arrives once more. Where there is no cart, none is made for that.
    const told = seq &&
      known && { ...kept, seen: recordProcessed(kept.seen ?? [], { ...seq, answer: change }) }
    return { kept: told, answer: change }
  }
  const answer: CartMutationResult = { ok: true, line: change.line, version: change.cart.version }
  const next: CartRecord = { ...kept, cart: change.cart, ...(change.joined ? { joined: change.joined } : {}) }
  if (seq) return { kept: { ...next, seen: recordProcessed(kept.seen ?? [], { ...seq, answer }) }, answer }
  if (mutationId === null) return { kept: next, answer }
  return {
    kept: {
      ...next,
      answers: [...kept.answers, [mutationId, answer] as const].slice(-REMEMBERED) as CartRecord['answers'],
    },
    answer,
  }
}

/** `name#digest`: the same name with another digest was given to another change. Names without one were kept earlier. */
function isNameOfAnother(known: string, wanted: string | null): boolean {
  const [name, digest] = known.split('#')
  return digest !== undefined && known !== wanted && name === wanted?.split('#')[0]
}

/** The same for a change of what is about no line: coupon, place, methods. */
export function setIdempotent(
  known: CartRecord | null,
  request: CartMutationRequest,
  rule: (cart: Cart) => Cart,
): UpdateResult<Cart> {
  const seq = parseMutationId(request.mutationId ?? null)
  const cart = known?.cart ?? emptyCart(request.quoteId, request)
  if (seq && isProcessed(known?.seen ?? [], seq)) return { kept: null, answer: cart }
  const next = rule(cart)
  if (!seq)
    return { kept: next === cart ? null : { ...(known ?? { answers: [] }), cart: next }, answer: next }
  const seen = recordProcessed(known?.seen ?? [], { ...seq, answer: null })
  return { kept: { ...(known ?? { answers: [] }), cart: next, seen }, answer: next }
}

/** Brings what a guest wanted of a line to the line that it became when the guest signed in. */
export function changeMergedLine(
  known: CartRecord,
  wish: Parameters<typeof mergeLine>[2] & { from: string },
  options: { pools: Pools; now: number },
): (cart: Cart) => CartChange & { joined?: MergedCart[] } {
  return (cart) => {
    const joined = known.joined?.find(({ from }) => from === wish.from)
    if (!joined) return cartError('cart-changed')
    const change = mergeLine(cart, joined, wish, options)
    return change.ok ? { ...change, joined: replaced(known, change.joined) } : change
  }
}

/** Takes a guest's cart in; done again it brings only what is new. */
export function mergeGuestCart(
  known: CartRecord,
  guest: { from: string; lines: Parameters<typeof mergeLines>[2]; seen: readonly ProcessedMutation[] },
  options: { pools: Pools; now: number },
): CartRecord {
  const before = known.joined?.find(({ from }) => from === guest.from) ?? { from: guest.from, items: [] }
  const { cart, joined } = mergeLines(known.cart, before, guest.lines, options)
  const seen = mergeProcessed(known.seen ?? [], guest.seen)
  return { ...known, cart, seen, joined: replaced(known, joined) }
}

/**
 * A customer's next cart knows what guests' carts had brought into the one before: what was bought or taken out there does
 * not come back with a browser that signs in late. No line of the new cart has it, so nothing of it is brought again.
 */
export function inheritMergedCarts(known: CartRecord, former: readonly MergedCart[]): CartRecord {
  const joined = known.joined ?? []
  const added = former
    .filter(({ from }) => joined.every((one) => one.from !== from))
    .map(({ from, items }) => ({ from, items: items.map((item) => ({ ...item, into: NO_LINE })) }))
  return added.length === 0 ? known : { ...known, joined: [...added, ...joined].slice(-MAX_MERGED_CARTS) }
}

/** Ids of lines begin with 1. */
const NO_LINE = 0

function replaced(known: CartRecord, next: MergedCart): MergedCart[] {
  return [...(known.joined ?? []).filter(({ from }) => from !== next.from), next].slice(-MAX_MERGED_CARTS)
}
