/** Messages for an outage of a service that the shop needs. */

/**
 * `database`: D1 does not answer. `full`: D1 answers, but accepts no more writes. `catalog`: the index is still being
 * built. `object`: the cart object does not answer and may have applied the change. `chat`: the chat object does not
 * answer and may have stored the message. `mounting`: the object of a store's day does not answer. `part`: a bucket, a queue or a rate limit does not answer.
 */
export type Outage = 'database' | 'full' | 'catalog' | 'object' | 'chat' | 'mounting' | 'part'

/** `Retry-After` for clients and search engines; the shop's own pages retry every few seconds. */
export const RETRY_AFTER_SECONDS: Record<Outage, number> = {
  database: 30,
  full: 30,
  catalog: 5,
  object: 30,
  chat: 30,
  mounting: 30,
  part: 30,
}

export const OUTAGE_TITLES: Record<Outage, string> = {
  database: 'We’ll be right back',
  full: 'We’ll be right back',
  catalog: 'One moment, please',
  object: 'We’ll be right back',
  chat: 'We’ll be right back',
  mounting: 'We’ll be right back',
  part: 'We’ll be right back',
}

export const OUTAGE_MESSAGES: Record<Outage, string> = {
  database:
    'We can’t reach our stock and orders right now. Nothing was changed and nothing was charged. Try again in half a minute.',
  full: 'We can’t save anything right now. Nothing was changed and nothing was charged. Try again in a few minutes.',
  catalog: 'We’re putting the list of tires together. Try again in a few seconds.',
  object:
    'This is taking longer than it should, and we don’t know yet if your last step went through. Check your cart in half a minute before you try again.',
  chat: 'This is taking longer than it should, and we don’t know yet if your last message went through. Check the conversation in half a minute before you try again.',
  mounting:
    'This is taking longer than it should, and we don’t know yet if we have your time. Check your order in half a minute before you try again.',
  part: 'Part of our shop isn’t responding right now, so we couldn’t finish this. Try again in half a minute.',
}

/** Shown above a cached page whose stock cannot be checked. */
export const STALE_PAGE =
  'We can’t check our stock right now, so this page is from a little earlier. If a tire has sold since, you won’t be able to add it.'

/** The message of a call or form that failed for a reason of the shop itself. */
export const FAILURE_MESSAGE = 'Something went wrong on our side. Reload the page in a moment.'
