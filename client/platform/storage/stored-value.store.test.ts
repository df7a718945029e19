import { expect, test, vi } from 'vitest'
import { getLocalStorage, storedText, storedValue } from './stored-value.store.ts'
import { subscribeStoredValue } from './stored-value-changes.store.ts'
import { forbidStorage, stubStorage } from './testing/memory-storage.harness.ts'

const toNumbers = (stored: unknown) => (Array.isArray(stored) ? stored.map(Number) : [])

test('a value is read as it was saved until it is cleared', () => {
  stubStorage()
  const numbers = storedValue('numbers', toNumbers)
  expect(numbers.read()).toEqual([])
  expect(numbers.save([1, 2])).toBe(true)
  expect(localStorage.getItem('numbers')).toBe('[1,2]')
  expect(numbers.read()).toEqual([1, 2])
  expect(numbers.clear()).toBe(true)
  expect(numbers.read()).toEqual([])
})

test('text that is not JSON is treated as missing', () => {
  stubStorage()
  localStorage.setItem('numbers', '[1,')
  expect(storedValue('numbers', toNumbers).read()).toEqual([])
})

test('a text is stored unchanged, in the chosen storage', () => {
  stubStorage()
  const text = storedText('text', () => sessionStorage)
  text.save('[1,')
  expect([text.read(), sessionStorage.getItem('text'), localStorage.getItem('text')]).toEqual([
    '[1,',
    '[1,',
    null,
  ])
})

test('a forbidden storage is empty and reports that nothing was stored', () => {
  forbidStorage()
  const numbers = storedValue('numbers', toNumbers)
  expect([numbers.save([1]), numbers.clear(), numbers.read()]).toEqual([false, false, []])
})

test('where access to the storage throws, it is null', () => {
  expect(getLocalStorage()).toBeNull()
  expect(storedText('text').read()).toBeNull()
})

test('a listener is called for its key and for a cleared storage in another tab, until it unsubscribes', () => {
  const page = new EventTarget()
  for (const name of ['addEventListener', 'removeEventListener'] as const)
    vi.stubGlobal(name, page[name].bind(page))
  const listener = vi.fn()
  const send = (key: string | null) => page.dispatchEvent(Object.assign(new Event('storage'), { key }))
  const stop = subscribeStoredValue('numbers', listener)
  for (const key of ['numbers', null, 'text']) send(key)
  expect(listener).toHaveBeenCalledTimes(2)
  stop()
  send('numbers')
  expect(listener).toHaveBeenCalledTimes(2)
})
