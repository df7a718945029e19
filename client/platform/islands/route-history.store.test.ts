import { expect, test } from 'vitest'
import { stubStorage } from '../storage/testing/memory-storage.harness.ts'
import { readRouteHistory, recordArrival, saveRouteHistory } from './route-history.store.ts'

const list = { path: '/t?page=2', pageSize: 50 }
const tire = { path: '/p/TL-1/halden', pageSize: 0 }

test('[A7] after a new route the last one is the previous, with its scroll position and page size', () => {
  const first = recordArrival(null, list, false)
  expect(first).toEqual({ current: { ...list, scroll: 0 }, previous: null, back: false })
  const left = { ...first, current: { ...first.current, scroll: 900 } }
  expect(recordArrival(left, tire, false).previous).toEqual({ ...list, scroll: 900 })
})

test('[A7] going back restores the scroll position and sets `back`', () => {
  const left = { ...recordArrival(null, list, false), current: { ...list, scroll: 900 } }
  const back = recordArrival(recordArrival(left, tire, false), list, true)
  expect(back.current).toEqual({ ...list, scroll: 900 })
  expect(back.previous?.path).toBe(tire.path)
  expect(back.back).toBe(true)
  // A link to the same list starts at its top.
  expect(recordArrival(recordArrival(left, tire, false), list, false).current.scroll).toBe(0)
})

test('[A7] a reload of the same address is not a new route', () => {
  const first = recordArrival(recordArrival(null, list, false), tire, false)
  expect(recordArrival(first, tire, false).previous?.path).toBe(list.path)
})

test('[A7] a stored history is read; any other value is null', () => {
  stubStorage()
  expect(readRouteHistory()).toBeNull()
  const routes = recordArrival(null, list, false)
  saveRouteHistory(routes)
  expect(readRouteHistory()).toEqual(routes)
  sessionStorage.setItem('route', '{"current":1}')
  expect(readRouteHistory()).toBeNull()
})
