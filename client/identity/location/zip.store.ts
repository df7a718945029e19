/** The ZIP code that a shopper typed once, stored in this browser alone; the last order's stands in for it. */
import { storedText } from '../../platform/storage/stored-value.store.ts'
import { lastUser } from '../session/last-user.store.ts'
import { ZIP_CHANGED, ZIP_KEY } from './zip-key.store.ts'

const stored = storedText(ZIP_KEY)

/** Empty when none is known. */
export function readZip(): string {
  const zip = stored.read() ?? ''
  return /^\d{5}(-\d{4})?$/.test(zip) ? zip : (lastUser.read()?.shippingZipCode ?? '')
}

export function saveZip(zip: string): void {
  stored.save(zip)
  globalThis.document?.dispatchEvent(new Event(ZIP_CHANGED))
}
