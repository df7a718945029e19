import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { EvaluationContext } from '../changes/change.ts'
import { differingPart } from './text-difference.ts'
import {
  evaluateText,
  NEW_TEXT,
  TEXT_ID,
  TEXT_PATCH,
  type TextFacts,
  type TextValues,
  textAtVersion,
} from './text-record.ts'

const NOW = 1_800_000_000_000
const as = (permissions: readonly string[], isUndo = false): EvaluationContext => ({
  actor: {
    ...{ staffId: 1, name: 'Ada', session: null, source: 'page', maxPriceChange: null },
    may: (permission) => permissions.includes(permission),
  },
  ...{ now: NOW, why: null, isUndo },
})
const MANAGER = as(['texts'])
const PAGE: TextFacts = { kind: 'page', isFixed: false, blocks: new Set(['ask']), usedBy: [] }
const TEXT: TextValues = {
  ...{ title: 'Returns', metaDescription: 'How to return', content: 'Within 90 days.' },
  ...{ isActive: true, updatedAt: 1 },
}

test('[H14l] a change of a page has its day, and nothing changes without a difference', () => {
  expect(evaluateText(TEXT, { content: 'Within 60 days.' }, PAGE, MANAGER)).toEqual({
    ok: true,
    after: { content: 'Within 60 days.', updatedAt: NOW },
  })
  expect(evaluateText(TEXT, { title: 'Returns' }, PAGE, MANAGER)).toEqual({ ok: true, after: {} })
  const block = { ...TEXT, updatedAt: 0 }
  expect(evaluateText(block, { title: 'Back' }, { ...PAGE, kind: 'block' }, MANAGER)).toEqual({
    ok: true,
    after: { title: 'Back' },
  })
})

test('[H14l] a text without words, with an unknown block, or by a role without the permission is refused', () => {
  const refused = (patch: Partial<TextValues>, facts = PAGE, context = MANAGER) => {
    const result = evaluateText(TEXT, patch, facts, context)
    return result.ok ? null : [result.problem, result.field]
  }
  expect(refused({ title: '' })).toEqual(['invalid', 'title'])
  expect(refused({ content: ' \n' })).toEqual(['invalid', 'content'])
  expect(refused({ metaDescription: '' })).toEqual(['invalid', 'metaDescription'])
  expect(refused({ content: '{{block id="nobody"}}' })).toEqual(['unknown-block', 'content'])
  expect(refused({ content: '{{ block id="ask" }}' })).toBeNull()
  expect(refused({ title: 'Back' }, PAGE, as([]))).toEqual(['permission', undefined])
  // A page of the footer and a block of other texts stay.
  expect(refused({ isActive: false }, { ...PAGE, isFixed: true })).toEqual(['text-in-use', 'isActive'])
  expect(refused({ isActive: false }, { ...PAGE, kind: 'block', usedBy: ['Returns'] })).toEqual([
    'text-in-use',
    'isActive',
  ])
  expect(refused({ isActive: false })).toBeNull()
})

test('[H14l] only pages and blocks with a plain name are texts, and their lines end in one way', () => {
  const ids = [
    'page/return-policy',
    'block/ask',
    'page/../x',
    'page/',
    'style/x',
    'page/A b',
    `page/${'x'.repeat(60)}`,
  ]
  expect(ids.map((id) => v.safeParse(TEXT_ID, id).success)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ])
  expect(v.parse(TEXT_PATCH, { content: ' a\r\nb\rc ' })).toEqual({ content: ' a\nb\nc ' })
  expect(v.safeParse(TEXT_PATCH, { updatedAt: 1 }).success).toBe(false)
})

test('[H14l] each former version of a text is found again to the byte, after any changes', () => {
  const field = fc.constantFrom('title' as const, 'content' as const)
  const edits = fc.array(fc.record({ field, text: fc.string({ minLength: 1 }) }), { maxLength: 12 })
  fc.assert(
    fc.property(edits, (list) => {
      const versions: TextValues[] = [{ ...NEW_TEXT, title: 'First', content: 'One' }]
      const changes = list.map((edit, index) => {
        const now = versions.at(-1) ?? NEW_TEXT
        versions.push({ ...now, [edit.field]: edit.text })
        return { version: index + 2, before: { [edit.field]: now[edit.field] } }
      })
      const today = versions.at(-1) ?? NEW_TEXT
      versions.forEach((values, index) => {
        expect(textAtVersion(today, changes.toReversed(), index + 1)).toEqual(values)
      })
    }),
  )
})

test('[H14l] of a long text, lists of changes show the part that differs', () => {
  const text = `${'a'.repeat(500)}60 days${'b'.repeat(500)}`
  const { before, after } = differingPart(text, text.replace('60', '90'))
  expect(before).toBe(`…${'a'.repeat(30)}60 days${'b'.repeat(24)}…`)
  expect(after).toBe(`…${'a'.repeat(30)}90 days${'b'.repeat(24)}…`)
  expect(differingPart('one', 'one two')).toEqual({ before: 'one', after: 'one two' })
  expect(differingPart('', 'x'.repeat(1_000)).after).toHaveLength(241)
})
