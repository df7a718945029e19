/**
 * Quote ids that only this shop can create: 10 random bytes and 6 bytes of their HMAC-SHA256, as 32 hex digits. A forged id
 * is refused without any lookup, so that guessed names never create Durable Objects.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { isQuoteIdShape } from '../../../schema/identity/session/quote-id.ts'

const RANDOM_BYTES = 10
const TAG_BYTES = 6

/** Returns a new quote id. `random` returns the requested number of random bytes. */
export function newQuoteId(secret: string, random: (bytes: number) => Uint8Array): string {
  const body = random(RANDOM_BYTES)
  return Buffer.concat([body, tagOf(secret, body)]).toString('hex')
}

/** Verified ids and their secret: every call carries an id, and its HMAC takes a tenth of the time of adding to a cart. */
const verified = new LRUCache<string, string>({ max: 1_000 })

/** Returns whether the id was created with this secret. Compares in constant time; call it before using the cart object. */
export function verifyQuoteId(secret: string, id: unknown): id is string {
  if (!isQuoteIdShape(id)) return false
  if (verified.get(id) === secret) return true
  const bytes = Buffer.from(id, 'hex')
  const body = bytes.subarray(0, RANDOM_BYTES)
  const isOurs = timingSafeEqual(bytes.subarray(RANDOM_BYTES), tagOf(secret, body))
  if (isOurs) verified.set(id, secret)
  return isOurs
}

// Synchronous on purpose: Web Crypto's HMAC would need an await before a refusal. The label separates this use of the
// secret from others.
function tagOf(secret: string, body: Uint8Array): Buffer {
  return createHmac('sha256', secret).update('quote-id:').update(body).digest().subarray(0, TAG_BYTES)
}

/** Returns the name of a cart for pages. It does not reveal the quote id, which grants access to the cart. */
export function cartKey(quoteId: string): string {
  return createHash('sha256').update('cart-key:').update(quoteId).digest('hex').slice(0, 16)
}
