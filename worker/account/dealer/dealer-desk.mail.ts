/** The mail to the dealer desk about a new application. */
import { readCustomer } from '../../identity/sign-in/customer.sql.ts'
import { renderDeskMail } from '../../orders/life/desk.mail.ts'
import type { MailBuilder } from '../../platform/mail/mail-builder.ts'
import { readDocuments } from './dealer.sql.ts'

/** Payload: `{customerId}`. The documents themselves stay in the shop. */
export const deskDealerMail: MailBuilder = async (env, { customerId }, { siteUrl }) => {
  const customer = await readCustomer(env.DB, Number(customerId))
  if (!customer?.company) return null
  const { companyName, companyEmail } = customer.company
  const documents = await readDocuments(env.DB, customer.id)
  const mail = await renderDeskMail(
    env.DB,
    'dealer',
    {
      subject: `New dealer application: ${companyName}`,
      title: 'New dealer application',
      preview: companyName,
      parts: [
        { kind: 'text', text: `${companyName}, ${companyEmail}` },
        {
          kind: 'text',
          text: `Account ${customer.id}: ${customer.firstname} ${customer.lastname}, ${customer.email}. Documents: ${documents.length}.`,
        },
      ],
    },
    siteUrl,
  )
  return mail && { ...mail, replyTo: companyEmail }
}
