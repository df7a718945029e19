/**
 * The token that a mail to the shop has to bring: good for ten minutes and for the network it was given to.
 * It stops nobody who asks for one; who may be written to, and how often, is decided elsewhere.
 */
import { sign, verifySignature } from './signature.ts'

const LIFE_MS = 10 * 60_000

export function createMailToken(secret: string, network: string, now: number): string {
  const expires = now + LIFE_MS
  return `${expires}.${sign(secret, claimOf(network, expires))}`
}

export function verifyMailToken(secret: string, network: string, token: string, now: number): boolean {
  const [, until = '', proof = ''] = /^(\d{1,16})\.([\w-]+)$/.exec(token) ?? []
  return Number(until) > now && verifySignature(secret, claimOf(network, Number(until)), proof)
}

function claimOf(network: string, expires: number): string {
  return `mail-service:${expires}:${network}`
}
