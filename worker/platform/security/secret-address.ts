/**
 * Addresses that grant access by themselves: links of mails and downloads, and return addresses of providers. Sites
 * that a page at such an address loads or links to must not see the address.
 */

/** Names of parameters that grant access. */
const SECRET_PARAMETER = /[?&](?:\w*token|proof|code|state|quote_id|cartid)=/i
/** The addresses of an order and of a pay link have a signature in their path. */
const SECRET_PATH = /^[^?]*\/(?:order|pay)\/[^/?]+\/[^/?]+/

/** Largest number of characters of an address that is examined. */
export const ADDRESS_MAX = 8_000

/** Checks whether an address grants access; a longer address is treated as if it does. */
export function isSecretAddress(url: string): boolean {
  return url.length > ADDRESS_MAX || SECRET_PARAMETER.test(url) || SECRET_PATH.test(url)
}
