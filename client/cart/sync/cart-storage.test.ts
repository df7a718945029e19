import { expect, test } from 'vitest'
import { memoryStorage } from '../../platform/storage/memory-storage.ts'
import {
  hasPendingMutations,
  type PendingMutation,
  readPendingMutations,
  storePendingMutation,
} from './cart-storage.ts'

const ADD: PendingMutation = {
  id: 'page.1',
  order: 1,
  cart: '',
  due: 0,
  sent: false,
  wish: { kind: 'remove', itemId: 1 } as unknown as PendingMutation['wish'],
}

test('[D2] entries that are invalid or under the key of another mutation are removed and not sent', () => {
  const storage = memoryStorage()
  for (const [id, text] of [
    ['x.1', '[null]'],
    ['x.2', JSON.stringify(ADD)],
    ['x.3', '{'],
    ['x.4', 'null'],
    ['x.5', '{"id":"x.5"}'],
    ['x.6', '{"id":"x.6","wish":{"kind":"add"}}'],
  ] as const)
    storage.setItem(`cart-wish:${id}`, text)
  expect(readPendingMutations(storage)).toEqual([])
  expect(hasPendingMutations(storage)).toBe(false)
  storePendingMutation(storage, ADD)
  expect(readPendingMutations(storage)).toEqual([ADD])
})
