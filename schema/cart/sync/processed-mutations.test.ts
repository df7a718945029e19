import { expect, test } from 'vitest'
import {
  isProcessed,
  MAX_TRACKED_PAGES,
  mergeProcessed,
  type ProcessedMutation,
  parseMutationId,
  recordProcessed,
  replayResult,
} from './processed-mutations.ts'

const seen = (page: string, seq: number): ProcessedMutation => ({
  page: `page-of-${page}`,
  seq,
  answer: null,
})

test('[D2] a mutation id of a page has page and number; other ids are not parsed', () => {
  expect(parseMutationId('page-of-a.12')).toEqual({ page: 'page-of-a', seq: 12 })
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
    expect(parseMutationId(name)).toBeNull()
  }
})

test('[D2] a repeated mutation has its result, a late one was processed before, the next one is new', () => {
  const failure = { ok: false, code: 'bad-qty', status: 400, detail: '999' } as const
  const known = recordProcessed([], { ...seen('a', 5), answer: failure })
  expect(replayResult(known, seen('a', 5))).toBe(failure)
  expect(replayResult(known, seen('a', 4))).toMatchObject({ code: 'seen-before' })
  expect(replayResult(known, seen('a', 6))).toBeNull()
  expect(replayResult(known, seen('b', 1))).toBeNull()
})

test('[D5] processed mutations of a guest’s cart are merged; the larger number is stored', () => {
  const all = mergeProcessed([seen('a', 5), seen('b', 2)], [seen('a', 3), seen('b', 4), seen('c', 1)])
  expect([
    isProcessed(all, seen('a', 5)),
    isProcessed(all, seen('b', 4)),
    isProcessed(all, seen('c', 1)),
  ]).toEqual([true, true, true])
  expect(isProcessed(all, seen('a', 6))).toBe(false)
})

test('only a few pages are tracked', () => {
  const pages = Array.from({ length: MAX_TRACKED_PAGES + 3 }, (_, at) => seen(String(at), 1))
  expect(pages.reduce<ProcessedMutation[]>(recordProcessed, [])).toEqual(pages.slice(3))
})

test('[D2] the last mutation of each page is stored once', () => {
  const twice = recordProcessed(
    recordProcessed(recordProcessed([], seen('a', 1)), seen('b', 1)),
    seen('a', 2),
  )
  expect(twice).toEqual([seen('b', 1), seen('a', 2)])
  const before = [seen('a', 1)]
  expect(mergeProcessed(before, [])).not.toBe(before)
})
