/** A guest's last details, stored in this browser so that the next checkout is shorter. */
import { isStringRecord } from '../../platform/islands/string-record.store.ts'

const NAMES = ['emailAddress', 'phoneNumber', 'firstName', 'lastName', 'shippingZipCode'] as const
type LastUser = Record<(typeof NAMES)[number], string>

const KEY = 'last-user'

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** `null` when nothing readable is stored. */
export function readLastUser(storage: Pick<TextStorage, 'getItem'>): LastUser | null {
  try {
    const stored: unknown = JSON.parse(storage.getItem(KEY) ?? 'null')
    return isStringRecord(stored) && NAMES.every((name) => name in stored) ? (stored as LastUser) : null
  } catch {
    // Storage may be forbidden or hold something else; a shorter form is a comfort, never a condition.
    return null
  }
}

export function saveLastUser(storage: Pick<TextStorage, 'setItem'>, user: LastUser): void {
  try {
    storage.setItem(KEY, JSON.stringify(user))
  } catch {
    // Full or forbidden: the next checkout asks again.
  }
}

/** Clears the details: what a customer typed is not shown to the next person in this browser. */
export function clearLastUser(storage: Pick<TextStorage, 'removeItem'>): void {
  try {
    storage.removeItem(KEY)
  } catch {
    // Forbidden storage stored nothing.
  }
}
