/** Messages for an outage of a service that the shop needs. */

/**
 * `database`: D1 does not answer. `full`: D1 answers, but accepts no more writes. `catalog`: the index is still being
 * built. `object`: the cart object does not answer and may have applied the change. `chat`: the chat object does not
 * answer and may have stored the message. `part`: a bucket, a queue or a rate limit does not answer.
 */
export type Outage = 'database' | 'full' | 'catalog' | 'object' | 'chat' | 'part'

/** `Retry-After` for clients and search engines; the shop's own pages retry every few seconds. */
export const RETRY_AFTER_SECONDS: Record<Outage, number> = {
  database: 30,
  full: 30,
  catalog: 5,
  object: 30,
  chat: 30,
  part: 30,
}

export const OUTAGE_TITLES: Record<Outage, string> = {
  database: 'We will be right back',
  full: 'We will be right back',
  catalog: 'One moment, please',
  object: 'We will be right back',
  chat: 'We will be right back',
  part: 'We will be right back',
}

export const OUTAGE_MESSAGES: Record<Outage, string> = {
  database:
    'We cannot reach our stock and orders right now. Nothing was changed and nothing was charged. Try again in half a minute.',
  full: 'We cannot save anything right now. Nothing was changed and nothing was charged. Try again in a few minutes.',
  catalog: 'The list of tires is being put together. That takes a few seconds. Try again then.',
  object:
    'This takes longer than it should, and we do not know yet whether your last step was done. Look at your cart again in half a minute before you repeat it.',
  chat: 'This takes longer than it should, and we do not know yet whether your last message was taken. Look at the conversation again in half a minute before you repeat it.',
  part: 'A part of our shop does not answer right now, so this could not be finished. Try again in half a minute.',
}

/** Shown above a cached page whose stock cannot be checked. */
export const STALE_PAGE =
  'We cannot check our stock right now: prices and tires on this page are from a little earlier. A tire that was sold since is refused when it is added.'

/** The message of a call or form that failed for a reason of the shop itself. */
export const FAILURE_MESSAGE = 'Something on our side did not work. Load the page again in a moment.'
