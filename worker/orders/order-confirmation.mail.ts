/** The mail that confirms an order, with links to its files. */

import { formatPromise } from '../../schema/orders/status/arrival.ts'
import { findProducts } from '../catalog/product/product.sql.ts'
import type { MailBuilder } from '../platform/mail/mail-builder.ts'
import { readOrder } from './order.sql.ts'
import { orderConfirmation } from './order-confirmation-content.tsx'
import { orderLinks } from './order-links.ts'
import { readOrderDownloads } from './status/order-downloads.ts'

/** Builds the confirmation of an order. Payload: `{orderNumber}`. */
export const orderConfirmationMail: MailBuilder = async (env, { orderNumber }, config, now) => {
  const order = typeof orderNumber === 'string' ? await readOrder(env.DB, orderNumber) : null
  if (!order) return null
  const skus = order.lines.flatMap(({ sku, parts }) => [sku, ...parts.map((part) => part.sku)])
  const [downloads, products] = await Promise.all([
    readOrderDownloads(env.DB, config.cartSecret, order, now),
    findProducts(env.DB, [...new Set(skus)]),
  ])
  const hasUsed = [...products.values()].some(({ tire }) => tire?.condition === 'Used')
  const links = orderLinks(config.cartSecret, config.siteUrl, order.orderNumber)
  // After an outage of the mail service, the promised day may have passed.
  const arrivesOn = formatPromise(order.arrivesOn, now) === null ? null : order.arrivesOn
  const confirmed = { ...order, arrivesOn }
  return { to: order.email, ...orderConfirmation(confirmed, config.siteUrl, links, { downloads, hasUsed }) }
}
