/** Files that a buyer can download after paying. */

import * as v from 'valibot'
import { formatQuantity } from '../../platform/count.ts'
import { DAY_MS } from '../../platform/duration.ts'
import type { Order } from '../order.ts'
import { CASH_METHOD } from '../payment.ts'

/** How long a link works; the thank-you page creates a new link each time it is opened. */
export const DOWNLOAD_TTL_MS = 30 * DAY_MS

/**
 * Returns the key of a private file in the bucket; no public URL leads to it. `fileKey` is the key in the
 * catalog, e.g. `guides/tire-care.pdf`.
 */
export function privateKey(fileKey: string): string {
  return `private/${fileKey}`
}

/** One file of an order. `allowed` is 0 for unlimited downloads. */
export interface Download {
  linkId: number
  title: string
  fileKey: string
  allowed: number
  used: number
}

/** A download in pages and mails; `href` is null until the order is paid. */
export const DOWNLOAD_VIEW = v.object({
  title: v.string(),
  href: v.nullable(v.string()),
  /** Remaining downloads; null when unlimited. */
  left: v.nullable(v.number()),
})
export type DownloadView = v.InferOutput<typeof DOWNLOAD_VIEW>

export const DOWNLOAD_REFUSALS = {
  'bad-link': [403, 'This link isn’t complete', 'Open it again from the order’s email or its page.'],
  expired: [410, 'This link has expired', 'A link works for 30 days. Ask us for a new one.'],
  unpaid: [403, 'The order isn’t paid yet', 'You can download the file once it is.'],
  'used-up': [410, 'No downloads left for this file', 'Ask us if you still need it.'],
  gone: [404, 'The file isn’t here', 'That’s our fault, and it didn’t count as a download. Ask us for it.'],
} as const satisfies Record<string, readonly [status: number, title: string, text: string]>

export type DownloadRefusal = keyof typeof DOWNLOAD_REFUSALS

/** Returns whether the order is paid: in cash with the delivery, with other methods before. */
export function areDownloadsUnlocked(order: Pick<Order, 'status' | 'paymentMethod'>): boolean {
  const { status, paymentMethod } = order
  if (status === 'delivered' || status === 'partly_refunded') return true
  return paymentMethod !== CASH_METHOD && ['paid', 'processing', 'shipped'].includes(status)
}

/** Returns the remaining downloads; null when unlimited. */
export function downloadsLeft({ allowed, used }: Pick<Download, 'allowed' | 'used'>): number | null {
  return allowed === 0 ? null : Math.max(0, allowed - used)
}

/** Formats `2 downloads left`. */
export function formatDownloadsLeft(left: number): string {
  return `${formatQuantity(left, 'download')} left`
}
