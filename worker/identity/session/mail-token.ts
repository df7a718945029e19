/**
 * The token that a request for a mail to the shop must carry: valid for ten minutes and for one network. Any client can
 * request one; the allowed recipients and the rate limit are checked elsewhere.
 */
import { sign, verifySignature } from './signature.ts'

const LIFE_MS = 10 * 60_000

/** Creates the token for a network. */
export function createMailToken(secret: string, network: string, now: number): string {
  const expires = now + LIFE_MS
  return `${expires}.${sign(secret, toClaim(network, expires))}`
}

/** Returns whether the token is signed for this network and has not expired. */
export function verifyMailToken(secret: string, network: string, token: string, now: number): boolean {
  const [, until = '', signature = ''] = /^(\d{1,16})\.([\w-]+)$/.exec(token) ?? []
  return Number(until) > now && verifySignature(secret, toClaim(network, Number(until)), signature)
}

function toClaim(network: string, expires: number): string {
  return `mail-service:${expires}:${network}`
}
