import { expect, test } from 'vitest'
import { checkDraft } from '../../../../schema/staff/intake/check-draft.ts'
import { BLOCKS, type IntakeDraft } from '../../../../schema/staff/intake/intake-draft.ts'
import { INTAKE_SETTINGS } from '../../../../schema/staff/intake/intake-settings.ts'
import { summarizeBlock } from './block-summary.ts'
import { EMPTY_DRAFT } from './intake-form.ts'

const NOW = Date.UTC(2026, 10, 27)

function lines(patch: Partial<IntakeDraft>): string[] {
  const draft = { ...EMPTY_DRAFT, ...patch }
  const check = checkDraft(draft, { now: NOW, settings: INTAKE_SETTINGS, role: 'yard', facts: {} })
  return BLOCKS.map((block) => {
    const { main, more } = summarizeBlock(block, draft, check, NOW)
    return [main, more].filter(Boolean).join(' | ')
  })
}

test('[H14] a closed block says in one line what it holds', () => {
  expect(
    lines({
      marking: 'lt245/75r16 120/116s e',
      brand: 'Halden',
      model: 'Ridge',
      season: 'All seasons',
      treadNew: 14,
      depths: [7, 7.5, 7, 6],
      dot: '2322',
      findings: [{ code: 'plug-patch', mm: 5 }],
      airTest: 'held',
      photos: [{ slot: 'tread' }],
      price: 6_400,
      bin: 'A-12-3',
    }),
  ).toEqual([
    'LT245/75R16 | 120/116S E',
    'Halden Ridge | All seasons, 14/32 new',
    '7 · 7.5 · 7 · 6 | least 6/32',
    '2322 | 4 years old',
    'Plug-patch in the crown 5 mm | grade C, held air',
    '1 photo',
    '$64.00 | Bin A-12-3',
  ])
})

test('[H14] an empty block says nothing, and a text that is no size is shown as it was typed', () => {
  expect(lines({})).toEqual(['', '', '', '', '', '', 'No bin'])
  expect(lines({ marking: 'big one', dot: 'unreadable' }).slice(0, 4)).toEqual([
    'big one',
    '',
    '',
    'Can’t be read | parked',
  ])
})
