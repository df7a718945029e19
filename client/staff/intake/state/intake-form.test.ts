import { expect, test } from 'vitest'
import { checkDraft, type IntakeContext } from '../../../../schema/staff/intake/check-draft.ts'
import type { IntakeDraft } from '../../../../schema/staff/intake/intake-draft.ts'
import { INTAKE_SETTINGS } from '../../../../schema/staff/intake/intake-settings.ts'
import {
  blockAfter,
  EMPTY_DRAFT,
  type FormAction,
  type IntakeForm,
  nextSlot,
  nextTire,
  reduceForm,
  startForm,
  startLike,
  withPhoto,
} from './intake-form.ts'

const context: IntakeContext = {
  now: Date.UTC(2026, 10, 27),
  settings: INTAKE_SETTINGS,
  role: 'yard',
  facts: {},
}

const HASH = '00ff00ff00ff00ff'
const TIRE: Partial<IntakeDraft> = {
  brand: 'Halden',
  model: 'Velo Sport',
  season: 'Summer',
  treadNew: 10,
  marking: '225/45R17 94W',
}
const PHOTOS = (['tread', 'sidewall', 'dot', 'worst'] as const).map((slot) => ({ slot, hash: HASH }))

/** Runs actions from an empty form. */
const after = (...actions: FormAction[]): IntakeForm =>
  actions.reduce((form, action) => reduceForm(form, action, context), startForm('key', EMPTY_DRAFT))
const complete = (patch: Partial<IntakeDraft>): FormAction => ({ type: 'complete', patch })

test('[H14] each block closes itself when it is complete, and the next one opens', () => {
  const steps: [Partial<IntakeDraft>, IntakeForm['open']][] = [
    [{ marking: '225/45R17' }, 'tire'],
    [TIRE, 'tread'],
    [{ depths: [7, 7, 7.5, 7] }, 'dot'],
    [{ dot: '2322' }, 'findings'],
    [{ noFindings: true }, 'photos'],
    [{ photos: PHOTOS }, 'price'],
    [{ price: 6_400 }, null],
  ]
  let form = startForm('key', EMPTY_DRAFT)
  for (const [patch, open] of steps) {
    form = reduceForm(form, complete(patch), context)
    expect(form.open).toBe(open)
  }
  expect(checkDraft(form.draft, context).isPublishable).toBe(true)
})

test('[H14] a block with a problem stays open, and a question closes it when it is answered', () => {
  const wrong = after(complete({ marking: '225/45R17' }), complete(TIRE), complete({ depths: [7, 7] }), {
    type: 'open',
    block: 'dot',
  })
  expect(reduceForm(wrong, complete({ dot: '5422' }), context).open).toBe('dot')
  const deeper = after({ type: 'open', block: 'tread' }, complete({ treadNew: 10, depths: [11] }))
  expect(deeper.open).toBe('tread')
  expect(reduceForm(deeper, { type: 'confirm', code: 'deeper-than-new' }, context).open).toBe('dot')
})

test('[H14] a tire whose load nobody knows is not left before load and speed are entered', () => {
  const { marking: _, ...unknown } = TIRE
  const form = after(complete({ marking: '225/45R17' }), complete(unknown))
  expect(form.open).toBe('tire')
  expect(reduceForm(form, complete({ marking: '225/45R17 94W' }), context).open).toBe('tread')
})

test('[H14] a knock-out leads to the photo that scrapping needs, and nowhere else', () => {
  const form = after({ type: 'open', block: 'tread' }, complete({ depths: [7, 1.5, 7, 7] }))
  expect(form.open).toBe('photos')
  expect(reduceForm(form, complete({ photos: PHOTOS.slice(0, 1) }), context).open).toBeNull()
  const early = reduceForm(form, { type: 'show-missing' }, context)
  expect(early).toMatchObject({ open: 'photos', showsMissing: true })
})

test('[H14] a press that came too early opens the first block that is not done', () => {
  expect(after(complete({ marking: '225/45R17 94W' }), { type: 'show-missing' })).toMatchObject({
    open: 'tire',
    showsMissing: true,
  })
})

