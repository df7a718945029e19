/** Mails of the newsletter: the welcome with the subscriber's own coupon, and the link to unsubscribe. */
import { couponPromise } from '../../../schema/content/newsletter/newsletter.ts'
import { applyCouponHref, newsletterStopHref } from '../../../schema/paths.ts'
import { findCoupon } from '../../cart/coupon/coupon.sql.ts'
import type { Config } from '../../config.ts'
import type { MailBuilder } from '../../platform/mail/mail-builder.ts'
import { type MailBlock, renderMailTemplate } from '../../platform/mail/mail-template.mail.tsx'
import { stopHeaders } from '../../platform/mail/stop-headers.ts'
import { findSubscriber } from './newsletter.sql.ts'
import { signUnsubscribe } from './unsubscribe-signature.ts'

/** Payload: `{subscriberId}`. Sends nothing to a former subscriber. */
export const newsletterWelcomeMail: MailBuilder = async (env, { subscriberId }, config) => {
  const subscriber = await findSubscriber(env.DB, Number(subscriberId))
  if (subscriber?.status !== 'subscribed') return null
  const coupon = subscriber.couponCode === null ? null : await findCoupon(env.DB, subscriber.couponCode)
  const { siteUrl } = config
  const stop = stopHref(config, subscriber.id)
  const promise = coupon && couponPromise(coupon)
  const gift: MailBlock[] = coupon
    ? [
        { kind: 'text', text: 'This code is just for you and works once.' },
        { kind: 'code', text: coupon.code },
        { kind: 'action', label: 'Apply coupon', href: `${siteUrl}${applyCouponHref(coupon.code)}` },
      ]
    : []
  const mail = {
    subject: promise ? `${promise}: your code` : 'You’re on the list',
    title: promise ?? 'You’re on the list',
    preview: coupon ? `Your code is ${coupon.code}.` : 'Treadline’s newsletter, now and then.',
    parts: [
      ...gift,
      { kind: 'text', text: 'We’ll write when tires worth a look come in.' },
      {
        kind: 'note',
        text: 'Someone signed this address up for our newsletter. If that wasn’t you, unsubscribe:',
      },
      { kind: 'link', label: 'Unsubscribe', href: stop },
    ],
  } as const
  return {
    to: subscriber.email,
    ...renderMailTemplate(mail, siteUrl),
    headers: stopHeaders(stop),
  }
}

/** Payload: `{subscriberId}`. Sends nothing to a former subscriber. */
export const newsletterStopMail: MailBuilder = async (env, { subscriberId }, config) => {
  const subscriber = await findSubscriber(env.DB, Number(subscriberId))
  if (subscriber?.status !== 'subscribed') return null
  const mail = {
    subject: 'Leave the newsletter?',
    title: 'Leave the newsletter?',
    preview: 'Someone asked to take this address off our list.',
    parts: [
      { kind: 'text', text: 'Someone asked to take this address off our newsletter list.' },
      { kind: 'action', label: 'Unsubscribe', href: stopHref(config, subscriber.id) },
      { kind: 'note', text: 'If that wasn’t you, ignore this email: nothing will change.' },
    ],
  } as const
  return { to: subscriber.email, ...renderMailTemplate(mail, config.siteUrl) }
}

function stopHref({ siteUrl, cartSecret }: Config, subscriberId: number): string {
  return `${siteUrl}${newsletterStopHref(subscriberId, signUnsubscribe(cartSecret, subscriberId))}`
}
