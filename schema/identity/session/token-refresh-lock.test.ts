import { expect, test } from 'vitest'
import { refreshed, UNLOCKED, unauthorized } from './token-refresh-lock.ts'

test('[F2] the first 401 starts a refresh, those beside it wait, and its token is used from then on', () => {
  const first = unauthorized(UNLOCKED, 1)
  expect(first).toEqual({ act: 'refresh', state: { lock: 1, attempts: 1, token: null } })
  expect(unauthorized(first.state, 1).act).toBe('wait')
  expect(refreshed(first.state, 'new')).toEqual({ lock: 0, attempts: 1, token: 'new' })
})

test('[F2] a refresh that fails locks for good', () => {
  const { state } = unauthorized(UNLOCKED, 1)
  const failed = refreshed(state, null)
  expect(failed.lock).toBe(-1)
  expect(unauthorized(failed, 1)).toEqual({ act: 'abort', state: failed })
})

test('[F2] too many attempts give up; a success does not reset them, a sign-in does', () => {
  const renewed = refreshed(unauthorized(UNLOCKED, 1).state, 'new')
  expect(unauthorized(renewed, 1)).toMatchObject({ act: 'give-up', state: { lock: -1, attempts: 0 } })
  expect(unauthorized(renewed, 2).act).toBe('refresh')
  expect(unauthorized(UNLOCKED, 1).act).toBe('refresh')
})
