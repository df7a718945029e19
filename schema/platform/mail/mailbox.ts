/** Returns an e-mail address trimmed and in lower case, because mail servers in practice do not distinguish case. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase()
}

/**
 * Returns the mailbox of an address: `a.b+tires@googlemail.com` is `ab@gmail.com`. Limits and coupons count
 * mailboxes, because many addresses can lead to one.
 */
export function toMailbox(email: string): string {
  const key = normalizeEmail(email)
  const at = key.lastIndexOf('@')
  const domain = key.slice(at + 1)
  const name = key.slice(0, at).replace(/\+.*$/, '')
  if (domain !== 'gmail.com' && domain !== 'googlemail.com') return `${name}@${domain}`
  return `${name.replaceAll('.', '')}@gmail.com`
}
