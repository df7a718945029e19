import { expect, test } from 'vitest'
import { hasLongText } from './long-text.api.ts'

test('[audit A9] a long text or name is found at every depth', () => {
  const long = 'x'.repeat(6)
  for (const value of [long, [1, [long]], { a: { b: [null, long] } }, { [long]: 1 }])
    expect(hasLongText(value, 5)).toBe(true)
  expect(hasLongText({ a: ['xxxxx', 1, null, undefined, { b: 'x' }] }, 5)).toBe(false)
})

test('[audit A9] a hundred thousand levels of nesting are checked without recursion', () => {
  const nested = JSON.parse(`${'['.repeat(100_000)}"xxxxxx"${']'.repeat(100_000)}`)
  expect(hasLongText(nested, 5)).toBe(true)
})
