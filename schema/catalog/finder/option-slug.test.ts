import { expect, test } from 'vitest'
import { optionSlug } from './option-slug.ts'

test('an option value in a URL is lower case with hyphens between its words', () => {
  expect(['Driven Once', 'All seasons', ' (XL) ', '17.5', 'A & B', 'Škoda'].map(optionSlug)).toEqual([
    'driven-once',
    'all-seasons',
    'xl',
    '17.5',
    'a-b',
    's-koda',
  ])
})
