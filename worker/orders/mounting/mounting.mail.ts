/** Mails about an appointment for mounting (H13k). */

import { tireCount } from '../../../schema/cart/cart.ts'
import { formatSlot, hasMounting, type MountingSlot } from '../../../schema/orders/mounting/mounting.ts'
import { mountingHref } from '../../../schema/orders/mounting/mounting-paths.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { formatPhone } from '../../../schema/platform/forms/field.ts'
import { allStores, formatStorePlace } from '../../identity/location/physical-stores.ts'
import type { MailBuilder } from '../../platform/mail/mail-builder.ts'
import { renderMailTemplate } from '../../platform/mail/mail-template.mail.tsx'
import { readOrderDetails } from '../life/order-lifecycle.sql.ts'
import { orderLinks } from '../order-links.ts'
import { findAppointment } from './mounting.sql.ts'
import { findMountingTerms } from './mounting-terms.ts'

/** Payload: `{orderNumber}`. Sends the appointment as it is now; nothing for one that was canceled meanwhile. */
export const mountingBookedMail: MailBuilder = async (env, { orderNumber }, config) => {
  if (typeof orderNumber !== 'string') return null
  const [details, appointment, stores] = await Promise.all([
    readOrderDetails(env.DB, orderNumber),
    findAppointment(env.DB, orderNumber),
    allStores(env.DB),
  ])
  if (!details || details.order.email === '' || !appointment) return null
  const { order } = details
  const terms = await findMountingTerms(env.DB, details, Date.now())
  const store = stores[appointment.store - 1]
  const place = store ? formatStorePlace(store) : ''
  const late = store?.phone ? ` After that, call ${formatPhone(store.phone)}.` : ''
  const tires = terms?.tires ?? tireCount(order)
  const { status } = orderLinks(config.cartSecret, config.siteUrl, orderNumber)
  const mail = {
    subject: `Mounting ${formatSlot(appointment)}`,
    title: `See you ${formatSlot(appointment)}`,
    preview: place,
    parts: [
      { kind: 'text', text: `Mounting for order ${orderNumber}, ${formatQuantity(tires, 'tire')}.` },
      { kind: 'text', text: place },
      {
        kind: 'text',
        text: `${terms?.text ?? ''} Please bring your tires.`.trim(),
      },
      { kind: 'action', label: 'Change or cancel', href: mountingHref(status) },
      { kind: 'note', text: `You can change it until the day before.${late}` },
    ],
  } as const
  return { to: order.email, ...renderMailTemplate(mail, config.siteUrl) }
}

/** Payload: `{orderNumber, store, day, time}` of the canceled appointment. */
export const mountingCanceledMail: MailBuilder = async (env, payload, config) => {
  const { orderNumber, store, day, time } = payload
  if (typeof orderNumber !== 'string') return null
  const details = await readOrderDetails(env.DB, orderNumber)
  if (!details || details.order.email === '') return null
  const { order } = details
  // An order that was canceled, or whose tires all came back, has nothing to mount any more.
  const terms = await findMountingTerms(env.DB, details, Date.now())
  const slot: MountingSlot = { store: Number(store), day: String(day), time: Number(time) }
  const { status } = orderLinks(config.cartSecret, config.siteUrl, orderNumber)
  const mail = {
    subject: `Mounting canceled: ${formatSlot(slot)}`,
    title: 'Your mounting appointment is canceled',
    preview: formatSlot(slot),
    parts: [
      {
        kind: 'text',
        text: `We won’t expect you ${formatSlot(slot)} for order ${orderNumber}. ${
          hasMounting(order) && terms
            ? 'It’s part of your order, so pick another time whenever you like, or call us for a refund.'
            : 'You pay nothing for it.'
        }`,
      },
      { kind: 'action', label: 'See your order', href: status },
    ],
  } as const
  return { to: order.email, ...renderMailTemplate(mail, config.siteUrl) }
}
