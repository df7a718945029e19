import { beforeEach, expect, test, vi } from 'vitest'
import { readCompared, saveCompared } from '../catalog/compare/compare.store.ts'
import { readCheckoutDetails, saveCheckoutDetails } from '../checkout/checkout-details.store.ts'
import { lastUser } from '../identity/session/last-user.store.ts'
import { setSessionPorts } from '../identity/session/session-ports.ts'
import { signOut } from '../identity/session/sign-out.store.ts'
import { SESSION_CHANGED } from '../identity/session/signed-in.store.ts'
import { storedKeys, stubStorage } from '../platform/storage/testing/memory-storage.harness.ts'

const DANA = { emailAddress: 'dana@whitfield.example', phoneNumber: '', firstName: '', lastName: '' }
let reply: { code: number; result: unknown }
let events: string[]

beforeEach(() => {
  setSessionPorts(() => import('./session-end.ts'))
  reply = { code: 200, result: { back: '/', message: "You're logged out" } }
  events = []
  stubStorage()
  vi.stubGlobal('document', {
    dispatchEvent: ({ type }: Event) => events.push(type),
    querySelector: () => null,
  })
  vi.stubGlobal('fetch', async () => Response.json(reply, { status: reply.code }))
  saveCompared([{ sku: 'TL-1', title: 'Halden Velo Sport' }])
  lastUser.save({ ...DANA, shippingZipCode: '60622' })
  saveCheckoutDetails('personal', { emailAddress: DANA.emailAddress }, Date.now())
  localStorage.setItem('wish-list', '["TL-1"]')
  localStorage.setItem('viewed', '["TL-1"]')
  localStorage.setItem('sync-tasks', '[]')
  localStorage.setItem('place', '{"zip":"60622"}')
})

test('[F1] [F6] a sign-out clears comparison, wish list, recently viewed products, checkout details and queued tasks; the location stays', async () => {
  expect(await signOut()).toBe(true)
  expect(readCompared()).toEqual([])
  expect(lastUser.read()).toBeNull()
  expect(readCheckoutDetails('personal', Date.now())).toEqual({})
  expect(storedKeys(localStorage)).toEqual(['place'])
  expect(events).toEqual([SESSION_CHANGED])
})

test('[F1] when the server is not reachable the customer stays signed in, and the stored data stays', async () => {
  reply = { code: 503, result: 'away' }
  expect(await signOut({ silent: true })).toBe(false)
  expect(readCompared()).toHaveLength(1)
  expect(events).toEqual([])
})
