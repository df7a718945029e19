import { expect, test } from 'vitest'
import { consumeDeferredEvents, deferEvent, type TimestampedEvent } from './deferred-events.store.ts'

function tab() {
  const held = new Map<string, string>()
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  }
}
const step = (at: number): TimestampedEvent => ({ kind: 'checkout', step: 'personal', at })

test('[G10] events of the checkout are carried to the next page in their order, and taken once', () => {
  const storage = tab()
  deferEvent(() => storage, step(1))
  deferEvent(() => storage, step(2))
  expect(consumeDeferredEvents(() => storage)).toEqual([step(1), step(2)])
  expect(consumeDeferredEvents(() => storage)).toEqual([])
})

test('[G10] the newest fifty are carried, and a browser that keeps nothing carries nothing', () => {
  const storage = tab()
  for (let at = 1; at <= 60; at += 1) deferEvent(() => storage, step(at))
  expect(consumeDeferredEvents(() => storage).map(({ at }) => at)).toEqual(
    Array.from({ length: 50 }, (_, n) => n + 11),
  )
  const forbidden = () => {
    throw new Error('forbidden')
  }
  expect(() => deferEvent(forbidden, step(1))).not.toThrow()
  expect(consumeDeferredEvents(forbidden)).toEqual([])
})
