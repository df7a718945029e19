/**
 * Which changes of a cart a browser has already brought. A page names its
 * changes `<page>.<number>` and sends the next one when the last was answered, so one number for each page is enough: what
 * bears a smaller one was answered long ago and comes late, whatever the line did to it meanwhile.
 */
import type { CartLine } from '../cart.ts'
import { type CartError, cartError } from '../cart-error.ts'

/** The line as it is now and the version of the cart that has it. */
export type CartMutationResult = { ok: true; line: CartLine; version: number } | CartError

/** The last change that a page brought. */
export interface ProcessedMutation {
  page: string
  seq: number
  /** What it was answered; `null` for a change that is about no line. */
  answer: CartMutationResult | null
}

/** Pages that a cart remembers; the one that was quiet for longest goes first. */
export const MAX_TRACKED_PAGES = 8

/** Page and number out of the name of a change; `null` for a name of another kind. */
export function parseMutationId(mutationId: string | null): { page: string; seq: number } | null {
  const [, page, seq] = /^([\w-]{8,40})\.([1-9]\d{0,8})$/.exec(mutationId ?? '') ?? []
  return page === undefined ? null : { page, seq: Number(seq) }
}

/** True when the change was here before. */
export function isProcessed(
  seen: readonly ProcessedMutation[],
  { page, seq }: { page: string; seq: number },
): boolean {
  return seen.some((one) => one.page === page && one.seq >= seq)
}

/** What to answer a change that was here before: the same again, or that it is long done. */
export function replayResult(
  seen: readonly ProcessedMutation[],
  { page, seq }: { page: string; seq: number },
): CartMutationResult | null {
  const known = seen.find((one) => one.page === page)
  if (!known || known.seq < seq) return null
  return (known.seq === seq ? known.answer : null) ?? cartError('seen-before')
}

export function recordProcessed(
  seen: readonly ProcessedMutation[],
  next: ProcessedMutation,
): ProcessedMutation[] {
  return [...seen.filter(({ page }) => page !== next.page), next].slice(-MAX_TRACKED_PAGES)
}

/** What a guest's cart has seen comes along into the cart that it joins; of one page the later number counts. */
export function mergeProcessed(
  seen: readonly ProcessedMutation[],
  brought: readonly ProcessedMutation[],
): ProcessedMutation[] {
  return brought.reduce((all, one) => (isProcessed(all, one) ? all : recordProcessed(all, one)), seen.slice())
}
