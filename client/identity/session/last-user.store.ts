/** A guest's last details, stored in this browser so that the next checkout is shorter. */
import { storedValue } from '../../platform/storage/stored-value.store.ts'
import { isStringRecord } from '../../platform/storage/string-record.store.ts'

const NAMES = ['emailAddress', 'phoneNumber', 'firstName', 'lastName', 'shippingZipCode'] as const
type LastUser = Record<(typeof NAMES)[number], string>

function parse(stored: unknown): LastUser | null {
  return isStringRecord(stored) && NAMES.every((name) => name in stored) ? (stored as LastUser) : null
}

/** Reads `null` when nothing readable is stored. */
export const lastUser = storedValue('last-user', parse)
