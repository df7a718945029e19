/** The links in an order's mails. */
import { invoiceHref, orderStatusHref, returnHref } from '../../schema/paths.ts'
import { signOrderLink } from './order-signature.ts'

/** Returns the absolute URLs of an order's page, its invoice and its returns. `siteUrl` has no slash at its end. */
export function orderLinks(
  secret: string,
  siteUrl: string,
  orderNumber: string,
): { status: string; invoice: string; returns: string } {
  const signature = signOrderLink(secret, orderNumber)
  const statusHref = orderStatusHref(orderNumber, signature)
  return {
    status: `${siteUrl}${statusHref}`,
    invoice: `${siteUrl}${invoiceHref(orderNumber, signature)}`,
    returns: `${siteUrl}${returnHref(statusHref)}`,
  }
}
