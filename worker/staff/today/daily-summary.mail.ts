/** The daily summary: what waits for the role of a person (H14j). Payload: `{staffId, day}`; sends nothing when nothing waits. */
import { staffPaths } from '../../../schema/paths.ts'
import { formatCount, formatQuantity } from '../../../schema/platform/count.ts'
import { shopDay } from '../../../schema/platform/shop-calendar.ts'
import type { MailBuilder } from '../../platform/mail/mail-builder.ts'
import { type MailBlock, renderMailTemplate } from '../../platform/mail/mail-template.mail.tsx'
import { findSummaryReader } from './daily-summary.sql.ts'
import { stopHref } from './daily-summary.ts'
import { formatWait, readOpenTasks } from './waiting-tasks.ts'

export const dailySummaryMail: MailBuilder = async (
  env,
  { staffId, day },
  { siteUrl, sessionSecret },
  now,
) => {
  const id = Number(staffId)
  // What waited yesterday is no news today.
  if (day !== shopDay(now)) return null
  const person = await findSummaryReader(env.DB, id)
  if (!person) return null
  const { tasks, mentions } = await readOpenTasks(env.DB, { staffId: id, role: person.role }, now)
  if (tasks.length === 0 && mentions.length === 0) return null
  const title = `Good morning, ${person.name.split(' ')[0]}`
  const notes: MailBlock[] =
    mentions.length === 0
      ? []
      : [
          {
            kind: 'link',
            label: `Notes for you: ${formatCount(mentions.length)}`,
            href: `${siteUrl}${staffPaths.home}`,
          },
        ]
  const waiting = tasks.map(
    (task): MailBlock => ({
      kind: 'link',
      label: [`${task.label}: ${formatCount(task.count)}`, formatWait(task, now)].filter(Boolean).join(', '),
      href: `${siteUrl}${task.href}`,
    }),
  )
  const stop = `${siteUrl}${stopHref(sessionSecret, id)}`
  const mail = {
    subject: 'Daily summary: what waits for you',
    title,
    preview: `${formatQuantity(tasks.length + notes.length, 'kind')} of work to do.`,
    parts: [
      { kind: 'text', text: 'This waits for you at Treadline:' } as const,
      ...notes,
      ...waiting,
      { kind: 'action', label: 'Open the back office', href: `${siteUrl}${staffPaths.home}` } as const,
      { kind: 'link', label: 'Stop the daily summary', href: stop } as const,
    ],
  }
  const headers = { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  return { to: person.email, ...renderMailTemplate(mail, siteUrl), headers }
}
