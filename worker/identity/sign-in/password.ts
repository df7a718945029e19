/**
 * Password hashes in PHC format, which contains the function and its parameters. New hashes are Argon2id. Scrypt hashes and
 * Argon2 hashes with other parameters are accepted, and replaced at the next sign-in.
 */
import { scrypt, timingSafeEqual } from 'node:crypto'
import Argon2, { Argon2Type } from '@phi-ag/argon2'
import argon2Module from '@phi-ag/argon2/argon2.wasm'

/** OWASP's minimum for Argon2id: 19 MiB, two passes, one thread. Measured in docs/decisions.md. */
const CURRENT = { type: Argon2Type.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1, hashLength: 32 }
const CURRENT_PREFIX = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/

const SCRYPT =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{1,86})\$([A-Za-z0-9+/]{22,86})$/

/** The platform's limit of N·r·p, and the largest memory in bytes that leaves enough for the rest of an isolate. */
const SCRYPT_MAX = 2 ** 20
const SCRYPT_MEMORY = 80 * 1024 * 1024

let argon2: Promise<Argon2> | null = null

function openArgon2(): Promise<Argon2> {
  // Requests may share the instance, because instantiating does not wait for the I/O of a request.
  argon2 ??= WebAssembly.instantiate(argon2Module).then((instance) => new Argon2(instance))
  return argon2
}

/** The longest password in UTF-16 units (60 characters); longer ones are refused before any hashing. */
const MAX_LENGTH = 120

/** Returns the hash to store. It takes 1/30 s of processor time: call it only behind a rate limit. */
export async function hashPassword(password: string): Promise<string> {
  if (password.length > MAX_LENGTH) throw new RangeError('a password that no form takes')
  const { encoded } = (await openArgon2()).hash(normalize(password), CURRENT)
  return encoded
}

/** Returns whether the hash is of this password. False for a hash of unknown format. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  if (password.length > MAX_LENGTH) return false
  if (hash.startsWith('$argon2')) return (await openArgon2()).tryVerify(hash, normalize(password)).success
  return isScrypt(password, hash)
}

/** Returns whether a hash should be replaced by one with the current parameters. */
export function needsRehash(hash: string): boolean {
  return !CURRENT_PREFIX.test(hash)
}

let dummy: Promise<string> | null = null

/** Takes as long as `verifyPassword` when there is no hash, so that the response time does not reveal accounts. */
export async function verifyDummyPassword(password: string): Promise<false> {
  dummy ??= hashPassword('nobody has this password')
  await verifyPassword(password, await dummy)
  return false
}

async function isScrypt(password: string, hash: string): Promise<boolean> {
  const [, ln, r, p, salt, key] = SCRYPT.exec(hash) ?? []
  if (salt === undefined || key === undefined) return false
  const options = { N: 2 ** Number(ln), r: Number(r), p: Number(p), maxmem: SCRYPT_MEMORY }
  if (options.N * options.r * options.p > SCRYPT_MAX) return false
  const expected = Buffer.from(key, 'base64')
  const actual = await new Promise<Buffer>((resolve, reject) => {
    scrypt(normalize(password), Buffer.from(salt, 'base64'), expected.length, options, (error, derived) =>
      error ? reject(error) : resolve(derived),
    )
  })
  return timingSafeEqual(expected, actual)
}

/** Normalizes Unicode, because keyboards encode one letter in several ways. */
function normalize(password: string): string {
  return password.normalize('NFKC')
}
