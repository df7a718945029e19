/** Files of the demo shop's bucket: its downloadable products. */
import { privateKey } from '../../schema/orders/status/download.ts'
import { careGuide, GUIDE_KEY } from './care-guide.ts'

export interface ShopFile {
  /** The key in the bucket. */
  key: string
  file: Uint8Array
  contentType: string
}

export function shopFiles(): ShopFile[] {
  return [{ key: privateKey(GUIDE_KEY), file: careGuide(), contentType: 'application/pdf' }]
}
