/**
 * Quote ids that only this shop can make: 10 random bytes and 6 bytes of their HMAC-SHA256, as 32 hex digits. A forged
 * one is refused by arithmetic alone, so that nobody can make the platform create objects by guessing names.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { isQuoteIdShape } from '../../../schema/identity/session/quote-id.ts'

const RANDOM_BYTES = 10
const TAG_BYTES = 6

/** A new id. `random` gives that many random bytes. */
export function newQuoteId(secret: string, random: (bytes: number) => Uint8Array): string {
  const body = random(RANDOM_BYTES)
  return Buffer.concat([body, tagOf(secret, body)]).toString('hex')
}

/** Verified ids and their secret: a shopper sends theirs with every call, and the HMAC is a tenth of adding to a cart. */
const verified = new LRUCache<string, string>({ max: 1_000 })

/** True when we made the id with this secret. Constant time over the tag; call it before an object is touched. */
export function verifyQuoteId(secret: string, id: unknown): id is string {
  if (!isQuoteIdShape(id)) return false
  if (verified.get(id) === secret) return true
  const bytes = Buffer.from(id, 'hex')
  const body = bytes.subarray(0, RANDOM_BYTES)
  const isOurs = timingSafeEqual(bytes.subarray(RANDOM_BYTES), tagOf(secret, body))
  if (isOurs) verified.set(id, secret)
  return isOurs
}

// Synchronous on purpose: Web Crypto's HMAC would put an await between a request and its refusal. The label keeps
// this use of the secret apart from every other one.
function tagOf(secret: string, body: Uint8Array): Buffer {
  return createHmac('sha256', secret).update('quote-id:').update(body).digest().subarray(0, TAG_BYTES)
}

/** Returns the name of a cart for pages, which reveals nothing about the id: the id grants access and stays here. */
export function cartKey(quoteId: string): string {
  return createHash('sha256').update('cart-key:').update(quoteId).digest('hex').slice(0, 16)
}
