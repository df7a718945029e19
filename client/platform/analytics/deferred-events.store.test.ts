import { expect, test } from 'vitest'
import { carryEvent, type ToldEvent, takeCarried } from './deferred-events.store.ts'

function tab() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}
const step = (at: number): ToldEvent => ({ kind: 'checkout', step: 'personal', at })

test('[G10] events of the checkout are carried to the next page in their order, and taken once', () => {
  const storage = tab()
  carryEvent(() => storage, step(1))
  carryEvent(() => storage, step(2))
  expect(takeCarried(() => storage)).toEqual([step(1), step(2)])
  expect(takeCarried(() => storage)).toEqual([])
})

test('[G10] the newest fifty are carried, and a browser that keeps nothing carries nothing', () => {
  const storage = tab()
  for (let at = 1; at <= 60; at += 1) carryEvent(() => storage, step(at))
  expect(takeCarried(() => storage).map(({ at }) => at)).toEqual(Array.from({ length: 50 }, (_, n) => n + 11))
  const forbidden = () => {
    throw new Error('forbidden')
  }
  expect(() => carryEvent(forbidden, step(1))).not.toThrow()
  expect(takeCarried(forbidden)).toEqual([])
})
