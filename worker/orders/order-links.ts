/** Where an order's mails lead to. */
import { invoiceHref, orderStatusHref } from '../../schema/paths.ts'
import { signOrderLink } from './order-signature.ts'

/** Absolute addresses of an order's page and its invoice. `siteUrl` has no slash at its end. */
export function orderLinks(
  secret: string,
  siteUrl: string,
  orderNumber: string,
): { status: string; invoice: string } {
  const proof = signOrderLink(secret, orderNumber)
  return {
    status: `${siteUrl}${orderStatusHref(orderNumber, proof)}`,
    invoice: `${siteUrl}${invoiceHref(orderNumber, proof)}`,
  }
}
