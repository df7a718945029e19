/** Words that were replaced do not return. */
import { expect, test } from 'vitest'
import { findPrivateWords } from './architecture/words.ts'

test('[H10] the repository uses the standard terms of the field', () => {
  const found = findPrivateWords()
  const advice = found.map(
    ({ word, instead, places }) => `"${word}" in ${places.slice(0, 3).join(', ')} …: write ${instead}`,
  )
  expect(advice).toEqual([])
})
