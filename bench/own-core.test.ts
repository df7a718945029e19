import { expect, test } from 'vitest'
import { parseCores } from './own-core.ts'

test.each([
  ['0', [0]],
  ['0-3', [0, 1, 2, 3]],
  ['2-3,6,8-9', [2, 3, 6, 8, 9]],
])('the list of cores %s is %j', (list, cores) => {
  expect(parseCores(list)).toEqual(cores)
})
