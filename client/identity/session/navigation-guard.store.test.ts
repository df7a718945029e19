import { expect, test } from 'vitest'
import { holdPage, whenFree } from './navigation-guard.store.ts'

test('[F2] a page that is kept for what was typed is left when all have let go of it, once', () => {
  const left: string[] = []
  whenFree(() => left.push('at once'))
  const [first, second] = [holdPage(), holdPage()]
  whenFree(() => left.push('later'))
  first()
  first()
  expect(left).toEqual(['at once'])
  second()
  expect(left).toEqual(['at once', 'later'])
  holdPage()()
  expect(left).toHaveLength(2)
})
