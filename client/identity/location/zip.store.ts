/** The ZIP code that a shopper typed once, stored in this browser alone; the last order's stands in for it. */
import { readLastUser } from '../session/last-user.store.ts'
import { ZIP_CHANGED, ZIP_KEY } from './zip-key.store.ts'

/** Handed over unopened: where storage is forbidden, reaching for it throws. */
type TextStorage = () => Pick<Storage, 'getItem' | 'setItem'>

/** Empty when none is known. */
export function readZip(storage: TextStorage): string {
  try {
    const stored = storage().getItem(ZIP_KEY) ?? ''
    return /^\d{5}(-\d{4})?$/.test(stored) ? stored : (readLastUser(storage())?.shippingZipCode ?? '')
  } catch {
    // Storage may be forbidden; typing five digits again is no harm.
    return ''
  }
}

export function saveZip(storage: TextStorage, zip: string): void {
  try {
    storage().setItem(ZIP_KEY, zip)
  } catch {
    // Full or forbidden: the next page asks again.
  }
  globalThis.document?.dispatchEvent(new Event(ZIP_CHANGED))
}
