import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { EvaluationContext } from '../changes/change.ts'
import {
  evaluateRedirect,
  NEW_REDIRECT,
  REDIRECT_PATCH,
  REDIRECT_PATH,
  type RedirectFacts,
} from './redirect-record.ts'

const CONTEXT: EvaluationContext = {
  actor: {
    ...{ staffId: 1, name: 'Ada', session: null, source: 'page', maxPriceChange: null },
    may: (permission) => permission === 'texts',
  },
  ...{ now: 0, why: null, isUndo: false },
}
const FREE: RedirectFacts = {
  ...{ path: 'winter-sale', isTaken: false, isTargetRedirected: false, isTarget: false },
}
const problem = (location: string | null, facts: Partial<RedirectFacts> = {}) => {
  const result = evaluateRedirect(NEW_REDIRECT, { location }, { ...FREE, ...facts }, CONTEXT)
  return result.ok ? null : result.problem
}

test('[H14l] loops, chains and taken addresses are refused, and a stopped redirect never is', () => {
  expect(problem('/t/z/winter')).toBeNull()
  expect(problem('/Winter-Sale/?again=1')).toBe('redirect-loop')
  expect(problem('/old', { isTargetRedirected: true })).toBe('redirect-chain')
  expect(problem('/t/z/winter', { isTarget: true })).toBe('redirect-target')
  expect(problem('/t/z/winter', { isTaken: true })).toBe('address-taken')
  const stopped = evaluateRedirect(
    { location: '/t', isPermanent: true },
    { location: null },
    { ...FREE, isTarget: true, isTargetRedirected: true },
    CONTEXT,
  )
  expect(stopped).toEqual({ ok: true, after: { location: null } })
  expect(problem(null)).toBe('gone')
  const other = { ...CONTEXT, actor: { ...CONTEXT.actor, may: () => false } }
  expect(evaluateRedirect(NEW_REDIRECT, { location: '/t' }, FREE, other)).toMatchObject({
    problem: 'permission',
  })
})

test.each([
  ['/winter-sale/', 'winter-sale'],
  [' https://shop.example/caf%C3%A9?x=1#y ', 'café'],
  ['Old Page', 'Old Page'],
  ['/', null],
  ['/%E0%A4%A', null],
  ['x'.repeat(301), null],
])('[H14l] the old path %j is %j in the map', (typed, path) => {
  const parsed = v.safeParse(REDIRECT_PATH, typed)
  expect(parsed.success ? parsed.output : null).toBe(path)
})

test('[H14l] a redirect leads to no other site', () => {
  const locations = [
    '/t/z/winter?sort=price#top',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/a b',
    '',
  ]
  expect(locations.map((location) => v.safeParse(REDIRECT_PATCH, { location }).success)).toEqual([
    ...[true, false, false, false, false, false],
  ])
})
