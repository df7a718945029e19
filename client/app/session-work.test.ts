import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readCompared, saveCompared } from '../catalog/compare/compare.store.ts'
import { readCheckoutDetails, saveCheckoutDetails } from '../checkout/checkout-details.store.ts'
import { readLastUser, saveLastUser } from '../identity/session/last-user.store.ts'
import { setSessionPorts } from '../identity/session/session-ports.ts'
import { signOut } from '../identity/session/sign-out.store.ts'
import { SESSION_CHANGED } from '../identity/session/signed-in.store.ts'

class Memory {
  held = new Map<string, string>()
  getItem = (key: string) => this.held.get(key) ?? null
  setItem = (key: string, value: string) => void this.held.set(key, value)
  removeItem = (key: string) => void this.held.delete(key)
}

const DANA = { emailAddress: 'dana@whitfield.example', phoneNumber: '', firstName: '', lastName: '' }
let answer: { code: number; result: unknown }
let heard: string[]

beforeEach(() => {
  setSessionPorts(() => import('./session-work.ts'))
  answer = { code: 200, result: { back: '/', message: "You're logged out" } }
  heard = []
  vi.stubGlobal('localStorage', new Memory())
  vi.stubGlobal('sessionStorage', new Memory())
  vi.stubGlobal('document', {
    dispatchEvent: ({ type }: Event) => heard.push(type),
    querySelector: () => null,
  })
  vi.stubGlobal('fetch', async () => Response.json(answer, { status: answer.code }))
  saveCompared(localStorage, [{ sku: 'TL-1', title: 'Halden Velo Sport' }])
  saveLastUser(localStorage, { ...DANA, shippingZipCode: '60622' })
  saveCheckoutDetails(sessionStorage, 'personal', { emailAddress: DANA.emailAddress }, Date.now())
  localStorage.setItem('wish-list', '["TL-1"]')
  localStorage.setItem('viewed', '["TL-1"]')
  localStorage.setItem('sync-tasks', '[]')
  localStorage.setItem('place', '{"zip":"60622"}')
})
afterEach(() => vi.unstubAllGlobals())

test('[F1] [F6] compare, wish list, what was looked at, checkout details and what waits to be sent leave with the customer; the place stays', async () => {
  expect(await signOut()).toBe(true)
  expect(readCompared(localStorage)).toEqual([])
  expect(readLastUser(localStorage)).toBeNull()
  expect(readCheckoutDetails(sessionStorage, 'personal', Date.now())).toEqual({})
  expect([...(localStorage as unknown as Memory).held.keys()]).toEqual(['place'])
  expect(heard).toEqual([SESSION_CHANGED])
})

test('[F1] where the server was not reached nobody is signed out, and nothing is forgotten', async () => {
  answer = { code: 503, result: 'away' }
  expect(await signOut({ silent: true })).toBe(false)
  expect(readCompared(localStorage)).toHaveLength(1)
  expect(heard).toEqual([])
})
