import { expect, test } from 'vitest'
import { formatGoal, type Goal, toGoal, withGoalTable } from './goal.ts'

const met: Goal = { measure: 'a page', figure: '2 ms', probe: 'nothing, 1 ms', goal: '≤ 3 ms', isMet: true }
const missed: Goal = {
  ...met,
  measure: 'a | list',
  figure: '4 ms',
  isMet: false,
  reason: 'one trip too many',
}

test('a missed goal says so with its reason', () => {
  expect(formatGoal(met)).toBe('a page: 2 ms; compared with nothing, 1 ms (goal ≤ 3 ms, met)')
  expect(formatGoal(missed)).toBe(
    'a | list: 4 ms; compared with nothing, 1 ms (goal ≤ 3 ms, MISSED); one trip too many',
  )
})

test('a figure meets its goal up to the limit, in the unit that is named', () => {
  const probe = 'nothing'
  expect(toGoal('a page', 2, { max: 2, probe })).toMatchObject({
    figure: '2.0 ms',
    goal: '≤ 2 ms',
    isMet: true,
  })
  expect(toGoal('a copy', 1234.56, { max: 1_000, probe, unit: 'min' })).toMatchObject({
    ...{ figure: '1,234.6 min', goal: '≤ 1,000 min', isMet: false },
  })
})

test('only the table of the measured bench is replaced', () => {
  const document = '# A\n<!-- bench one -->\nold\n<!-- end -->\n\n<!-- bench two -->\nkept\n<!-- end -->\n'
  const written = withGoalTable(document, 'one', [met, missed])
  expect(written).toContain('| a page | 2 ms | nothing, 1 ms | ≤ 3 ms | met |')
  expect(written).toContain('| a \\| list | 4 ms | nothing, 1 ms | ≤ 3 ms | **missed**: one trip too many |')
  expect(written).not.toContain('old')
  expect(written).toContain('<!-- bench two -->\nkept\n<!-- end -->')
  expect(withGoalTable(written, 'one', [met])).toBe(withGoalTable(document, 'one', [met]))
  const part = withGoalTable(written, 'one', [{ ...missed, figure: '5 ms' }], true)
  expect(part).toContain('| a page | 2 ms |')
  expect(part.match(/\| a \\\| list \| \d ms/g)).toEqual(['| a \\| list | 5 ms'])
  expect(() => withGoalTable(document, 'three', [met])).toThrow('no section for the bench three')
})
