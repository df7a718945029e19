/** The mail with the shop's answer to the application of a dealer (H14k). */
import {
  type ApplicationState,
  describeApplication,
} from '../../../schema/account/dealer/dealer-application.ts'
import { paths } from '../../../schema/paths.ts'
import { formatDay } from '../../../schema/platform/shop-calendar.ts'
import { readCustomer } from '../../identity/sign-in/customer.sql.ts'
import type { MailBuilder } from '../../platform/mail/mail-builder.ts'
import { type MailBlock, renderMailTemplate } from '../../platform/mail/mail-template.mail.tsx'
import { findApplication } from './dealer.sql.ts'

const TITLES: Readonly<Record<Exclude<ApplicationState, 'waiting'>, string>> = {
  approved: 'You’re approved as a dealer',
  asked: 'One thing is missing in your dealer application',
  refused: 'We can’t approve your dealer application',
}

/** Payload: `{customerId, state}`. An application that has another state by now has a mail of its own. */
export const dealerAnswerMail: MailBuilder = async (env, { customerId, state }, { siteUrl }) => {
  const [customer, application] = await Promise.all([
    readCustomer(env.DB, Number(customerId)),
    findApplication(env.DB, Number(customerId)),
  ])
  if (!customer || !application || application.state === 'waiting' || application.state !== state) return null
  const title = TITLES[application.state]
  const text = describeApplication(application)
  const { certificateUntil } = application
  const parts: MailBlock[] = [
    { kind: 'text', text: `Hello ${customer.firstname},` },
    { kind: 'text', text },
    ...(application.state === 'approved' && certificateUntil !== null
      ? [
          {
            kind: 'text',
            text: `Your certificate is valid until ${formatDay(Date.parse(certificateUntil))}.`,
          } as const,
        ]
      : []),
    application.state === 'asked'
      ? { kind: 'action', label: 'Add a document', href: `${siteUrl}${paths.dealer}` }
      : { kind: 'action', label: 'Open your account', href: `${siteUrl}${paths.account}` },
  ]
  return {
    to: customer.email,
    ...renderMailTemplate({ subject: title, title, preview: text, parts }, siteUrl),
  }
}
