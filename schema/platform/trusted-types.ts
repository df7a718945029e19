/** What the shop's pages and their policy must agree on about Trusted Types. */

/** Name of the shop's own policy. */
export const TRUSTED_POLICY = 'treadline'

/** Names, in a page's head, the origins of others whose scripts that page may load. */
export const SCRIPT_ORIGINS_META = 'script-origins'
