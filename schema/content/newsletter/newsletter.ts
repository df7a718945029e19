/** The newsletter and its coupon (G2, D9). */
import type { Coupon } from '../../cart/coupon/coupon.ts'
import { COUPON_KINDS } from '../../cart/coupon/coupon-kinds.ts'
import { encodeHumanCode } from '../../platform/human-code.ts'

/** The API's names of the two states; an unknown address has none. */
export const NEWSLETTER_STATES = ['subscribed', 'unsubscribed'] as const
export type NewsletterState = (typeof NEWSLETTER_STATES)[number]

/** The coupon whose terms each new subscriber's own coupon gets. */
export const NEWSLETTER_COUPON = 'newsletter/coupon'

export const NEWSLETTER_MESSAGES = {
  subscribed: 'You’re on the list. We’ll email your coupon, one per mailbox.',
  unsubscribed: 'You’re off the list.',
  failed: 'An error occurred during your subscription. Please try again later.',
} as const

/** Not among the messages above, because those are loaded by the browser. */
export const NEWSLETTER_STOP_MAIL_SENT =
  'If this address is on our list, we’ll email it a link to unsubscribe.'

/** The error message for clients of the API. */
export const NEWSLETTER_API_MESSAGES = {
  invalid: 'Invalid e-mail provided!',
  failed: 'An error occured while accessing Mailchimp',
} as const

/** Encodes five random bytes as the code of a subscriber's coupon. */
export function newsletterCode(bytes: Uint8Array): string {
  return `NEWS-${encodeHumanCode(bytes)}`
}

/** Formats the coupon's discount for its mail: `10% off your first order`. */
export function couponPromise(coupon: Pick<Coupon, 'kind' | 'value'> & { firstOrderOnly: boolean }): string {
  const { kind, value, firstOrderOnly } = coupon
  const order = firstOrderOnly ? 'your first order' : 'one order'
  return `${COUPON_KINDS[kind].format(value)} ${order}`
}
