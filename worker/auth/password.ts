/** Password hashes in PHC form: the function and its parameters stand in the hash itself. */
import { scrypt, timingSafeEqual } from 'node:crypto'

const SCRYPT =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{1,86})\$([A-Za-z0-9+/]{22,86})$/

/** True when `password` made this hash. A hash that cannot be read is nobody's. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [, ln, r, p, salt, key] = SCRYPT.exec(hash) ?? []
  if (salt === undefined || key === undefined) return false
  const ours = Buffer.from(key, 'base64')
  const given = await new Promise<Buffer>((resolve, reject) => {
    const options = { N: 2 ** Number(ln), r: Number(r), p: Number(p), maxmem: 128 * 1024 * 1024 }
    scrypt(password.normalize('NFKC'), Buffer.from(salt, 'base64'), ours.length, options, (error, made) =>
      error ? reject(error) : resolve(made),
    )
  })
  return timingSafeEqual(ours, given)
}
