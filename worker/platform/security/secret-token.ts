/** Secret tokens in cookies and mails: 256 random bits. Only their SHA-256 is stored. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { randomBytes } from './random-bytes.ts'

const TOKEN_BYTES = 32
const TOKEN = /^[\w-]{43}$/

/** Returns a new token, 43 characters of base64url. */
export function newSecretToken(): string {
  return Buffer.from(randomBytes(TOKEN_BYTES)).toString('base64url')
}

/** Returns the hash under which a token is stored, 64 hex digits; `null` for a text that is not a token. */
export function hashToken(token: unknown): string | null {
  return typeof token === 'string' && TOKEN.test(token)
    ? createHash('sha256').update(token).digest('hex')
    : null
}

/**
 * Derives the token of a mailed link from the name in the outbox and the shop's secret, so that the database alone is
 * not enough to know the token. `name` is random and used once.
 */
export function deriveLinkToken(secret: string, name: string): string {
  return createHmac('sha256', secret).update('link:').update(name).digest('base64url')
}

/** Returns a keyed hash (32 hex digits) for values that are compared but not stored in plain text. */
export function hmacKey(secret: string, label: string, text: string): string {
  return createHmac('sha256', secret).update(`${label}:`).update(text).digest('hex').slice(0, 32)
}

/** Compares two texts in constant time. */
export function timingSafeEqualText(text: string, expected: string): boolean {
  const [a, b] = [text, expected].map((value) => createHash('sha256').update(value).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}
