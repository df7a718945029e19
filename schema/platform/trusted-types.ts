/** Trusted Types names that pages and the content security policy share. */

/** Name of the shop's own policy. */
export const TRUSTED_POLICY = 'treadline'

/** Name of the meta tag with the origins of third-party scripts that a page can load. */
export const SCRIPT_ORIGINS_META = 'script-origins'
