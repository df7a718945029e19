/** What the shop says while something that it needs does not answer. */

/** `database`: D1 is away or silent. `full`: it is read, but takes no more writes. */
export type Outage = 'database' | 'full'

/** Clients and search engines come again after this long; the shop itself asks every few seconds. */
export const RETRY_AFTER_SECONDS = 30

export const OUTAGE_TITLE = 'We will be right back'

export const OUTAGE_MESSAGES: Record<Outage, string> = {
  database:
    'We cannot reach our stock and orders right now. Nothing was changed and nothing was charged. Try again in half a minute.',
  full: 'We cannot save anything right now. Nothing was changed and nothing was charged. Try again in a few minutes.',
}

/** Stands on top of a cached page whose stock cannot be checked. */
export const STALE_PAGE =
  'We cannot check our stock right now: prices and tires on this page are from a little earlier. A tire that was sold since is refused when it is added.'
