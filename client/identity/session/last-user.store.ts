/** The details of a guest's last order, stored in this browser to prefill the next checkout. */
import { storedValue } from '../../platform/storage/stored-value.store.ts'
import { isStringRecord } from '../../platform/storage/string-record.store.ts'

const FIELDS = ['emailAddress', 'phoneNumber', 'firstName', 'lastName', 'shippingZipCode'] as const
type LastUser = Record<(typeof FIELDS)[number], string>

function parse(stored: unknown): LastUser | null {
  return isStringRecord(stored) && FIELDS.every((name) => name in stored) ? (stored as LastUser) : null
}

/** Reads `null` when nothing valid is stored. */
export const lastUser = storedValue('last-user', parse)
