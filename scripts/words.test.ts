/** One language: the words that were replaced do not come back. */
import { expect, test } from 'vitest'
import { findPrivateWords } from './architecture/words.ts'

test('the repository speaks the words of the field', () => {
  const found = findPrivateWords()
  const advice = found.map(
    ({ word, instead, places }) => `"${word}" in ${places.slice(0, 3).join(', ')} …: write ${instead}`,
  )
  expect(advice).toEqual([])
})
