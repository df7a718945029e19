/**
 * Accounts that have signed in with this browser. It opens nothing; it says that guesses of strangers at these accounts
 * are not this browser's (docs/decisions.md). A random name and one tag per account that only the shop can make.
 */
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Config } from '../../config.ts'
import { randomBytes } from '../../platform/security/random-bytes.ts'
import { hmacKey, timingSafeEqualText } from '../../platform/security/secret-token.ts'

const COOKIE = 'device'
const ACCOUNTS = 5
/** Longer than a name and so many tags. */
const COOKIE_MAX = 1_000
const MAX_AGE_SECONDS = 365 * 86_400

/** The browser's own name where it knows this account, else `null`. */
export function readTrustedDevice(c: Context, email: string): string | null {
  const { name, tags } = read(c)
  if (name === null) return null
  const ours = tagOf(c, name, email)
  return tags.some((tag) => timingSafeEqualText(tag, ours)) ? name : null
}

export function setTrustedDevice(c: Context, email: string): void {
  const known = read(c)
  const name = known.name ?? newName()
  const ours = tagOf(c, name, email)
  write(c, name, [ours, ...known.tags.filter((tag) => tag !== ours)].slice(0, ACCOUNTS))
}

/** The browser's own name, which its orders are counted by; `null` when it has none. */
export function deviceOf(c: Context): string | null {
  return read(c).name ?? given.get(c) ?? null
}

/** Gives a browser that has no name one. */
export function keepDevice(c: Context): void {
  if (deviceOf(c) !== null) return
  const name = newName()
  given.set(c, name)
  write(c, name, [])
}

/** Names given within the request that is answered now. */
const given = new WeakMap<Context, string>()

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
  return { name, tags: tags.slice(0, ACCOUNTS) }
}

function tagOf(c: Context, name: string, email: string): string {
  const { sessionSecret } = c.get('config') as Config
  return hmacKey(sessionSecret, 'device', `${name}:${email.trim().toLowerCase()}`)
}
