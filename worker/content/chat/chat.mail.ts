/** The mail with a reply from the chat, for a shopper who has left the page. */
import { paths } from '../../../schema/paths.ts'
import type { MailBuilder } from '../../platform/mail/mail-builder.ts'
import { renderMailTemplate } from '../../platform/mail/mail-template.mail.tsx'

/** Payload: `{to, text}`. */
export const chatReplyMail: MailBuilder = async (_env, { to, text }, { siteUrl }) => {
  if (typeof to !== 'string' || typeof text !== 'string') return null
  const mail = renderMailTemplate(
    {
      subject: 'Our answer to your question',
      title: 'Our answer to your question',
      preview: text.slice(0, 120),
      parts: [
        { kind: 'quote', text },
        { kind: 'link', label: 'Continue in the browser you asked from', href: `${siteUrl}${paths.chat}` },
        { kind: 'note', text: 'You asked us a question in our shop and left this address.' },
      ],
    },
    siteUrl,
  )
  return { to, ...mail }
}
