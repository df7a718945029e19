import { expect, test } from 'vitest'
import { keepReader, readReader } from './newsletter.store.ts'

test('[G2] the address is known until it is forgotten, and a browser that keeps nothing knows none', () => {
  const kept = new Map<string, string>()
  const storage = () => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  keepReader(storage, 'ada@example.com')
  expect(readReader(storage)).toBe('ada@example.com')
  keepReader(storage, null)
  expect(readReader(storage)).toBe('')
  const forbidden = () => {
    throw new Error('forbidden')
  }
  expect(() => keepReader(forbidden, 'ada@example.com')).not.toThrow()
  expect(readReader(forbidden)).toBe('')
})
