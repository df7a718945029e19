/**
 * The mutations that a cart has processed. A page names its mutations `<page>.<number>` and sends the next mutation
 * after the reply to the last one, so one number per page is enough: smaller numbers were processed before. An addition
 * that a page stored before its cart store was loaded counts as a page of its own.
 */
import type { CartLine } from '../cart.ts'
import { type CartError, cartError } from '../cart-error.ts'

/** The changed line and the cart's version. */
export type CartMutationResult = { ok: true; line: CartLine; version: number } | CartError

/** The last mutation of a page. */
export interface ProcessedMutation {
  page: string
  seq: number
  /** The result of the mutation; `null` for a mutation without a line. */
  answer: CartMutationResult | null
}

/** How many pages a cart tracks; the page that is idle for longest is dropped first. */
export const MAX_TRACKED_PAGES = 8

/** Parses page and number of a mutation id; `null` for ids of API clients. */
export function parseMutationId(mutationId: string | null): { page: string; seq: number } | null {
  const [, page, seq] = /^([\w-]{8,40})\.([1-9]\d{0,8})$/.exec(mutationId ?? '') ?? []
  return page === undefined ? null : { page, seq: Number(seq) }
}

/** Checks whether the mutation was processed before. */
export function isProcessed(
  seen: readonly ProcessedMutation[],
  { page, seq }: { page: string; seq: number },
): boolean {
  return seen.some((one) => one.page === page && one.seq >= seq)
}

/** Returns the result of a processed mutation, or the error `seen-before` when its result is no longer stored. */
export function replayResult(
  seen: readonly ProcessedMutation[],
  { page, seq }: { page: string; seq: number },
): CartMutationResult | null {
  const known = seen.find((one) => one.page === page)
  if (!known || known.seq < seq) return null
  return (known.seq === seq ? known.answer : null) ?? cartError('seen-before')
}

/** Replaces the last mutation of a page. */
export function recordProcessed(
  seen: readonly ProcessedMutation[],
  next: ProcessedMutation,
): ProcessedMutation[] {
  return [...seen.filter(({ page }) => page !== next.page), next].slice(-MAX_TRACKED_PAGES)
}

/** Merges the processed mutations of a guest's cart; the larger number of each page is stored. */
export function mergeProcessed(
  seen: readonly ProcessedMutation[],
  guestSeen: readonly ProcessedMutation[],
): ProcessedMutation[] {
  return guestSeen.reduce((all, one) => (isProcessed(all, one) ? all : recordProcessed(all, one)), [...seen])
}
