import { expect, test } from 'vitest'
import { forbidStorage, stubStorage } from '../storage/testing/memory-storage.harness.ts'
import { consumeDeferredEvents, deferEvent, type TimestampedEvent } from './deferred-events.store.ts'

const step = (at: number): TimestampedEvent => ({ kind: 'checkout', step: 'personal', at })

test('[G10] events of the checkout are stored for the next page in their order, and are returned once', () => {
  stubStorage()
  deferEvent(step(1))
  deferEvent(step(2))
  expect(consumeDeferredEvents()).toEqual([step(1), step(2)])
  expect(consumeDeferredEvents()).toEqual([])
})

test('[G10] only the newest fifty events are stored', () => {
  stubStorage()
  for (let at = 1; at <= 60; at += 1) deferEvent(step(at))
  expect(consumeDeferredEvents().map(({ at }) => at)).toEqual(Array.from({ length: 50 }, (_, n) => n + 11))
})

test('[G10] without storage no events are deferred, and no error is thrown', () => {
  forbidStorage()
  expect(() => deferEvent(step(1))).not.toThrow()
  expect(consumeDeferredEvents()).toEqual([])
})
