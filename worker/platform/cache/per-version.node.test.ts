import { expect, test } from 'vitest'
import { perVersion } from './per-version.ts'

test('a value is loaded once per version, and a failed load is tried again', async () => {
  const asked: string[] = []
  const get = perVersion(async (version, suffix: string) => {
    asked.push(version)
    if (asked.length === 1) throw new Error('away')
    return version + suffix
  })
  await expect(get('1', 'a')).rejects.toThrow('away')
  expect([await get('1', 'a'), await get('1', 'a'), await get('2', 'a')]).toEqual(['1a', '1a', '2a'])
  expect(asked).toEqual(['1', '1', '2'])
})
