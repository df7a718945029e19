/** The mail about an incident: that it began, or that it ended. Payload: `{rule, value, route, at}`, `value` is `null` at the end. */
import { paths } from '../../../schema/paths.ts'
import { formatMeasured } from '../../../schema/staff/health/alert-format.ts'
import { ALERT_RULES } from '../../../schema/staff/health/alert-rules.ts'
import { renderDeskMail } from '../../orders/life/desk.mail.ts'
import type { MailBuilder } from '../../platform/mail/mail-builder.ts'

export const deskAlertMail: MailBuilder = async (env, { rule: name, value, route }, { siteUrl }) => {
  const rule = ALERT_RULES.find((one) => one.name === name)
  if (!rule) return null
  const hasEnded = typeof value !== 'number'
  const title = hasEnded ? `Over: ${rule.title}` : rule.title
  const measured = hasEnded
    ? 'The alert has been quiet for half an hour.'
    : formatMeasured(rule, value, typeof route === 'string' ? route : null)
  return renderDeskMail(
    env.DB,
    'alert',
    {
      subject: `${hasEnded ? 'Alert over' : 'Alert'}: ${rule.title}`,
      title,
      preview: measured,
      parts: [
        { kind: 'text', text: measured },
        ...(hasEnded ? [] : [{ kind: 'text' as const, text: `What to do: docs/operations.md#${rule.name}` }]),
        { kind: 'action', label: 'Open the health of the shop', href: `${siteUrl}${paths.staffHealth}` },
      ],
    },
    siteUrl,
  )
}
