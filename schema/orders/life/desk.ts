/** Recipients of the shop's own notifications. */

/** The configuration path of each desk's recipients. */
export const DESKS = {
  contact: 'contact/email/recipient_email',
  order: 'orders/email/recipient_email',
  dealer: 'dealers/email/recipient_email',
  stock: 'stock/email/recipient_email',
  alert: 'alerts/email/recipient_email',
} as const
export type Desk = keyof typeof DESKS

const STORE = 'general/store_information/email'

/** Returns the configuration paths of a desk in order of precedence: the first with an address applies. */
export function deskPaths(desk: Desk): string[] {
  return [...new Set([DESKS[desk], DESKS.contact, STORE])]
}

/** Returns the e-mail addresses of a desk; none when no path has an address. */
export function deskRecipients(settings: ReadonlyMap<string, string>, desk: Desk): string[] {
  const recipients = deskPaths(desk).map((path) => parseRecipients(settings.get(path)))
  return recipients.find((addresses) => addresses.length > 0) ?? []
}

/** Parses the addresses of a setting; commas, semicolons or spaces separate them. */
export function parseRecipients(setting: string | undefined): string[] {
  return (setting ?? '').split(/[\s,;]+/).filter((address) => address.includes('@'))
}
