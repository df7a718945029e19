/** The mail with a message to the shop, and the receipt for its sender. */

import { paths } from '../../../schema/paths.ts'
import { formatPhone } from '../../../schema/platform/forms/field.ts'
import { shopConfig } from '../../platform/config.sql.ts'
import type { MailBuilder } from '../../platform/mail/mail-builder.ts'
import { renderMailTemplate } from '../../platform/mail/mail-template.mail.tsx'

/** Returns a text in one line; empty for other values. */
const toLine = (value: unknown) => (typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : '')

/** Payload: `{to, name, email, phone, topic, message}`. */
export const contactMessageMail: MailBuilder = async (_env, payload, { siteUrl }) => {
  const { to, name, email, phone, topic } = Object.fromEntries(
    Object.entries(payload).map(([key, value]) => [key, toLine(value)]),
  )
  if (!to || !email) return null
  const mail = renderMailTemplate(
    {
      subject: `${topic || 'Message'}: ${name || email}`,
      title: topic || 'A message',
      preview: toLine(payload.message).slice(0, 120),
      parts: [
        { kind: 'text', text: [name, email, phone].filter(Boolean).join(', ') },
        { kind: 'quote', text: typeof payload.message === 'string' ? payload.message : '' },
        { kind: 'note', text: 'Reply to this email to answer.' },
      ],
    },
    siteUrl,
  )
  return { to, replyTo: email, ...mail }
}

/** Payload: `{email}`. The mail contains no typed text, so that the form cannot send texts to other people. */
export const contactReceiptMail: MailBuilder = async (env, { email }, { siteUrl }) => {
  const to = toLine(email)
  if (!to) return null
  const phone = (await shopConfig(env.DB)).get('general/store_information/phone')
  const mail = renderMailTemplate(
    {
      subject: 'We got your message',
      title: 'We got your message',
      preview: 'We’ll answer within one business day.',
      parts: [
        { kind: 'text', text: 'A tire person will read it and answer within one business day.' },
        ...(phone
          ? [{ kind: 'text' as const, text: `If it’s urgent, call us at ${formatPhone(phone)}.` }]
          : []),
        { kind: 'link', label: 'Hours and stores', href: `${siteUrl}${paths.contacts}` },
        {
          kind: 'note',
          text: 'Didn’t write to us? Then someone mistyped their address, and we won’t write again.',
        },
      ],
    },
    siteUrl,
  )
  return { to, ...mail }
}
