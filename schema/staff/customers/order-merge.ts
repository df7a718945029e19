/** Merging a guest's orders into an account or into the orders of another address (H14k): forms, links and times. */
import * as v from 'valibot'
import { isOrderNumber } from '../../orders/order.ts'
import { normalizeOrderNumber } from '../../orders/status/guest-order.ts'
import { DAY_MS } from '../../platform/duration.ts'
import { validateField } from '../../platform/forms/field.ts'
import { CHANGE_KEY } from '../changes/change.api.ts'

export const MERGE_PATHS = {
  page: '/staff/customers/merges',
  form: '/staff/customers/merges/form',
  /** The page of the links that both mailboxes get. */
  link: '/order-merge',
} as const

/** How long both mailboxes can confirm. */
export const MERGE_OPEN_MS = 7 * DAY_MS
/** How long a merge can be undone; then its addresses are deleted. */
export const MERGE_UNDO_MS = 30 * DAY_MS

export const MERGE_SIDES = ['from', 'to'] as const
/** Which mailbox a link was sent to. */
export type MergeSide = (typeof MERGE_SIDES)[number]

const TYPED = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(254)), '')
const MERGE = { merge: v.pipe(v.string(), v.regex(/^[0-9a-f]{24}$/)), key: CHANGE_KEY }

export const MERGE_FORM = v.variant('action', [
  v.object({ action: v.literal('ask'), from: TYPED, to: TYPED, key: CHANGE_KEY }),
  v.object({ action: v.literal('undo'), ...MERGE }),
])
export type MergeForm = v.InferOutput<typeof MERGE_FORM>

export const MERGE_LINK = v.object({
  id: MERGE.merge,
  side: v.picklist(MERGE_SIDES),
  proof: v.pipe(v.string(), v.maxLength(64)),
})
export type MergeLink = v.InferOutput<typeof MERGE_LINK>

export const MERGE_MESSAGES = {
  from: 'Type the guest’s email address, or the number of one of their orders.',
  to: 'Type the email address that gets the orders.',
  same: 'Both addresses are the same.',
  unconfirmed: 'This account’s address isn’t confirmed. Its owner has to confirm it first.',
  none: 'No guest’s order has this address or number.',
  waiting: 'Both addresses were asked already.',
  asked: 'Both addresses get an email with a link. The orders move once both are confirmed.',
  undone: 'Undone. The orders are the guest’s again.',
  undoEnded: 'This can’t be undone anymore.',
  'repeated-key': 'This request was used for something else.',
} as const

/** Reads whose orders move: an email address in lower case, or an order number; `null` for anything else. */
export function parseGuest(typed: string): string | null {
  const order = normalizeOrderNumber(typed)
  return isOrderNumber(order) ? order : parseMergeEmail(typed)
}

/** Reads an email address, in lower case; `null` for anything else. */
export function parseMergeEmail(typed: string): string | null {
  return typed !== '' && validateField('emailAddress', typed) === null ? typed.toLowerCase() : null
}

/** Returns the address as the owner of another mailbox may see it: `r•••@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}•••${email.slice(at)}`
}

/** Returns the address of a link of the mail. */
export function mergeLinkHref({ id, side, proof }: MergeLink): string {
  return `${MERGE_PATHS.link}?id=${id}&side=${side}&proof=${proof}`
}

interface MergeTimes {
  askedAt: number
  fromConfirmedAt: number | null
  toConfirmedAt: number | null
  mergedAt: number | null
  undoneAt: number | null
}

export type MergeState = 'waiting' | 'merged' | 'undone' | 'ended'

/** Returns what a request to move orders waits for, or how it ended (H14k); `now` is in milliseconds. */
export function mergeState({ askedAt, mergedAt, undoneAt }: MergeTimes, now: number): MergeState {
  if (undoneAt !== null) return 'undone'
  if (mergedAt !== null) return 'merged'
  return askedAt + MERGE_OPEN_MS > now ? 'waiting' : 'ended'
}

/** Checks whether both mailboxes confirmed in time and nothing was moved yet. */
export function isReadyToMerge(times: MergeTimes, now: number): boolean {
  return (
    mergeState(times, now) === 'waiting' && times.fromConfirmedAt !== null && times.toConfirmedAt !== null
  )
}

/** Checks whether a merge can still be undone. */
export function isUndoableMerge(times: MergeTimes, now: number): boolean {
  return mergeState(times, now) === 'merged' && (times.mergedAt ?? 0) + MERGE_UNDO_MS > now
}
