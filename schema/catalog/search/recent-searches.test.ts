import { expect, test } from 'vitest'
import { MAX_RECENT, readRecent, withRecent } from './recent-searches.ts'

test('[B4] a new search comes first and is unique, and five searches are stored', () => {
  expect(withRecent(['halden', 'velo'], '  Velo ')).toEqual(['Velo', 'halden'])
  expect(withRecent([], 've')).toEqual([])
  const many = ['one', 'two', 'three', 'four', 'five', 'six'].reduce(withRecent, [] as string[])
  expect(many).toHaveLength(MAX_RECENT)
  expect(many[0]).toBe('six')
})

test('[B4] foreign values in the storage are ignored', () => {
  expect(readRecent(null)).toEqual([])
  expect(readRecent({ 0: 'velo' })).toEqual([])
  expect(readRecent(['velo', 7, '', 'x'.repeat(999), 'halden'])).toEqual(['velo', 'halden'])
})
