import { beforeEach, expect, test, vi } from 'vitest'
import type { SavedVehicle } from '../../../schema/catalog/vehicle/vehicle.ts'
import { forbidStorage, stubStorage } from '../../platform/storage/testing/memory-storage.harness.ts'
import {
  clearSavedVehicle,
  onSavedVehicleChange,
  readSavedVehicle,
  saveVehicle,
} from './saved-vehicle.store.ts'
import { SAVED_VEHICLE_KEY } from './saved-vehicle-key.store.ts'

const CAR: SavedVehicle = {
  year: 2018,
  make: { label: 'Lexus', slug: 'lexus' },
  model: { label: 'IS', slug: 'is' },
  trim: { label: 'IS 250', slug: 'is-250' },
  fitment: { front: { size: '225/45R17', sizeSlug: '225-45r17', minLoad: 91, minSpeed: 'V' }, rear: null },
}

const page = new EventTarget()
beforeEach(() => {
  stubStorage()
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})

test('[H9] a car is read as it was stored until it is cleared', () => {
  expect(saveVehicle(CAR)).toBe(true)
  expect(readSavedVehicle()).toEqual(CAR)
  clearSavedVehicle()
  expect(readSavedVehicle()).toBeNull()
})

test.each([
  ['malformed JSON', '{'],
  ['a value of another type', '"Lexus"'],
  ['a car of an older format', JSON.stringify({ ...CAR, fitment: undefined })],
  ['a link instead of a slug', JSON.stringify({ ...CAR, make: { label: 'Lexus', slug: '//evil.example' } })],
  ['a load index that does not exist', JSON.stringify(CAR).replace('91', '9100')],
])('[H9] %s is not read as a car', (_, text) => {
  localStorage.setItem(SAVED_VEHICLE_KEY, text)
  expect(readSavedVehicle()).toBeNull()
})

test('[H9] without storage there is no car, and saving one returns false', () => {
  forbidStorage()
  expect(readSavedVehicle()).toBeNull()
  expect(saveVehicle(CAR)).toBe(false)
  expect(() => clearSavedVehicle()).not.toThrow()
})

test('[H9] a listener is called for changes on this page, in another tab and after the bfcache, until it unsubscribes', () => {
  const events: string[] = []
  let now = ''
  const stop = onSavedVehicleChange(() => events.push(now))
  const sendAll = () => {
    now = 'stored'
    saveVehicle(CAR)
    now = 'forgotten'
    clearSavedVehicle()
    for (const [name, key] of [
      ['another tab', SAVED_VEHICLE_KEY],
      ['all cleared', null],
      ['another key', 'cart'],
    ] as const) {
      now = name
      page.dispatchEvent(Object.assign(new Event('storage'), { key }))
    }
    for (const [name, persisted] of [
      ['back', true],
      ['a fresh page', false],
    ] as const) {
      now = name
      page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
    }
  }
  sendAll()
  expect(events).toEqual(['stored', 'forgotten', 'another tab', 'all cleared', 'back'])
  stop()
  sendAll()
  expect(events).toHaveLength(5)
})
