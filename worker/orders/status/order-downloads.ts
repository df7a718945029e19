/** The files of an order as its buyer sees them, each under a signed link of its own. */

import type { Order } from '../../../schema/orders/order.ts'
import {
  areDownloadsUnlocked,
  DOWNLOAD_TTL_MS,
  type DownloadView,
  downloadsLeft,
} from '../../../schema/orders/status/download.ts'
import { downloadHref } from '../../../schema/paths.ts'
import { findDownloads } from './download.sql.ts'
import { signDownload } from './download-signature.ts'

/** Reads D1 only for orders that could have files. `secret` signs; `now` is where the links' time begins. */
export async function readOrderDownloads(
  db: D1Database,
  secret: string,
  order: Pick<Order, 'orderNumber' | 'status' | 'paymentMethod' | 'lines'>,
  now: number,
): Promise<DownloadView[]> {
  const { orderNumber, lines } = order
  if (!lines.some(({ type }) => type === 'downloadable' || type === 'bundle')) return []
  const paid = areDownloadsUnlocked(order)
  const expires = now + DOWNLOAD_TTL_MS
  return (await findDownloads(db, orderNumber)).map((file) => {
    const claim = { orderNumber, linkId: file.linkId, expires }
    const href = downloadHref({ ...claim, proof: signDownload(secret, claim) })
    return { title: file.title, href: paid ? href : null, left: downloadsLeft(file) }
  })
}
