import { expect, test } from 'vitest'
import { readSubscriber, saveSubscriber } from './newsletter.store.ts'

test('[G2] the address is known until it is forgotten, and a browser that keeps nothing knows none', () => {
  const held = new Map<string, string>()
  const storage = () => ({
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  })
  saveSubscriber(storage, 'ada@example.com')
  expect(readSubscriber(storage)).toBe('ada@example.com')
  saveSubscriber(storage, null)
  expect(readSubscriber(storage)).toBe('')
  const forbidden = () => {
    throw new Error('forbidden')
  }
  expect(() => saveSubscriber(forbidden, 'ada@example.com')).not.toThrow()
  expect(readSubscriber(forbidden)).toBe('')
})
