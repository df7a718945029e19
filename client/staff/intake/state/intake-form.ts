/** The state of the intake page (H14): one tire's draft, and which of its blocks is open. */
import {
  checkDraft,
  type DraftCheck,
  type IntakeContext,
} from '../../../../schema/staff/intake/check-draft.ts'
import {
  BLOCKS,
  type Block,
  type IntakeDraft,
  PHOTO_SLOTS,
  type PhotoSlot,
} from '../../../../schema/staff/intake/intake-draft.ts'

export interface IntakeForm {
  /** Name of the draft, made on the phone. */
  key: string
  draft: IntakeDraft
  open: Block | null
  /** The tire before, after “One more like it”: its DOT code is offered. */
  before: IntakeDraft | null
  /** Whether a person has entered something: an untouched draft is not stored. */
  isTouched: boolean
  /** Whether missing values are named, as they are after the last button was pressed too early. */
  showsMissing: boolean
  /** The suggestion that was filled in, in cents: a later one replaces it while the person has not changed it. */
  suggested: number | null
}

export type FormAction =
  | { type: 'start'; form: IntakeForm }
  /** Shows an intake that this phone has stored, at the first block that is not done. */
  | { type: 'resume'; key: string; draft: IntakeDraft }
  | { type: 'open'; block: Block | null }
  /** Changes values; the block stays open. */
  | { type: 'change'; patch: Partial<IntakeDraft> }
  /** Changes the last value of the open block: it closes if nothing is wrong with it. */
  | { type: 'complete'; patch: Partial<IntakeDraft> }
  /** Adds a photo to those that the form has at that moment; the last one closes the block. */
  | { type: 'photo'; slot: PhotoSlot; hash: string }
  /** Answers a question of the open block with yes. */
  | { type: 'confirm'; code: string }
  /** Fills in the suggested price in cents, unless the person has set one. */
  | { type: 'suggest'; price: number }
  | { type: 'show-missing' }

export const EMPTY_DRAFT: IntakeDraft = {
  depths: [],
  findings: [],
  noFindings: false,
  airTest: 'later',
  photos: [],
  confirmed: [],
  anotherThan: [],
}

/** Returns the form of a tire; `draft` has what is known before the person enters anything. */
export function startForm(key: string, draft: IntakeDraft, before: IntakeDraft | null = null): IntakeForm {
  const open = before ? 'tread' : 'size'
  return { key, draft, open, before, isTouched: false, showsMissing: false, suggested: null }
}

/**
 * Returns the form of a tire like the one before, which is `sku`. A price that the shop suggested follows the suggestion
 * for this tire; a price that the person entered stays.
 */
export function startLike(key: string, { draft, suggested }: IntakeForm, sku: string | null): IntakeForm {
  const form = startForm(key, likeTire(draft, sku), draft)
  return { ...form, suggested: draft.price === suggested ? suggested : null }
}

/** Returns the draft of another tire of the same batch: lot, bin and air test stay. */
export function nextTire({ lotId, bin, airTest }: IntakeDraft): IntakeDraft {
  return { ...EMPTY_DRAFT, lotId, bin, airTest }
}

/** Returns the draft of a tire like this one, which is not a duplicate of `sku`: size, tire, findings, bin and price stay. */
function likeTire(draft: IntakeDraft, sku: string | null): IntakeDraft {
  return {
    ...draft,
    depths: [],
    dot: null,
    photos: [],
    confirmed: draft.confirmed.filter((code) => code === 'size-new'),
    anotherThan: sku ? [sku] : [],
  }
}

/** Returns the draft's photos with another one of a slot. */
export function withPhoto(
  photos: IntakeDraft['photos'],
  slot: PhotoSlot,
  hash: string,
): IntakeDraft['photos'] {
  return [...photos.filter((photo) => photo.slot !== slot), { slot, hash }]
}

/** Returns the first slot without a photo; `null` when all are taken. */
export function nextSlot(photos: IntakeDraft['photos']): PhotoSlot | null {
  return PHOTO_SLOTS.find((slot) => !photos.some((photo) => photo.slot === slot)) ?? null
}

/**
 * Checks whether nothing is left to enter in a block. A size may lack load and speed until the tire is known; then they
 * are filled in or asked for there.
 */
export function isEntered(block: Block, { blocks }: DraftCheck): boolean {
  if (block === 'size') return blocks.size.problems.every(({ code }) => code === 'load-missing')
  return blocks[block].done && (block !== 'tire' || blocks.size.done)
}

/** Returns the block that comes after this one: the next that is not done, else the first that is not, else the price. */
export function blockAfter(block: Block, check: DraftCheck): Block | null {
  // A tire that is scrapped needs a photo and nothing else.
  if (check.knockOut) return block === 'photos' ? null : 'photos'
  const order = [...BLOCKS.slice(BLOCKS.indexOf(block) + 1), ...BLOCKS]
  const next = order.find((one) => one !== block && !isEntered(one, check))
  // Last of all, the price and what it is based on are shown.
  return next ?? (block === 'price' ? null : 'price')
}

/** Returns the form after an action; `context` is what drafts are checked against. */
export function reduceForm(form: IntakeForm, action: FormAction, context: IntakeContext): IntakeForm {
  switch (action.type) {
    case 'start':
      return action.form
    case 'resume': {
      const resumed = { ...startForm(action.key, action.draft), isTouched: true }
      return { ...resumed, open: firstOpen(resumed, context) }
    }
    case 'open':
      return { ...form, open: action.block }
    case 'change':
      return changed(form, action.patch)
    case 'complete':
      return closeIfDone(changed(form, action.patch), context)
    case 'photo': {
      const photos = withPhoto(form.draft.photos, action.slot, action.hash)
      const next = changed(form, { photos })
      return form.open !== 'photos' || nextSlot(photos) ? next : closeIfDone(next, context)
    }
    case 'confirm':
      return closeIfDone(changed(form, { confirmed: [...form.draft.confirmed, action.code] }), context)
    case 'suggest':
      return suggest(form, action.price)
    case 'show-missing':
      return { ...form, showsMissing: true, open: firstOpen(form, context) }
  }
}

function suggest(form: IntakeForm, price: number): IntakeForm {
  const { draft, suggested } = form
  if (draft.price != null && draft.price !== suggested) return form
  return { ...form, draft: { ...draft, price }, suggested: price }
}

function changed(form: IntakeForm, patch: Partial<IntakeDraft>): IntakeForm {
  return { ...form, draft: { ...form.draft, ...patch }, isTouched: true }
}

function closeIfDone(form: IntakeForm, context: IntakeContext): IntakeForm {
  const check = checkDraft(form.draft, context)
  const { open } = form
  if (!open || (!isEntered(open, check) && !check.knockOut)) return form
  return { ...form, open: blockAfter(open, check) }
}

function firstOpen(form: IntakeForm, context: IntakeContext): Block | null {
  const check = checkDraft(form.draft, context)
  return check.knockOut ? 'photos' : (BLOCKS.find((block) => !isEntered(block, check)) ?? null)
}
