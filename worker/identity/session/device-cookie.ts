/**
 * The cookie with the accounts that have signed in with this browser: a random device name and one signed tag per account.
 * The cookie grants no access; the sign-in of these accounts has an attempt counter per device, which the guesses of others
 * do not raise (docs/decisions.md).
 */
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Config } from '../../config.ts'
import { randomBytes } from '../../platform/security/random-bytes.ts'
import { hmacKey, timingSafeEqualText } from '../../platform/security/secret-token.ts'

const COOKIE = 'device'
const MAX_ACCOUNTS = 5
/** Longer than a device name and `MAX_ACCOUNTS` tags. */
const COOKIE_MAX = 1_000
const MAX_AGE_SECONDS = 365 * 86_400

/** Returns the device name when this account has signed in with this browser, else `null`. */
export function readTrustedDevice(c: Context, email: string): string | null {
  const { name, tags } = read(c)
  if (name === null) return null
  const expected = tagOf(c, name, email)
  return tags.some((tag) => timingSafeEqualText(tag, expected)) ? name : null
}

/** Adds an account to the cookie; the latest `MAX_ACCOUNTS` accounts stay. */
export function setTrustedDevice(c: Context, email: string): void {
  const stored = read(c)
  const name = stored.name ?? newName()
  const added = tagOf(c, name, email)
  write(c, name, [added, ...stored.tags.filter((tag) => tag !== added)].slice(0, MAX_ACCOUNTS))
}

/** Returns the device name, by which the orders of a browser are limited; `null` without one. */
export function readDeviceName(c: Context): string | null {
  return read(c).name ?? newNames.get(c) ?? null
}

/** Sets a device name for a browser that has none. */
export function ensureDeviceName(c: Context): void {
  if (readDeviceName(c) !== null) return
  const name = newName()
  newNames.set(c, name)
  write(c, name, [])
}

/** Device names that were created during the current request. */
const newNames = new WeakMap<Context, string>()

function newName(): string {
  return Buffer.from(randomBytes(16)).toString('hex')
}

function write(c: Context, name: string, tags: readonly string[]): void {
  setCookie(c, COOKIE, [name, ...tags].join('.'), {
    prefix: 'host',
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: MAX_AGE_SECONDS,
  })
}

function read(c: Context): { name: string | null; tags: string[] } {
  const [name = '', ...tags] = (getCookie(c, COOKIE, 'host') ?? '').slice(0, COOKIE_MAX).split('.')
  if (!/^[0-9a-f]{32}$/.test(name)) return { name: null, tags: [] }
  return { name, tags: tags.slice(0, MAX_ACCOUNTS) }
}

function tagOf(c: Context, name: string, email: string): string {
  const { sessionSecret } = c.get('config') as Config
  return hmacKey(sessionSecret, 'device', `${name}:${email.trim().toLowerCase()}`)
}
