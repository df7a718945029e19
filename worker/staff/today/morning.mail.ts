/** The mail of the morning: what waits for the role of a person (H14j). Payload: `{staffId, day}`; sends nothing when nothing waits. */
import { staffPaths } from '../../../schema/paths.ts'
import { formatCount } from '../../../schema/platform/count.ts'
import { formatElapsed } from '../../../schema/platform/elapsed.ts'
import { shopDay } from '../../../schema/platform/shop-calendar.ts'
import type { MailBuilder } from '../../platform/mail/mail-builder.ts'
import { type MailBlock, renderMailTemplate } from '../../platform/mail/mail-template.mail.tsx'
import { readMentions } from '../orders/order-work.sql.ts'
import { findMorningPerson } from './morning.sql.ts'
import { stopHref } from './send-morning.ts'
import { readToday } from './today.sql.ts'
import { openTasks, todaySpans } from './waiting-tasks.ts'

export const morningMail: MailBuilder = async (env, { staffId, day }, { siteUrl, sessionSecret }, now) => {
  const id = Number(staffId)
  // What waited yesterday is no news today.
  if (day !== shopDay(now)) return null
  const person = await findMorningPerson(env.DB, id)
  if (!person) return null
  const [today, mentions] = await Promise.all([readToday(env.DB, todaySpans(now)), readMentions(env.DB, id)])
  const tasks = openTasks(person.role, today, now)
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
    ({ label, href, count, since }): MailBlock => ({
      kind: 'link',
      label: `${label}: ${formatCount(count)}${since === null ? '' : `, oldest ${formatElapsed(now - since)}`}`,
      href: `${siteUrl}${href}`,
    }),
  )
  const stop = `${siteUrl}${stopHref(sessionSecret, id)}`
  const mail = {
    ...{
      subject: 'What waits this morning',
      title,
      preview: `${formatCount(tasks.length + notes.length)} kinds of work wait.`,
    },
    parts: [
      { kind: 'text', text: 'This waits for you at Treadline:' } as const,
      ...notes,
      ...waiting,
      { kind: 'action', label: 'Open the back office', href: `${siteUrl}${staffPaths.home}` } as const,
      { kind: 'link', label: 'No more emails in the morning', href: stop } as const,
    ],
  }
  const headers = { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  return { to: person.email, ...renderMailTemplate(mail, siteUrl), headers }
}
