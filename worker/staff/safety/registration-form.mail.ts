/** The mail with the TINs of an order's new tires (H14t). Payload: `{orderNumber}`; sends nothing for a form that was taken back. */
import { formatOrderDate } from '../../../schema/orders/status/order-format.ts'
import { allStores } from '../../identity/location/physical-stores.ts'
import { readOrder } from '../../orders/order.sql.ts'
import type { MailBuilder } from '../../platform/mail/mail-builder.ts'
import { renderMailTemplate } from '../../platform/mail/mail-template.mail.tsx'
import { readOrderRegistrations } from './registrations.sql.ts'

export const registrationFormMail: MailBuilder = async (env, { orderNumber }, { siteUrl }) => {
  const [order, lines, [store]] = await Promise.all([
    readOrder(env.DB, String(orderNumber)),
    readOrderRegistrations(env.DB, String(orderNumber)),
    allStores(env.DB),
  ])
  const given = lines.filter(({ sentAs }) => sentAs === 'form')
  if (!order?.email || given.length === 0) return null
  const tires = given.flatMap(({ tins, brand, title }) =>
    Object.entries(tins).map(([tin, count]) => `${count} × ${tin}, ${brand}, ${title}`),
  )
  const title = 'Register your new tires'
  const mail = {
    ...{ subject: `${title}, order ${order.orderNumber}`, title },
    preview: 'Then the tire maker can reach you in case of a recall.',
    parts: [
      {
        kind: 'text',
        text: 'A registration form is with your tires. Send it to the tire maker, or register on its site. Then it can reach you in case of a recall.',
      },
      { kind: 'text', text: `The numbers of your tires: ${tires.join('; ')}.` },
      {
        kind: 'text',
        text: `Sold on ${formatOrderDate(order.placedAt)} by ${store ? `${store.name}, ${store.street}, ${store.city}, ${store.state} ${store.zip}` : siteUrl}.`,
      },
    ],
  } as const
  return { to: order.email, ...renderMailTemplate(mail, siteUrl) }
}
