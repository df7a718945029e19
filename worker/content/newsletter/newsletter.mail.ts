/** Mails of the newsletter: the welcome with the subscriber's own coupon, and the link to unsubscribe. */
import { couponPromise } from '../../../schema/content/newsletter/newsletter.ts'
import { applyCouponHref, newsletterStopHref } from '../../../schema/paths.ts'
import { findCoupon } from '../../cart/coupon/coupon.sql.ts'
import type { Config } from '../../config.ts'
import type { MailBuilder } from '../../platform/mail/mail-builder.ts'
import { type MailBlock, renderMailTemplate } from '../../platform/mail/mail-template.mail.tsx'
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
        { kind: 'text', text: 'This code is yours alone and works once.' },
        { kind: 'code', text: coupon.code },
        { kind: 'action', label: 'Use it', href: `${siteUrl}${applyCouponHref(coupon.code)}` },
      ]
    : []
  const mail = {
    subject: promise ? `${promise}: your code` : 'You are on the list',
    title: promise ?? 'You are on the list',
    preview: coupon ? `Your code is ${coupon.code}.` : 'Treadline’s newsletter, now and then.',
    parts: [
      ...gift,
      { kind: 'text', text: 'From now on you hear from us when tires arrive that are worth a look.' },
      {
        kind: 'note',
        text: 'Somebody gave us this address for our newsletter. If that was not you, stop it:',
      },
      { kind: 'link', label: 'Stop the newsletter', href: stop },
    ],
  } as const
  return {
    to: subscriber.email,
    ...renderMailTemplate(mail, siteUrl),
    headers: { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}

/** Payload: `{subscriberId}`. Sends nothing to a former subscriber. */
export const newsletterStopMail: MailBuilder = async (env, { subscriberId }, config) => {
  const subscriber = await findSubscriber(env.DB, Number(subscriberId))
  if (subscriber?.status !== 'subscribed') return null
  const mail = {
    subject: 'Leave the newsletter?',
    title: 'Leave the newsletter?',
    preview: 'Somebody asked to take this address off the list.',
    parts: [
      { kind: 'text', text: 'Somebody asked to take this address off the list of our newsletter.' },
      { kind: 'action', label: 'Stop the newsletter', href: stopHref(config, subscriber.id) },
      { kind: 'note', text: 'If that was not you, leave it: nothing changes.' },
    ],
  } as const
  return { to: subscriber.email, ...renderMailTemplate(mail, config.siteUrl) }
}

function stopHref({ siteUrl, cartSecret }: Config, subscriberId: number): string {
  return `${siteUrl}${newsletterStopHref(subscriberId, signUnsubscribe(cartSecret, subscriberId))}`
}
