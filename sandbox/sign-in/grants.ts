/** Issued codes and tokens. In memory: a sign-in takes seconds, and a restart may interrupt it. */
import type { Person } from './people.ts'

export interface Grant {
  provider: 'google' | 'facebook'
  clientId: string
  redirectUri: string
  /** S256 challenge of the verifier; null at Facebook. */
  challenge: string | null
  nonce: string | null
  person: Person
  /** Milliseconds. */
  expires: number
}

const CODE_MS = 60_000
const grants = new Map<string, Grant>()

export function newCode(grant: Omit<Grant, 'expires'>): string {
  return save('4/', grant, CODE_MS)
}

export function newAccessToken(grant: Omit<Grant, 'expires'>): string {
  return save('ya29.', grant, 3_600_000)
}

/** Returns the grant of a code and deletes the code. */
export function takeCode(code: string): Grant | null {
  const grant = findToken(code)
  grants.delete(code)
  return grant
}

export function findToken(token: string): Grant | null {
  const grant = grants.get(token)
  return grant && grant.expires > Date.now() ? grant : null
}

function save(prefix: string, grant: Omit<Grant, 'expires'>, ms: number): string {
  const name = `${prefix}${crypto.randomUUID().replaceAll('-', '')}`
  grants.set(name, { ...grant, expires: Date.now() + ms })
  return name
}
