/** The mail that asks a buyer for reviews, three weeks after the delivery: one press on a star opens the form with it. */
import { reviewRateHref, reviewStopHref } from '../../../../schema/paths.ts'
import type { MailBuilder } from '../../../platform/mail/mail-builder.ts'
import { type MailBlock, renderMailTemplate } from '../../../platform/mail/mail-template.mail.tsx'
import { stopHeaders } from '../../../platform/mail/stop-headers.ts'
import { signReviewLink, signReviewStop } from './review-link.ts'
import { findOrderToReview } from './review-request.sql.ts'

const STARS = [5, 4, 3, 2, 1] as const

/**
 * Builds the mail for the payload `{orderNumber}`. Returns `null` for an order that was returned or reviewed, and for a mailbox
 * that wants no such mails.
 */
export const reviewRequestMail: MailBuilder = async (env, { orderNumber }, { siteUrl, cartSecret }) => {
  const order = typeof orderNumber === 'string' ? await findOrderToReview(env.DB, orderNumber) : null
  if (!order) return null
  const number = String(orderNumber)
  const proof = signReviewLink(cartSecret, number)
  const stop = `${siteUrl}${reviewStopHref(number, signReviewStop(cartSecret, number))}`
  const products = order.products.flatMap(({ sku, title, size }): MailBlock[] => [
    { kind: 'text', text: [title, size].filter(Boolean).join(', ') },
    {
      kind: 'choices',
      choices: STARS.map((stars) => ({
        label: `${stars} ★`,
        name: `${stars} of 5 stars`,
        href: `${siteUrl}${reviewRateHref({ sku, stars, orderNumber: number, proof })}`,
      })),
    },
  ])
  const letter = {
    subject: 'How are your tires?',
    title: 'How are your tires?',
    preview: order.products.map(({ title }) => title).join(', '),
    parts: [
      {
        kind: 'text',
        text: 'You’ve had them for three weeks. Press a star to rate them. Your review helps the next buyer, good or bad.',
      },
      ...products,
      { kind: 'note', text: 'We ask once per order.' },
      { kind: 'link', label: 'Don’t ask me for reviews', href: stop },
    ],
  } as const
  return {
    to: order.email,
    ...renderMailTemplate(letter, siteUrl),
    headers: stopHeaders(stop),
  }
}