test('[H14] “One more like it” keeps size, tire, findings, bin and price, and asks for the rest', () => {
  const draft: IntakeDraft = {
    ...EMPTY_DRAFT,
    ...TIRE,
    lotId: 3,
    bin: 'A-12-3',
    depths: [7, 7, 7, 7],
    dot: '2322',
    noFindings: true,
    photos: PHOTOS,
    price: 6_400,
    confirmed: ['size-new', 'deeper-than-new'],
  }
  const before = startForm('first', draft)
  const { draft: like, ...rest } = startLike('next', before, 'TL-1043274')
  expect(like).toMatchObject({ ...TIRE, bin: 'A-12-3', lotId: 3, price: 6_400, noFindings: true })
  expect(like).toMatchObject({ depths: [], dot: null, photos: [], confirmed: ['size-new'] })
  expect(like.anotherThan).toEqual(['TL-1043274'])
  expect(rest).toMatchObject({ key: 'next', open: 'tread', before: draft, isTouched: false })
  expect(blockAfter('tread', checkDraft({ ...like, depths: [7, 7, 7, 7] }, context))).toBe('dot')
  expect(nextTire(draft)).toEqual({ ...EMPTY_DRAFT, lotId: 3, bin: 'A-12-3' })
})

test('[H14] a later suggestion replaces an earlier one, and never what the person entered', () => {
  const suggested = after({ type: 'suggest', price: 6_400 })
  expect(suggested.draft.price).toBe(6_400)
  expect(reduceForm(suggested, { type: 'suggest', price: 5_900 }, context).draft.price).toBe(5_900)
  const own = reduceForm(suggested, { type: 'change', patch: { price: 7_000 } }, context)
  expect(reduceForm(own, { type: 'suggest', price: 5_900 }, context).draft.price).toBe(7_000)
  const like = (form: IntakeForm) =>
    reduceForm(startLike('next', form, null), { type: 'suggest', price: 5_900 }, context).draft.price
  expect([like(suggested), like(own)]).toEqual([5_900, 7_000])
})

test('[H14] an untouched form is not stored, a resumed one is', () => {
  expect(startForm('key', EMPTY_DRAFT).isTouched).toBe(false)
  expect(after({ type: 'suggest', price: 6_400 }).isTouched).toBe(false)
  expect(after({ type: 'change', patch: { bin: 'A-1' } }).isTouched).toBe(true)
  expect(after({ type: 'resume', key: 'key', draft: EMPTY_DRAFT }).isTouched).toBe(true)
})

test('[H14] a resumed intake opens the first block that is not done, and none when only the last button is left', () => {
  const resume = (draft: Partial<IntakeDraft>): FormAction => ({
    ...{ type: 'resume', key: 'stored' },
    draft: { ...EMPTY_DRAFT, ...draft },
  })
  const entered = { ...TIRE, depths: [7, 7, 7, 7], dot: '2322', noFindings: true }
  const stored: [Partial<IntakeDraft>, IntakeForm['open']][] = [
    [{}, 'size'],
    [TIRE, 'tread'],
    [entered, 'photos'],
    [{ ...entered, depths: [7, 1.5, 7, 7] }, 'photos'],
    [{ ...entered, photos: PHOTOS, price: 6_400 }, null],
  ]
  for (const [draft, open] of stored) expect(after(resume(draft))).toMatchObject({ key: 'stored', open })
})

test('[H14] photos are taken in the order of the slots, and one taken again replaces the first', () => {
  expect(nextSlot([])).toBe('tread')
  expect(nextSlot([{ slot: 'tread' }, { slot: 'dot' }])).toBe('sidewall')
  expect(nextSlot(PHOTOS)).toBeNull()
  expect(withPhoto(PHOTOS, 'tread', 'ffff000000000000').filter(({ slot }) => slot === 'tread')).toEqual([
    { slot: 'tread', hash: 'ffff000000000000' },
  ])
})

test('[H14] photos that are ready at the same moment are all there, and the last one closes the block', () => {
  const hash = 'ffff000000000000'
  let form: IntakeForm = { ...after(), open: 'photos' }
  const seen = (['dot', 'tread', 'worst', 'sidewall'] as const).map((slot) => {
    form = reduceForm(form, { type: 'photo', slot, hash }, context)
    return [form.draft.photos.length, form.open === 'photos']
  })
  expect(seen).toEqual([
    [1, true],
    [2, true],
    [3, true],
    [4, false],
  ])
  // Who went on to another block stays there.
  const elsewhere = reduceForm({ ...form, open: 'dot' }, { type: 'photo', slot: 'dot', hash }, context)
  expect(elsewhere.open).toBe('dot')
})
