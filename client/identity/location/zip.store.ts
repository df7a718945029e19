/** The ZIP code that the shopper typed, stored in this browser only; the default is that of the last order. */
import { storedText } from '../../platform/storage/stored-value.store.ts'
import { lastUser } from '../session/last-user.store.ts'
import { ZIP_CHANGED, ZIP_KEY } from './zip-key.store.ts'

const stored = storedText(ZIP_KEY)

/** Returns the ZIP code; an empty text when none is known. */
export function readZip(): string {
  const zip = stored.read() ?? ''
  return /^\d{5}(-\d{4})?$/.test(zip) ? zip : (lastUser.read()?.shippingZipCode ?? '')
}

/** Saves the ZIP code and notifies this page. */
export function saveZip(zip: string): void {
  stored.save(zip)
  globalThis.document?.dispatchEvent(new Event(ZIP_CHANGED))
}
