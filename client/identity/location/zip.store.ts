/** The ZIP code that a shopper typed once, kept in this browser alone; the last order's stands in for it. */
import { readLastUser } from '../session/last-user.store.ts'
import { ZIP_CHANGED, ZIP_KEY } from './zip-key.store.ts'

/** Handed over unopened: where storage is forbidden, reaching for it throws. */
type Kept = () => Pick<Storage, 'getItem' | 'setItem'>

/** Empty when none is known. */
export function readZip(storage: Kept): string {
  try {
    const kept = storage().getItem(ZIP_KEY) ?? ''
    return /^\d{5}(-\d{4})?$/.test(kept) ? kept : (readLastUser(storage())?.shippingZipCode ?? '')
  } catch {
    // Storage may be forbidden; typing five digits again is no harm.
    return ''
  }
}

export function saveZip(storage: Kept, zip: string): void {
  try {
    storage().setItem(ZIP_KEY, zip)
  } catch {
    // Full or forbidden: the next page asks again.
  }
  globalThis.document?.dispatchEvent(new Event(ZIP_CHANGED))
}
