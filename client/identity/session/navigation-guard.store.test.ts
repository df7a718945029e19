import { expect, test } from 'vitest'
import { blockNavigation, whenUnblocked } from './navigation-guard.store.ts'

test('[F2] a blocked page is left once, after every form has removed its block', () => {
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
