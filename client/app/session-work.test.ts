import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readCompared, saveCompared } from '../catalog/compare/compare.store.ts'
import { readCheckoutDetails, saveCheckoutDetails } from '../checkout/checkout-details.store.ts'
import { lastUser } from '../identity/session/last-user.store.ts'
import { setSessionPorts } from '../identity/session/session-ports.ts'
import { signOut } from '../identity/session/sign-out.store.ts'
import { SESSION_CHANGED } from '../identity/session/signed-in.store.ts'
import { storedKeys, stubStorage } from '../platform/storage/testing/memory-storage.harness.ts'

const DANA = { emailAddress: 'dana@whitfield.example', phoneNumber: '', firstName: '', lastName: '' }
let answer: { code: number; result: unknown }
let heard: string[]

beforeEach(() => {
  setSessionPorts(() => import('./session-work.ts'))
  answer = { code: 200, result: { back: '/', message: "You're logged out" } }
  heard = []
  stubStorage()
  vi.stubGlobal('document', {
    dispatchEvent: ({ type }: Event) => heard.push(type),
    querySelector: () => null,
  })
  vi.stubGlobal('fetch', async () => Response.json(answer, { status: answer.code }))
  saveCompared([{ sku: 'TL-1', title: 'Halden Velo Sport' }])
  lastUser.save({ ...DANA, shippingZipCode: '60622' })
  saveCheckoutDetails('personal', { emailAddress: DANA.emailAddress }, Date.now())
  localStorage.setItem('wish-list', '["TL-1"]')
  localStorage.setItem('viewed', '["TL-1"]')
  localStorage.setItem('sync-tasks', '[]')
  localStorage.setItem('place', '{"zip":"60622"}')
})
afterEach(() => vi.unstubAllGlobals())

test('[F1] [F6] compare, wish list, what was looked at, checkout details and what waits to be sent leave with the customer; the place stays', async () => {
  expect(await signOut()).toBe(true)
  expect(readCompared()).toEqual([])
  expect(lastUser.read()).toBeNull()
  expect(readCheckoutDetails('personal', Date.now())).toEqual({})
  expect(storedKeys(localStorage)).toEqual(['place'])
  expect(heard).toEqual([SESSION_CHANGED])
})

test('[F1] where the server was not reached nobody is signed out, and nothing is forgotten', async () => {
  answer = { code: 503, result: 'away' }
  expect(await signOut({ silent: true })).toBe(false)
  expect(readCompared()).toHaveLength(1)
  expect(heard).toEqual([])
})
