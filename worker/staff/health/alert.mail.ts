/**
 * The mail about an incident: that it began, or that it ended. Payload: `{rule, value, route, samples, since, at}`; `value` is
 * `null` at the end.
 */
import * as v from 'valibot'
import { CHAT_TIME_FORMAT } from '../../../schema/content/chat/chat.ts'
import { paths } from '../../../schema/paths.ts'
import { MINUTE_MS } from '../../../schema/platform/duration.ts'
import { formatMeasured, formatMinutes, formatSamples } from '../../../schema/staff/health/alert-format.ts'
import { ALERT_RULES } from '../../../schema/staff/health/alert-rules.ts'
import { QUIET_MS } from '../../../schema/staff/health/incidents.ts'
import { renderDeskMail } from '../../orders/life/desk.mail.ts'
import type { MailBuilder } from '../../platform/mail/mail-builder.ts'

const TIME = new Intl.DateTimeFormat('en-US', CHAT_TIME_FORMAT)

/** A mail that was written by an older release has neither samples nor the begin. */
const PAYLOAD = v.object({
  rule: v.string(),
  value: v.nullable(v.number()),
  route: v.nullish(v.string(), null),
  samples: v.optional(v.number(), 0),
  since: v.optional(v.number()),
  at: v.number(),
})

export const deskAlertMail: MailBuilder = async (env, payload, { siteUrl }) => {
  const parsed = v.safeParse(PAYLOAD, payload)
  const rule = parsed.success ? ALERT_RULES.find(({ name }) => name === parsed.output.rule) : undefined
  if (!parsed.success || !rule) return null
  const { value, route, samples, at, since = at } = parsed.output
  const began = `Since ${TIME.format(since)}.`
  const quiet = `It has been quiet for ${formatMinutes(QUIET_MS / MINUTE_MS)}.`
  const measured = value === null ? quiet : formatMeasured(rule, value, route)
  const texts =
    value === null
      ? [
          `${began} Over at ${TIME.format(at)}, after ${formatMinutes(Math.round((at - since) / MINUTE_MS))}. ${quiet}`,
        ]
      : [
          [measured, samples > 0 ? formatSamples(rule, samples) : '', began].filter(Boolean).join(' '),
          `What shoppers notice: ${rule.effect}`,
          rule.urgency === 'now' ? 'Please look at it now.' : 'Please look at it today.',
          `What to do: runbook ${rule.name} in docs/operations.md of the repository.`,
        ]
  const label = value === null ? 'Alert over' : rule.urgency === 'now' ? 'Alert' : 'Look at this today'
  return renderDeskMail(
    env.DB,
    'alert',
    {
      subject: `${label}: ${rule.title}`,
      title: value === null ? `Over: ${rule.title}` : rule.title,
      preview: measured,
      parts: [
        ...texts.map((text) => ({ kind: 'text' as const, text })),
        { kind: 'action', label: 'Open shop health', href: `${siteUrl}${paths.staffHealth}` },
      ],
    },
    siteUrl,
  )
}
