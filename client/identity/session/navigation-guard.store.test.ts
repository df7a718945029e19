import { expect, test } from 'vitest'
import { blockNavigation, whenUnblocked } from './navigation-guard.store.ts'

test('[F2] a page that is stored for what was typed is left when all have let go of it, once', () => {
  const left: string[] = []
  whenUnblocked(() => left.push('at once'))
  const [first, second] = [blockNavigation(), blockNavigation()]
  whenUnblocked(() => left.push('later'))
  first()
  first()
  expect(left).toEqual(['at once'])
  second()
  expect(left).toEqual(['at once', 'later'])
  blockNavigation()()
  expect(left).toHaveLength(2)
})
