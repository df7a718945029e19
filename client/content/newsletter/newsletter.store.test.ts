import { expect, test } from 'vitest'
import { forbidStorage, stubStorage } from '../../platform/storage/testing/memory-storage.harness.ts'
import { subscriber } from './newsletter.store.ts'

test('[G2] the address is stored until it is cleared', () => {
  stubStorage()
  subscriber.save('ada@example.com')
  expect(subscriber.read()).toBe('ada@example.com')
  subscriber.clear()
  expect(subscriber.read()).toBeNull()
})

test('[G2] without browser storage no address is stored', () => {
  forbidStorage()
  expect(() => subscriber.save('ada@example.com')).not.toThrow()
  expect(subscriber.read()).toBeNull()
})
