/**
 * The token invalidation lock (F2): 0 is normal, 1 means that a refresh is in progress, -1 that it failed. One 401 starts
 * the refresh, all others wait for it.
 */
export interface TokenLock {
  lock: 0 | 1 | -1
  /** Refreshes since the last sign-in; a success does not reset them. */
  attempts: number
  /** The refreshed token, which is newer than the stored one. */
  token: string | null
}

export const UNLOCKED: TokenLock = { lock: 0, attempts: 0, token: null }

/** Messages when a session cannot be renewed. */
export const TOKEN_MESSAGES = {
  negativeLock: 'Error refreshing user token. User is not authorized to access the resource',
  refreshFailed:
    'Internal Application error while refreshing the tokens. Please clear the storage and refresh page.',
} as const

/**
 * Decides what follows a 401. `refresh`: the caller refreshes the token and repeats its call; `wait`: another caller is
 * refreshing it; `give-up`: too many refreshes, the shopper is signed out; `abort`: the shopper was signed out before.
 */
export function onUnauthorized(
  state: TokenLock,
  maxAttempts: number,
): { state: TokenLock; action: 'refresh' | 'wait' | 'give-up' | 'abort' } {
  if (state.lock === 1) return { state, action: 'wait' }
  if (state.lock === -1) return { state, action: 'abort' }
  if (state.attempts >= maxAttempts) return { state: { ...state, lock: -1, attempts: 0 }, action: 'give-up' }
  return { state: { ...state, lock: 1, attempts: state.attempts + 1 }, action: 'refresh' }
}

/** Returns the lock after a refresh; without a token the refresh failed. */
export function onRefreshed(state: TokenLock, token: string | null): TokenLock {
  return token ? { ...state, lock: 0, token } : { ...state, lock: -1 }
}
