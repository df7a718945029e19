import { expect, test } from 'vitest'
import { cachePerVersion } from './per-version.ts'

test('a value is loaded once per version, and a failed load is repeated', async () => {
  const loads: string[] = []
  const get = cachePerVersion(async (version, suffix: string) => {
    loads.push(version)
    if (loads.length === 1) throw new Error('away')
    return version + suffix
  })
  await expect(get('1', 'a')).rejects.toThrow('away')
  expect([await get('1', 'a'), await get('1', 'a'), await get('2', 'a')]).toEqual(['1a', '1a', '2a'])
  expect(loads).toEqual(['1', '1', '2'])
})
