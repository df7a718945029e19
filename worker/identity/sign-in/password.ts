/**
 * Password hashes in PHC form: the function and its parameters stand in the hash itself. New ones are Argon2id; scrypt
 * is read as well, and so are Argon2 hashes of other parameters, and replaced when their owner signs in.
 */
import { scrypt, timingSafeEqual } from 'node:crypto'
import Argon2, { Argon2Type } from '@phi-ag/argon2'
import argon2Module from '@phi-ag/argon2/argon2.wasm'

/** OWASP's least for Argon2id: 19 MiB, two passes, one thread. Measured in docs/decisions.md. */
const TODAY = { type: Argon2Type.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1, hashLength: 32 }
const TODAYS = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/

const SCRYPT =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{1,86})\$([A-Za-z0-9+/]{22,86})$/

/** The platform's bound of N·r·p, and memory beside which the rest of an isolate still lives. */
const SCRYPT_MAX = 2 ** 20
const SCRYPT_MEMORY = 80 * 1024 * 1024

let argon2: Promise<Argon2> | null = null

function openArgon2(): Promise<Argon2> {
  // Instantiating waits for no request's I/O, so it may be shared between requests.
  argon2 ??= WebAssembly.instantiate(argon2Module).then((instance) => new Argon2(instance))
  return argon2
}

/** UTF-16 units of the longest password that forms and calls take, 60 characters; what is longer costs no work at all. */
const MAX_LENGTH = 120

/** A hash to keep. A thirtieth of a second of processor time: call it behind a limit. */
export async function hashPassword(password: string): Promise<string> {
  if (password.length > MAX_LENGTH) throw new RangeError('a password that no form takes')
  const { encoded } = (await openArgon2()).hash(plain(password), TODAY)
  return encoded
}

/** True when `password` made this hash. A hash that cannot be read is nobody's. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  if (password.length > MAX_LENGTH) return false
  if (hash.startsWith('$argon2')) return (await openArgon2()).tryVerify(hash, plain(password)).success
  return isScrypt(password, hash)
}

/** True when a new hash should take the place of this one. */
export function needsRehash(hash: string): boolean {
  return !TODAYS.test(hash)
}

let dummy: Promise<string> | null = null

/** Takes the time of `verifyPassword` where there is no hash, so that nobody learns by the clock who has an account. */
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
  const ours = Buffer.from(key, 'base64')
  const given = await new Promise<Buffer>((resolve, reject) => {
    scrypt(plain(password), Buffer.from(salt, 'base64'), ours.length, options, (error, made) =>
      error ? reject(error) : resolve(made),
    )
  })
  return timingSafeEqual(ours, given)
}

/** Keyboards spell one letter in several ways. */
function plain(password: string): string {
  return password.normalize('NFKC')
}
