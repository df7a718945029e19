/**
 * An identity at a provider becomes a customer: its own account, or a new one. An account that already has its address
 * is not opened by it: its owner signs in first, and then the two are connected.
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

/** The outcome of a social sign-in; a refusal says whether the address has an account. */
export async function signInWithIdentity(c: Context<AppEnv>, identity: Identity): Promise<SocialOutcome> {
  const { DB } = c.env
  const known = await findCustomerByIdentity(DB, identity)
  if (known) return { ok: true, customer: known }
  const name = PROVIDER_NAMES[identity.provider]
  const { email } = identity
  if (email === null) {
    const message = `${name} gave us no confirmed e-mail address. Please register with yours.`
    return { ok: false, hasExistingAccount: false, email: '', message }
  }
  if (await findCustomerByEmail(DB, email)) {
    const message = `There is an account with this e-mail address already. Sign in to it once, and ${name} opens it from then on.`
    return { ok: false, hasExistingAccount: true, email, message }
  }
  const now = Date.now()
  const wanted = { ...namesOf(identity), email, telephone: '', password: null, isConfirmed: true }
  const made = await register(c, wanted, now)
  if (!made.ok)
    return { ok: false, hasExistingAccount: made.field === 'emailAddress', email, message: made.message }
  await addIdentity(DB, { ...identity, email, customerId: made.customerId, now }).run()
  const customer = await findCustomerSecret(DB, made.customerId)
  if (!customer) throw new Error('a new customer can be read')
  return { ok: true, customer }
}

/** Names of providers may hold what a form would not take. */
function namesOf({ firstname, lastname }: Identity): { firstname: string; lastname: string } {
  const letters = (text: string) =>
    text
      .replace(/[^\p{L}\p{M} .'’-]/gu, '')
      .trim()
      .slice(0, 60)
  return { firstname: letters(firstname) || 'Customer', lastname: letters(lastname) || '-' }
}

const AUDIENCE = 'waiting-identity'

/** Remembers in this browser who came back, until the account's owner has signed in. */
export async function storePendingIdentity(
  c: Context<AppEnv>,
  { provider, subject, email }: Identity,
): Promise<void> {
  const proof = await new SignJWT({ provider, email })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(subject)
    .setAudience(AUDIENCE)
    .setExpirationTime('10m')
    .sign(keyOf(c))
  setPendingIdentity(c, proof)
}

/** After a sign-in: connects the identity that waits in this browser, if it has this account's address. */
export async function linkPendingIdentity(c: Context<AppEnv>, customer: CustomerSecret): Promise<void> {
  const proof = takePendingIdentity(c)
  if (proof === null) return
  const verified = await jwtVerify(proof, keyOf(c), {
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
