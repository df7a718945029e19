/**
 * The two ceremonies of passkeys (H14): adding one and signing in with one. Each begins with a challenge that the shop stores and the
 * passkey signs; a challenge is used once. The library is loaded by these calls only, so shop pages never pay for it.
 */
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { MINUTE_MS } from '../../../schema/platform/duration.ts'
import {
  addChallenge,
  consumeChallenge,
  findPasskey,
  type Passkey,
  readPasskeys,
  type StaffAccount,
} from './staff-account.sql.ts'

/** How long the ceremony may take. */
const CHALLENGE_MS = 5 * MINUTE_MS

/** The shop as passkeys know it: `host` without port, `origin` with scheme and port. */
export interface RelyingParty {
  name: string
  host: string
  origin: string
}

/** Who adds a passkey. */
export type PasskeyOwner = Pick<StaffAccount, 'id' | 'name' | 'email'>

const load = () => import('@simplewebauthn/server')

/** Begins to add a passkey of `person`; a device that has one of them already refuses. */
export async function beginRegistration(
  db: D1Database,
  { name, host }: RelyingParty,
  person: PasskeyOwner,
  now: number,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await load()
  const known = await readPasskeys(db, person.id)
  const options = await generateRegistrationOptions({
    rpName: name,
    rpID: host,
    userName: person.email,
    userDisplayName: person.name,
    userID: Uint8Array.from(new TextEncoder().encode(`staff:${person.id}`)),
    attestationType: 'none',
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await addChallenge(db, { id: options.challenge, staffId: person.id, expiresAt: now + CHALLENGE_MS })
  return options
}

/** Returns the new passkey of `person`; `null` when the answer is not one to a challenge of theirs. */
export async function finishRegistration(
  db: D1Database,
  { host, origin }: RelyingParty,
  person: PasskeyOwner,
  { response, label, now }: { response: RegistrationResponseJSON; label: string; now: number },
): Promise<Passkey | null> {
  const challenge = readChallenge(response.response.clientDataJSON)
  const known = challenge === null ? null : await consumeChallenge(db, challenge, now)
  if (challenge === null || known?.staffId !== person.id) return null
  const { verifyRegistrationResponse } = await load()
  const result = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: host,
  }).catch(() => null)
  if (!result?.verified) return null
  const { id, publicKey, counter } = result.registrationInfo.credential
  const transports = response.response.transports ?? []
  return { id, staffId: person.id, publicKey: Uint8Array.from(publicKey), counter, transports, label }
}

/** Begins a sign-in; the browser offers the passkeys that it has for this shop. */
export async function beginSignIn(
  db: D1Database,
  { host }: RelyingParty,
  now: number,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await load()
  const options = await generateAuthenticationOptions({ rpID: host, userVerification: 'required' })
  await addChallenge(db, { id: options.challenge, staffId: null, expiresAt: now + CHALLENGE_MS })
  return options
}

/** Returns who has signed in, and the passkey's new counter; `null` for a wrong, repeated or late answer. */
export async function finishSignIn(
  db: D1Database,
  { host, origin }: RelyingParty,
  response: AuthenticationResponseJSON,
  now: number,
): Promise<{ owner: StaffAccount; passkey: Passkey; counter: number } | null> {
  const challenge = readChallenge(response.response.clientDataJSON)
  const begun = challenge === null ? null : await consumeChallenge(db, challenge, now)
  if (challenge === null || begun === null || begun.staffId !== null) return null
  const found = await findPasskey(db, response.id)
  if (!found) return null
  const { passkey, owner } = found
  const { verifyAuthenticationResponse } = await load()
  const result = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: host,
    credential: {
      id: passkey.id,
      publicKey: passkey.publicKey,
      counter: passkey.counter,
      transports: passkey.transports as AuthenticatorTransport[],
    },
  }).catch(() => null)
  return result?.verified ? { owner, passkey, counter: result.authenticationInfo.newCounter } : null
}

/** Reads the challenge that a browser says it signed; the signature is checked later. */
function readChallenge(clientDataJSON: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as {
      challenge?: unknown
    }
    return typeof challenge === 'string' && /^[\w-]{20,200}$/.test(challenge) ? challenge : null
  } catch {
    return null
  }
}
