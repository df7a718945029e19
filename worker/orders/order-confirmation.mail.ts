/** The mail of a placed order, with links to the files that belong to it. */

import type { MailOf } from '../mails.ts'
import { readOrder } from './order.sql.ts'
import { orderConfirmation } from './order-confirmation.tsx'
import { orderLinks } from './order-links.ts'
import { downloadsOf } from './status/order-downloads.ts'

/** Payload: `{orderNumber}`. */
export const orderMail: MailOf = async (env, { orderNumber }, config, now) => {
  const order = typeof orderNumber === 'string' ? await readOrder(env.DB, orderNumber) : null
  if (!order) return null
  const downloads = await downloadsOf(env.DB, config.cartSecret, order, now)
  const links = orderLinks(config.cartSecret, config.siteUrl, order.orderNumber)
  return { to: order.email, ...orderConfirmation(order, config.siteUrl, links, downloads) }
}
