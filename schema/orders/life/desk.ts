/** Recipients of the shop's own notifications: paths of the configuration, several addresses with commas. */

export const DESKS = {
  contact: 'contact/email/recipient_email',
  order: 'orders/email/recipient_email',
  dealer: 'dealers/email/recipient_email',
  stock: 'stock/email/recipient_email',
} as const
export type Desk = keyof typeof DESKS

const STORE = 'general/store_information/email'

/** Returns the paths of a desk's recipients; the first with an address counts. */
export function deskPaths(desk: Desk): string[] {
  return [...new Set([DESKS[desk], DESKS.contact, STORE])]
}

export function deskRecipients(settings: ReadonlyMap<string, string>, desk: Desk): string[] {
  const named = deskPaths(desk).map((path) => parseRecipients(settings.get(path)))
  return named.find((addresses) => addresses.length > 0) ?? []
}

/** Reads the addresses of a setting such as `contact/email/recipient_email`, which are separated by commas. */
export function parseRecipients(setting: string | undefined): string[] {
  return (setting ?? '').split(/[\s,;]+/).filter((address) => address.includes('@'))
}
