import { beforeEach, expect, test, vi } from 'vitest'
import type { SavedVehicle } from '../../../schema/catalog/vehicle/vehicle.ts'
import { stubStorage } from '../../platform/storage/testing/memory-storage.harness.ts'

const step = (label: string) => ({ label, slug: label.toLowerCase() })
function car(year: number): SavedVehicle {
  const front = { size: '225/45R17', sizeSlug: '225-45r17', minLoad: 91, minSpeed: 'V' }
  return {
    year,
    make: step('Honda'),
    model: step('Civic'),
    trim: step('Sport'),
    fitment: { front, rear: null },
  }
}

/** The garage of the server, newest first, and how many cars it takes. */
let garage: SavedVehicle[]
let max = 10
let cookie = ''

beforeEach(() => {
  stubStorage()
  garage = []
  max = 10
  cookie = 'signed-in=Riley'
  vi.stubGlobal('location', { pathname: '/', origin: 'https://shop.example' })
  vi.stubGlobal('fetch', async (_: string, init?: { body?: string }) => {
    if (init?.body) {
      const { car: added } = JSON.parse(init.body) as { car: SavedVehicle }
      const isKnown = garage.some((one) => one.year === added.year)
      if (!isKnown && garage.length < max) garage = [added, ...garage]
    }
    return Response.json({ code: 200, result: { cars: garage } })
  })
})

const savedYear = () =>
  (JSON.parse(localStorage.getItem('car') ?? 'null') as SavedVehicle | null)?.year ?? null
const save = (year: number) => localStorage.setItem('car', JSON.stringify(car(year)))

/** Clears what the sign-out clears in this browser; the tab keeps what it has stored. */
function signOut(): void {
  for (const key of ['car', 'garage']) localStorage.removeItem(key)
}

/** Opens a page: the module is loaded anew and compares car and garage. */
async function openPage(): Promise<void> {
  vi.resetModules()
  const target = Object.defineProperty(new EventTarget(), 'cookie', { get: () => cookie })
  vi.stubGlobal('document', target)
  await import('./garage-sync.ts')
  await vi.waitFor(() => expect(sessionStorage.getItem('garage-asked')).toBe('1'))
  // The reply was read, and what follows it has no await.
  await Promise.resolve()
}

/** Opens the first page of a new tab. */
async function openTab(): Promise<void> {
  sessionStorage.removeItem('garage-asked')
  await openPage()
}

test('[H13a] the guest’s car joins the garage, and a browser without a car takes the newest over', async () => {
  save(2019)
  await openTab()
  expect(garage.map(({ year }) => year)).toEqual([2019])
  signOut()
  await openTab()
  expect(savedYear()).toBe(2019)
})

test('[H13a] after a sign-out the next customer of the same tab gets the car of their garage', async () => {
  garage = [car(2019)]
  await openTab()
  signOut()
  garage = [car(2021)]
  await openPage()
  await vi.waitFor(() => expect(savedYear()).toBe(2021))
})

test('[H13a] a car that was removed in this browser does not come back from the garage', async () => {
  garage = [car(2019)]
  await openTab()
  localStorage.removeItem('car')
  await openTab()
  expect(savedYear()).toBeNull()
  expect(garage).toHaveLength(1)
})

test('[H13a] a full garage keeps its cars, and the browser its own', async () => {
  garage = [car(2018)]
  max = 1
  save(2019)
  await openTab()
  await openTab()
  expect([savedYear(), garage.map(({ year }) => year)]).toEqual([2019, [2018]])
})

test('[H13a] a car that was removed on another device is removed here, and not added again', async () => {
  save(2019)
  await openTab()
  garage = []
  await openTab()
  expect([savedYear(), garage]).toEqual([null, []])
})
