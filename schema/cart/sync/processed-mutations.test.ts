import { expect, test } from 'vitest'
import {
  answerSeen,
  isSeen,
  mergeSeen,
  remember,
  SEEN_PAGES,
  type Seen,
  seqOf,
} from './processed-mutations.ts'

const seen = (page: string, seq: number): Seen => ({ page: `page-of-${page}`, seq, answer: null })

test('[D2] a page’s change is named by page and number; names of other kinds are none', () => {
  expect(seqOf('page-of-a.12')).toEqual({ page: 'page-of-a', seq: 12 })
  for (const name of [
    null,
    '',
    'b9c0a1de-one-act',
    'page-of-a.0',
    'page-of-a.-1',
    'a.1',
    'page-of-a.1.2',
    ' page-of-a.1',
    'x page-of-a.1',
  ]) {
    expect(seqOf(name)).toBeNull()
  }
})

test('[D2] what comes again is known, what comes late is long done, what comes next is new', () => {
  const failure = { ok: false, code: 'bad-qty', status: 400, detail: '999' } as const
  const known = remember([], { ...seen('a', 5), answer: failure })
  expect(answerSeen(known, seen('a', 5))).toBe(failure)
  expect(answerSeen(known, seen('a', 4))).toMatchObject({ code: 'seen-before' })
  expect(answerSeen(known, seen('a', 6))).toBeNull()
  expect(answerSeen(known, seen('b', 1))).toBeNull()
})

test('[D5] what a guest’s cart has seen, the customer’s has seen too; the later number counts', () => {
  const all = mergeSeen([seen('a', 5), seen('b', 2)], [seen('a', 3), seen('b', 4), seen('c', 1)])
  expect([isSeen(all, seen('a', 5)), isSeen(all, seen('b', 4)), isSeen(all, seen('c', 1))]).toEqual([
    true,
    true,
    true,
  ])
  expect(isSeen(all, seen('a', 6))).toBe(false)
})

test('the pages that are remembered are few', () => {
  const pages = Array.from({ length: SEEN_PAGES + 3 }, (_, at) => seen(String(at), 1))
  expect(pages.reduce<Seen[]>(remember, [])).toEqual(pages.slice(3))
})

test('[D2] of a page the last change is remembered, once', () => {
  const twice = remember(remember(remember([], seen('a', 1)), seen('b', 1)), seen('a', 2))
  expect(twice).toEqual([seen('b', 1), seen('a', 2)])
  const before = [seen('a', 1)]
  expect(mergeSeen(before, [])).not.toBe(before)
})
