/**
 * Signs in by an identity at a provider, to the account connected with it or to a new one. When another account has the
 * e-mail address, its owner first signs in with the password, and then the identity is connected.
 */
import type { Context } from 'hono'
import { jwtVerify, SignJWT } from 'jose'
import { PROVIDER_NAMES } from '../../../schema/identity/sign-in/sign-in.api.ts'
import type { AppEnv } from '../../env.ts'
import { type CustomerSecret, findCustomerByEmail, findCustomerSecret } from '../sign-in/customer.sql.ts'
import { confirmMailbox } from '../sign-in/email-confirmation.sql.ts'
import { register } from '../sign-in/register.ts'
import { addIdentity, findCustomerByIdentity } from './identity.sql.ts'
import type { Identity } from './identity.ts'
import { setPendingIdentity, takePendingIdentity } from './social-cookie.ts'

export type SocialOutcome =
  | { ok: true; customer: CustomerSecret }
  | { ok: false; hasExistingAccount: boolean; email: string; message: string }

/** Returns the customer of an identity; creates an account for a new address. */
export async function signInWithIdentity(c: Context<AppEnv>, identity: Identity): Promise<SocialOutcome> {
  const { DB } = c.env
  const known = await findCustomerByIdentity(DB, identity)
  if (known) return { ok: true, customer: known }
  const name = PROVIDER_NAMES[identity.provider]
  const { email } = identity
  if (email === null) {
    const message = `${name} didn’t give us a confirmed email address. Please sign up with yours.`
    return { ok: false, hasExistingAccount: false, email: '', message }
  }
  if (await findCustomerByEmail(DB, email)) {
    const message = `There’s already an account with this email address. Sign in to it once, and ${name} will open it from then on.`
    return { ok: false, hasExistingAccount: true, email, message }
  }
  const now = Date.now()
  const wanted = { ...namesOf(identity), email, telephone: '', password: null, isConfirmed: true }
  const created = await register(c, wanted, now)
  if (!created.ok) {
    const { field, message } = created
    return { ok: false, hasExistingAccount: field === 'emailAddress', email, message }
  }
  const { customerId } = created
  await addIdentity(DB, { ...identity, email, customerId, now }).run()
  const customer = await findCustomerSecret(DB, customerId)
  if (!customer) throw new Error('a new customer can be read')
  return { ok: true, customer }
}

/** Returns the names of an identity without the characters that the shop's forms refuse. */
function namesOf({ firstname, lastname }: Identity): { firstname: string; lastname: string } {
  const letters = (text: string) =>
    text
      .replace(/[^\p{L}\p{M} .'’-]/gu, '')
      .trim()
      .slice(0, 60)
  return { firstname: letters(firstname) || 'Customer', lastname: letters(lastname) || '-' }
}

const AUDIENCE = 'waiting-identity'

/** Stores an identity in a cookie until the owner of the existing account has signed in. */
export async function storePendingIdentity(
  c: Context<AppEnv>,
  { provider, subject, email }: Identity,
): Promise<void> {
  const token = await new SignJWT({ provider, email })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(subject)
    .setAudience(AUDIENCE)
    .setExpirationTime('10m')
    .sign(keyOf(c))
  setPendingIdentity(c, token)
}

/** Connects the pending identity of this browser after a sign-in, if it has the e-mail address of the account. */
export async function linkPendingIdentity(c: Context<AppEnv>, customer: CustomerSecret): Promise<void> {
  const token = takePendingIdentity(c)
  if (token === null) return
  const verified = await jwtVerify(token, keyOf(c), {
    algorithms: ['HS256'],
    audience: AUDIENCE,
  }).catch(() => null)
  const { provider, email, sub: subject } = verified?.payload ?? {}
  if ((provider !== 'google' && provider !== 'facebook') || subject === undefined) return
  if (email !== customer.email) return
  const { DB } = c.env
  const mailbox = { customerId: customer.id, email: customer.email, now: Date.now() }
  await DB.batch([addIdentity(DB, { provider, subject, ...mailbox }), confirmMailbox(DB, mailbox)])
}

function keyOf(c: Context<AppEnv>): Uint8Array {
  return new TextEncoder().encode(`waiting-identity:${c.get('config').sessionSecret}`)
}
