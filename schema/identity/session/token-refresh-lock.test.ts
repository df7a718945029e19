import { expect, test } from 'vitest'
import { onRefreshed, onUnauthorized, UNLOCKED } from './token-refresh-lock.ts'

test('[F2] the first 401 starts a refresh, those beside it wait, and its token is used from then on', () => {
  const first = onUnauthorized(UNLOCKED, 1)
  expect(first).toEqual({ act: 'refresh', state: { lock: 1, attempts: 1, token: null } })
  expect(onUnauthorized(first.state, 1).act).toBe('wait')
  expect(onRefreshed(first.state, 'new')).toEqual({ lock: 0, attempts: 1, token: 'new' })
})

test('[F2] a refresh that fails locks for good', () => {
  const { state } = onUnauthorized(UNLOCKED, 1)
  const failed = onRefreshed(state, null)
  expect(failed.lock).toBe(-1)
  expect(onUnauthorized(failed, 1)).toEqual({ act: 'abort', state: failed })
})

test('[F2] too many attempts give up; a success does not reset them, a sign-in does', () => {
  const renewed = onRefreshed(onUnauthorized(UNLOCKED, 1).state, 'new')
  expect(onUnauthorized(renewed, 1)).toMatchObject({ act: 'give-up', state: { lock: -1, attempts: 0 } })
  expect(onUnauthorized(renewed, 2).act).toBe('refresh')
  expect(onUnauthorized(UNLOCKED, 1).act).toBe('refresh')
})
