/** Google's signature, with a key that is created at the start and published like Google's. */
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import type { Grant } from './grants.ts'

interface Keys {
  kid: string
  privateKey: CryptoKey
  jwk: JWK
}

let keys: Promise<Keys> | null = null

function openKeys(): Promise<Keys> {
  keys ??= createKeys()
  return keys
}

async function createKeys(): Promise<Keys> {
  const kid = crypto.randomUUID()
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }
  return { kid, privateKey, jwk }
}

export async function publishedKeys(): Promise<{ keys: JWK[] }> {
  return { keys: [(await openKeys()).jwk] }
}

export async function idTokenOf(grant: Grant, issuer: string): Promise<string> {
  const { kid, privateKey } = await openKeys()
  const { id, email, verified, firstName, lastName } = grant.person
  return new SignJWT({
    ...(email ? { email, email_verified: verified } : {}),
    name: `${firstName} ${lastName}`,
    given_name: firstName,
    family_name: lastName,
    ...(grant.nonce ? { nonce: grant.nonce } : {}),
  })
    .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(grant.clientId)
    .setSubject(id)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(privateKey)
}
