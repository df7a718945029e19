import { expect, test } from 'vitest'
import { onRefreshed, onUnauthorized, UNLOCKED } from './token-refresh-lock.ts'

test('[F2] the first 401 starts a refresh, other calls wait, and the new token is stored', () => {
  const first = onUnauthorized(UNLOCKED, 1)
  expect(first).toEqual({ action: 'refresh', state: { lock: 1, attempts: 1, token: null } })
  expect(onUnauthorized(first.state, 1).action).toBe('wait')
  expect(onRefreshed(first.state, 'new')).toEqual({ lock: 0, attempts: 1, token: 'new' })
})

test('[F2] a failed refresh locks until the next sign-in', () => {
  const { state } = onUnauthorized(UNLOCKED, 1)
  const failed = onRefreshed(state, null)
  expect(failed.lock).toBe(-1)
  expect(onUnauthorized(failed, 1)).toEqual({ action: 'abort', state: failed })
})

test('[F2] too many refreshes sign out; a success does not reset their number, a sign-in does', () => {
  const renewed = onRefreshed(onUnauthorized(UNLOCKED, 1).state, 'new')
  expect(onUnauthorized(renewed, 1)).toMatchObject({ action: 'give-up', state: { lock: -1, attempts: 0 } })
  expect(onUnauthorized(renewed, 2).action).toBe('refresh')
  expect(onUnauthorized(UNLOCKED, 1).action).toBe('refresh')
})
