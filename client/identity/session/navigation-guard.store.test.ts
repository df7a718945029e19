import { expect, test } from 'vitest'
import { blockNavigation, whenUnblocked } from './navigation-guard.store.ts'

test('[F2] a page that stays for what was typed is left once, when every form has released it', () => {
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
