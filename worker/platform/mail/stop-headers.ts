/** The headers by which a mail program shows its own button to unsubscribe (RFC 8058). */

/** Returns the headers of a mail whose `stop` link, a full address, also accepts a POST in one click. */
export function stopHeaders(stop: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
