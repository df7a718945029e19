/** The sync of a browser's cart with the server: when to sync, and what to do after a failed connection (D2, D3). */
import { type ClientLine, isSameProduct } from './client-cart.ts'

/** How often a guest's cart may replace a cart that could not be loaded (decision 149). */
const BYPASS_ATTEMPTS = 1

interface SyncGate {
  token: string
  online: boolean
  /** Hash of the current lines. */
  hash: string
  /** Hash at the last sync; `null` before the first one. */
  syncedHash: string | null
  syncedAt: number | null
  bypassCount: number
  forced: boolean
}

/** Checks whether to sync: the lines changed, nothing was synced yet, or the caller forces the sync. */
export function shouldSync(gate: SyncGate): boolean {
  if (!gate.online || isSyncDisabled(gate.bypassCount)) return false
  if (gate.forced) return true
  return gate.token !== '' && (gate.syncedHash !== gate.hash || gate.syncedAt === null)
}

/** Checks whether too many carts could not be loaded, so that sync is disabled. */
export function isSyncDisabled(bypassCount: number): boolean {
  return bypassCount > BYPASS_ATTEMPTS
}

/** Returns the step after the reply to a request for a cart: a sync, a request as a guest, or no more sync. */
export function afterConnect(
  code: number,
  bypassCount: number,
): { next: 'sync' | 'as-guest' | 'disabled'; bypassCount: number } {
  // Success resets the count. Vue Storefront never resets it, so its browsers stay without sync.
  if (code === 200) return { next: 'sync', bypassCount: 0 }
  const count = bypassCount + 1
  return { next: isSyncDisabled(count) ? 'disabled' : 'as-guest', bypassCount: count }
}

/**
 * Checks whether `after`, the cart of a sync, has a change that this browser did not make: a line, a price, or a
 * quantity that differs from the unconfirmed one (D4).
 */
export function isChangedElsewhere(before: readonly ClientLine[], after: readonly ClientLine[]): boolean {
  const isNew = after.some((line) => !before.some((known) => isSameProduct(known, line)))
  return (
    isNew ||
    before.some((line) => {
      const now = after.find((other) => isSameProduct(line, other))
      const isOwnChange = line.prevQty !== undefined
      if (!now) return !isOwnChange && line.itemId !== null
      return now.qty === line.qty ? now.unitPrice !== line.unitPrice : !isOwnChange
    })
  )
}
