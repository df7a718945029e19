/** Secrets that a browser or a mail carries: 256 random bits. Only their SHA-256 is stored. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { randomBytes } from './random-bytes.ts'

const TOKEN_BYTES = 32
const TOKEN = /^[\w-]{43}$/

export function newSecretToken(): string {
  return Buffer.from(randomBytes(TOKEN_BYTES)).toString('base64url')
}

/** Returns the name under which a token is stored, 64 hex digits; `null` for a text that is no token. */
export function hashToken(token: unknown): string | null {
  return typeof token === 'string' && TOKEN.test(token)
    ? createHash('sha256').update(token).digest('hex')
    : null
}

/**
 * Returns the token of a mailed link from the name in the outbox: a reader of the tables has half of it. `name` is
 * random and used once.
 */
export function deriveLinkToken(secret: string, name: string): string {
  return createHmac('sha256', secret).update('link:').update(name).digest('base64url')
}

/** A hash under the shop's secret, for what is compared but need not be known: 32 hex digits. */
export function hmacKey(secret: string, label: string, text: string): string {
  return createHmac('sha256', secret).update(`${label}:`).update(text).digest('hex').slice(0, 32)
}

/** Compares in constant time. */
export function timingSafeEqualText(given: string, ours: string): boolean {
  const [a, b] = [given, ours].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}
