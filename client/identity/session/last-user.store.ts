/** A guest's last details, kept in this browser so that the next checkout is shorter (spec §3 "Last user"). */
import { isStringRecord } from '../../platform/islands/string-record.store.ts'

const NAMES = ['emailAddress', 'phoneNumber', 'firstName', 'lastName', 'shippingZipCode'] as const
type LastUser = Record<(typeof NAMES)[number], string>

const KEY = 'last-user'

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** `null` when nothing readable is kept. */
export function readLastUser(storage: Pick<Kept, 'getItem'>): LastUser | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? 'null')
    return isStringRecord(kept) && NAMES.every((name) => name in kept) ? (kept as LastUser) : null
  } catch {
    // Storage may be forbidden or hold something else; a shorter form is a comfort, never a condition.
    return null
  }
}

export function saveLastUser(storage: Pick<Kept, 'setItem'>, user: LastUser): void {
  try {
    storage.setItem(KEY, JSON.stringify(user))
  } catch {
    // Full or forbidden: the next checkout asks again.
  }
}

/** Forgets them: what a customer typed is not shown to whoever uses this browser after him. */
export function clearLastUser(storage: Pick<Kept, 'removeItem'>): void {
  try {
    storage.removeItem(KEY)
  } catch {
    // Forbidden storage kept nothing.
  }
}
