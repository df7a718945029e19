/** Names of conversations, which only this shop can create. A name grants access to its conversation. */
import { sign, verifySignature } from '../../identity/session/signature.ts'

const FORMAT = /^([0-9a-f]{32})\.([\w-]{24})$/

/** Returns a new name. `random` returns the requested number of random bytes. */
export function newConversationId(secret: string, random: (bytes: number) => Uint8Array): string {
  const body = Buffer.from(random(16)).toString('hex')
  return `${body}.${sign(secret, `chat:${body}`)}`
}

/** Returns whether the shop created this name. Call it before using an object. */
export function isConversationId(secret: string, id: unknown): id is string {
  const [, body = '', signature = ''] = (typeof id === 'string' && FORMAT.exec(id)) || []
  return signature !== '' && verifySignature(secret, `chat:${body}`, signature)
}
