/** The mail with the link of an invitation (H14a). Payload: `{name}`; sends nothing for a link that is used or replaced. */
import { invitationHref } from '../../../schema/identity/staff/invitation.ts'
import { roleLabel } from '../../../schema/identity/staff/permissions.ts'
import { findInvited } from '../../identity/staff/staff-account.sql.ts'
import type { MailBuilder } from '../../platform/mail/mail-builder.ts'
import { renderMailTemplate } from '../../platform/mail/mail-template.mail.tsx'
import { deriveLinkToken, hashToken } from '../../platform/security/secret-token.ts'

export const staffInvitationMail: MailBuilder = async (env, { name }, { siteUrl, sessionSecret }, now) => {
  const token = deriveLinkToken(sessionSecret, String(name))
  const person = await findInvited(env.DB, hashToken(token) ?? '', now)
  if (!person) return null
  const mail = {
    subject: 'Your link to work at Treadline',
    title: 'Join Treadline',
    preview: 'This link works once, within two days.',
    parts: [
      {
        kind: 'text',
        text: `Hello ${person.name}, this link lets you add a passkey. Then you can sign in as ${roleLabel(person.role)}.`,
      },
      { kind: 'action', label: 'Join', href: invitationHref(siteUrl, token) },
      {
        kind: 'note',
        text: 'The link works once, within two days. Open it on the device you work with, and don’t forward it.',
      },
    ],
  } as const
  return { to: person.email, ...renderMailTemplate(mail, siteUrl) }
}
