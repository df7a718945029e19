/** The links in an order's mails. */
import { invoiceHref, orderStatusHref } from '../../schema/paths.ts'
import { signOrderLink } from './order-signature.ts'

/** Returns the absolute URLs of an order's page and its invoice. `siteUrl` has no slash at its end. */
export function orderLinks(
  secret: string,
  siteUrl: string,
  orderNumber: string,
): { status: string; invoice: string } {
  const signature = signOrderLink(secret, orderNumber)
  return {
    status: `${siteUrl}${orderStatusHref(orderNumber, signature)}`,
    invoice: `${siteUrl}${invoiceHref(orderNumber, signature)}`,
  }
}
