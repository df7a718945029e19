/** The form that opens a case: its fields, and the messages of what is missing or too late (H13d). */
import * as v from 'valibot'
import type { FormTexts } from '../../platform/forms/form-texts.ts'
import { CLAIM_HOURS, RETURN_WINDOW_DAYS } from '../../platform/return-terms.ts'
import { formatOrderDate, formatShopTime } from '../status/order-format.ts'
import {
  isShopsFault,
  RETURN_OUTCOMES,
  RETURN_REASONS,
  RETURN_WAYS,
  type ReturnDeadlines,
  type ReturnedLine,
  type ReturnOutcome,
  type ReturnReason,
  type ReturnWay,
} from './return-case.ts'

export const RETURN_NOTE_MAX = 1_000
/** Photos of one case, and the largest size of each and of all of one form, in bytes. */
export const RETURN_PHOTOS_MAX = 6
/** Photos of all cases of an order and of its forms that were left unfinished, which are deleted after a day. */
export const ORDER_PHOTOS_MAX = 150
export const RETURN_PHOTO_MEGABYTES = 8
export const RETURN_PHOTO_MAX = RETURN_PHOTO_MEGABYTES * 1024 * 1024
export const RETURN_UPLOAD_MAX = 24 * 1024 * 1024

/** The name of the field with the pieces of a line. */
export function piecesField(itemId: number): string {
  return `pieces-${itemId}`
}

export interface ReturnRequest {
  /** The id that the page created, so that a repeated request opens one case. */
  once: string
  lines: ReturnedLine[]
  reason: ReturnReason
  mounted: boolean
  outcome: ReturnOutcome
  way: ReturnWay
  note: string
}

export const RETURN_MESSAGES = {
  lines: 'Choose which tires this is about.',
  tooMany: 'You can’t return more of these than you have.',
  reason: 'Choose what’s wrong.',
  photos: 'Add at least one photo, so we can decide without a call.',
  photoType: 'Use JPEG, PNG or WebP photos.',
  photoSize: `A photo can have up to ${RETURN_PHOTO_MEGABYTES} MB. Send a smaller one.`,
  photoCount: `Send up to ${RETURN_PHOTOS_MAX} photos.`,
  orderPhotos: `This order has ${ORDER_PHOTOS_MAX} photos, and we can’t store more. Send the form without them and write to us.`,
  upload: 'These photos are too large together. Send fewer, or smaller ones.',
  note: `Write up to ${RETURN_NOTE_MAX} characters.`,
  mounted: 'We can’t take back tires that have been mounted. If one has a defect, choose “It has a defect”.',
  exchange:
    'We exchange a tire for the same one. To get another size, choose a refund and order the right tire.',
  windowOver: `The ${RETURN_WINDOW_DAYS} days for this have passed. Choose a refund under the money-back guarantee, or report a defect.`,
  refundOnly: `After ${RETURN_WINDOW_DAYS} days we refund tires; we don’t exchange them.`,
  form: 'Something’s missing in this form. Load the page and try again.',
} as const

/** Returns the message for damage that is reported too late; `until` in milliseconds. */
export function lateDamageMessage({ damage, window }: ReturnDeadlines): string {
  return `Damage can be reported for ${CLAIM_HOURS} hours, until ${formatShopTime(damage)}. If the tires haven’t been mounted, choose “I changed my mind” and send them back by ${formatOrderDate(window)}.`
}

export type ReturnErrors = Partial<
  Record<'lines' | 'reason' | 'mounted' | 'photos' | 'note' | 'outcome', string>
>

const ONCE = v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/))

/** Returns the id of the form; `null` if a script or a stranger made it up. */
export function parseOnce(texts: FormTexts): string | null {
  const once = v.safeParse(ONCE, texts.once)
  return once.success ? once.output : null
}

/**
 * Parses the posted texts. `available` has the pieces of each line that can be returned, `photos` counts the photos
 * of this form, `wasMounted` says that the shop has mounted the tires, whatever the form says. Returns the request, or a message for each wrong field.
 */
export function parseReturnForm(
  texts: FormTexts,
  about: {
    available: ReadonlyMap<number, number>
    photos: number
    wasMounted: boolean
    deadlines: ReturnDeadlines
    now: number
  },
): { ok: true; request: Omit<ReturnRequest, 'once'> } | { ok: false; errors: ReturnErrors } {
  const { available, photos, deadlines, now } = about
  const errors: ReturnErrors = {}
  const lines: ReturnedLine[] = []
  for (const [itemId, left] of available) {
    const text = texts[piecesField(itemId)] ?? ''
    const pieces = /^\d{1,3}$/.test(text) ? Number(text) : 0
    if (pieces > left) errors.lines = RETURN_MESSAGES.tooMany
    if (pieces > 0) lines.push({ itemId, pieces })
  }
  if (lines.length === 0) errors.lines ??= RETURN_MESSAGES.lines
  const reason = RETURN_REASONS.find((known) => known === texts.reason)
  const outcome = RETURN_OUTCOMES.find((known) => known === texts.outcome) ?? 'refund'
  const way = RETURN_WAYS.find((known) => known === texts.way) ?? 'label'
  const mounted = about.wasMounted || texts.mounted !== undefined
  const note = (texts.note ?? '').trim()
  if (note.length > RETURN_NOTE_MAX) errors.note = RETURN_MESSAGES.note
  if (reason === undefined) errors.reason = RETURN_MESSAGES.reason
  else Object.assign(errors, ruleErrors({ reason, outcome, mounted, photos }, deadlines, now))
  if (reason === undefined || Object.keys(errors).length > 0) return { ok: false, errors }
  return { ok: true, request: { lines, reason, mounted, outcome, way, note } }
}

/** Returns the messages of what the terms of the reason refuse. */
function ruleErrors(
  request: Pick<ReturnRequest, 'reason' | 'outcome' | 'mounted'> & { photos: number },
  deadlines: ReturnDeadlines,
  now: number,
): ReturnErrors {
  const { reason, outcome, mounted, photos } = request
  const errors: ReturnErrors = {}
  const isClaim = reason === 'damaged' || reason === 'defect'
  if (isClaim && photos === 0) errors.photos = RETURN_MESSAGES.photos
  if (reason === 'damaged' && now > deadlines.damage) errors.reason = lateDamageMessage(deadlines)
  if (!isClaim && mounted) errors.mounted = RETURN_MESSAGES.mounted
  if (reason === 'wrong' && now > deadlines.window) errors.reason = RETURN_MESSAGES.windowOver
  if (outcome === 'exchange') {
    if (!isShopsFault(reason)) errors.outcome = RETURN_MESSAGES.exchange
    else if (reason !== 'defect' && now > deadlines.window) errors.outcome = RETURN_MESSAGES.refundOnly
  }
  return errors
}
