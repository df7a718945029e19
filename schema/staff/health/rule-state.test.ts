import { expect, test } from 'vitest'
import { MINUTE_MS } from '../../platform/duration.ts'
import { ALERT_RULES } from './alert-rules.ts'
import { QUIET_MS } from './incidents.ts'
import { ruleState, severity } from './rule-state.ts'

const NOW = 1_800_000_000_000

function find(name: string) {
  const rule = ALERT_RULES.find((one) => one.name === name)
  if (!rule) throw new Error(`no rule ${name}`)
  return rule
}
const budget = find('page-errors-budget')
const state = (value: number, samples: number, { open = false, measuredAt = NOW, rule = budget } = {}) =>
  ruleState(
    rule,
    { value, samples, measuredAt },
    open ? [{ rule: rule.name, firedAt: NOW - MINUTE_MS }] : [],
    NOW,
  )

test('[H12] a value of too few samples is neither fine nor over its limit', () => {
  const { minSamples } = budget
  expect(state(5_000, minSamples - 1)).toMatchObject({ kind: 'few', endsAt: null })
  expect(state(0, 0)).toMatchObject({ kind: 'few' })
  expect(state(5_000, minSamples)).toMatchObject({ kind: 'over' })
  expect(state(5, minSamples)).toMatchObject({ kind: 'fine', endsAt: null })
})

test('[H12] no queued message is fine: the number of samples of this rule says nothing', () => {
  expect(state(0, 0, { rule: find('queues-late') })).toMatchObject({ kind: 'fine' })
})

test('[H12] a measurement says nothing after fifteen minutes', () => {
  const at = (measuredAt: number) => state(5_000, 5_000, { measuredAt })
  expect(at(NOW - 15 * MINUTE_MS)).toMatchObject({ kind: 'over' })
  expect(at(NOW - 15 * MINUTE_MS - 1)).toEqual({ kind: 'old', measuredAt: NOW - 15 * MINUTE_MS - 1 })
})

test('[H12] an open incident of a quiet rule has its end, also with few samples', () => {
  const endsAt = NOW - MINUTE_MS + QUIET_MS
  expect(state(5, 5_000, { open: true })).toMatchObject({ kind: 'fine', endsAt })
  expect(state(5_000, 5, { open: true })).toMatchObject({ kind: 'few', endsAt })
})

test('[H12] the worst state comes first', () => {
  const worstFirst = [
    severity(find('requests-fail'), state(5, 500, { rule: find('requests-fail') })),
    severity(budget, state(5_000, 5_000)),
    severity(budget, state(5, 5, { open: true })),
    severity(budget, ruleState(budget, 'Needs data points.', [], NOW)),
    severity(budget, state(5, 5)),
    severity(budget, state(5, 5_000)),
  ]
  expect(worstFirst).toEqual([0, 1, 2, 3, 4, 5])
})
