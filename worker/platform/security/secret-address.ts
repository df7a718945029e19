/**
 * Addresses that open something by themselves: the links of mails and downloads, and the ways back from providers. What
 * a page at such an address loads or links to must not learn it.
 */

/** Parameters that open something, by their names. */
const OPENING = /[?&](?:\w*token|proof|code|state|quote_id|cartid)=/i
/** An order's own address has its signature in the path. */
const OPENING_PATH = /^[^?]*\/order\/[^/?]+\/[^/?]+/

/** Characters of an address that are read. */
export const ADDRESS_MAX = 8_000

/** One that is too long to be read may be one. */
export function isSecretAddress(url: string): boolean {
  return url.length > ADDRESS_MAX || OPENING.test(url) || OPENING_PATH.test(url)
}
