/**
 * GET /download/{order}/{link}: a file of an order. The link's signature must be valid, the order paid, the
 * file stored, and a download left. The download is counted last, so that an error of the shop does not use
 * it up.
 */
import { type Context, Hono } from 'hono'
import { isOrderNumber } from '../../../schema/orders/order.ts'
import {
  areDownloadsUnlocked,
  DOWNLOAD_REFUSALS,
  type DownloadRefusal,
} from '../../../schema/orders/status/download.ts'
import { DOWNLOAD_PATTERN, paths } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import { simpleErrorPage } from '../../platform/page/errors.tsx'
import { readOrder } from '../order.sql.ts'
import { countDownload, findDownloads } from './download.sql.ts'
import { verifyDownloadSignature } from './download-signature.ts'
import { openPrivateFile, privateFileResponse } from './private-file.ts'

export const downloads = new Hono<AppEnv>()

downloads.get(DOWNLOAD_PATTERN, async (c) => {
  const orderNumber = c.req.param('order')
  const linkId = Number(c.req.param('link'))
  const expires = Number(c.req.query('expires'))
  const claim = { orderNumber, linkId, expires }
  const isSigned =
    isOrderNumber(orderNumber) &&
    verifyDownloadSignature(c.get('config').cartSecret, claim, c.req.query('proof') ?? '')
  if (!isSigned) return refuse(c, 'bad-link')
  if (Date.now() >= expires) return refuse(c, 'expired')
  const [order, files] = await Promise.all([
    readOrder(c.env.DB, orderNumber),
    findDownloads(c.env.DB, orderNumber),
  ])
  const file = files.find((candidate) => candidate.linkId === linkId)
  if (!order || !file) return refuse(c, 'bad-link')
  if (!areDownloadsUnlocked(order)) return refuse(c, 'unpaid')
  const stored = await openPrivateFile(c.env.PICTURES, file.fileKey)
  if (!stored) return refuse(c, 'gone')
  // HEAD is not counted; Hono answers it with the headers of GET.
  const counted = c.req.raw.method === 'HEAD' || (await countDownload(c.env.DB, orderNumber, linkId))
  if (!counted) {
    await stored.body.cancel()
    return refuse(c, 'used-up')
  }
  return privateFileResponse(stored, stored.httpMetadata?.contentType ?? 'application/octet-stream', {
    'Content-Disposition': `attachment; filename="${toFileName(file.fileKey)}"`,
  })
})

/** Returns the file name of a key, without characters that need encoding in a header. */
function toFileName(fileKey: string): string {
  return (fileKey.split('/').at(-1) ?? '').replace(/[^\w.-]/g, '') || 'download'
}

function refuse(c: Context<AppEnv>, refusal: DownloadRefusal): Promise<Response> {
  const [status, title, text] = DOWNLOAD_REFUSALS[refusal]
  return simpleErrorPage(c, {
    title,
    text,
    status,
    action: { href: paths.home, label: 'Go to the home page' },
  })
}
