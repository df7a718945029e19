/** Names of conversations that only this shop can make: who knows one may read and write there. */
import { sign, verifySignature } from '../../identity/session/signature.ts'

const SHAPE = /^([0-9a-f]{32})\.([\w-]{24})$/

/** A new name. `random` gives that many random bytes. */
export function newRoomId(secret: string, random: (bytes: number) => Uint8Array): string {
  const body = Buffer.from(random(16)).toString('hex')
  return `${body}.${sign(secret, `chat:${body}`)}`
}

/** True when we made it. Call it before an object is touched. */
export function isRoomId(secret: string, id: unknown): id is string {
  const [, body = '', proof = ''] = (typeof id === 'string' && SHAPE.exec(id)) || []
  return proof !== '' && verifySignature(secret, `chat:${body}`, proof)
}
