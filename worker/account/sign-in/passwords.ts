/**
 * Changes a password, by the current one or by a link from a mail. Both end every session and all other access to the account:
 * identities at providers, links sent by mail and an unconfirmed address.
 */
import type { Context } from 'hono'
import { newPasswordMessage } from '../../../schema/identity/sign-in/new-password.ts'
import { USER_MESSAGES, unknownEmailMessage } from '../../../schema/identity/sign-in/user.api.ts'
import { renewCustomerCart } from '../../cart/customer-cart.ts'
import type { AppEnv } from '../../env.ts'
import { endSessionsOf } from '../../identity/session/session.sql.ts'
import {
  findCustomerByEmail,
  findCustomerSecret,
  setPasswordHash,
} from '../../identity/sign-in/customer.sql.ts'
import { confirmMailbox, endEmailConfirmations } from '../../identity/sign-in/email-confirmation.sql.ts'
import { hashPassword } from '../../identity/sign-in/password.ts'
import {
  addPasswordReset,
  endPasswordResets,
  findPasswordReset,
  RESET_LIFE,
  setPasswordByLink,
} from '../../identity/sign-in/password-reset.sql.ts'
import { verifyCurrentPassword } from '../../identity/sign-in/sign-in.ts'
import { resetSignInAttempts } from '../../identity/sign-in/sign-in-rate-limit.ts'
import { removeIdentities } from '../../identity/social/identity.sql.ts'
import { TOO_MANY } from '../../platform/limits/rate-limit.ts'
import { addOutbox, enqueueOutbox } from '../../platform/mail/outbox.sql.ts'
import { describeError } from '../../platform/security/log-redaction.ts'
import { deriveLinkToken, hashToken, newSecretToken } from '../../platform/security/secret-token.ts'

export type PasswordChangeResult =
  | { ok: true; customer: { id: number; email: string; firstname: string } }
  | { ok: false; field: 'oldPassword' | 'password' | null; code: number; message: string }

/** Changes the password by the current one, which counts as an attempt to sign in. */
export async function changePassword(
  c: Context<AppEnv>,
  wanted: { customerId: number; current: string; next: string },
): Promise<PasswordChangeResult> {
  const { customerId, current, next } = wanted
  const { DB, OUTBOX } = c.env
  const customer = await findCustomerSecret(DB, customerId)
  if (!customer) return refuse('oldPassword', 401, USER_MESSAGES.currentPassword)
  if (customer.passwordHash === null) return refuse('oldPassword', 400, USER_MESSAGES.noPassword)
  const check = await verifyCurrentPassword(c, customer, current)
  if (check === 'too-many') return refuse(null, 429, TOO_MANY)
  if (check === 'wrong') return refuse('oldPassword', 401, USER_MESSAGES.currentPassword)
  const weak = newPasswordMessage(next, { email: customer.email, old: current })
  if (weak !== null) return refuse('password', 400, weak)
  const now = Date.now()
  const hash = await hashPassword(next)
  const [, mail] = await DB.batch([
    setPasswordHash(DB, { customerId, hash, now }),
    addOutbox(DB, { kind: 'password-changed', payload: { customerId }, now }),
    ...endAccess(DB, customerId),
  ])
  if (mail) await enqueueOutbox(OUTBOX, [mail])
  await renewCart(c, customerId, now)
  return { ok: true, customer }
}

/**
 * Gives the customer's cart a new id, so that browsers without a session can no longer read it. A failure does not undo the
 * change of the account.
 */
export async function renewCart(c: Context<AppEnv>, customerId: number, now: number): Promise<void> {
  await renewCustomerCart(c.env, c.get('config').cartSecret, customerId, now).catch((error: unknown) =>
    console.error('the cart of a changed account still has its old id', describeError(error)),
  )
}

/**
 * Sends a link to choose a password, unless the customer has the most valid links. Returns false for an unknown address. Call
 * it behind the rate limits of mails.
 */
export async function requestPasswordReset(c: Context<AppEnv>, email: string): Promise<boolean> {
  const { DB, OUTBOX } = c.env
  const customer = await findCustomerByEmail(DB, email)
  if (!customer) return false
  const name = newSecretToken()
  const id = hashToken(deriveLinkToken(c.get('config').sessionSecret, name)) ?? ''
  const now = Date.now()
  const link = { id, customerId: customer.id, now, expiresAt: now + RESET_LIFE }
  const payload = { customerId: customer.id, name }
  const results = await DB.batch([
    addPasswordReset(DB, link),
    addOutbox(DB, { kind: 'reset-password', payload, now }, 'ifChanged'),
  ])
  await enqueueOutbox(OUTBOX, results.slice(1))
  return true
}

/** Sets a password by the token of a link. `email` is checked against the link; `null` skips the check. */
export async function createPassword(
  c: Context<AppEnv>,
  wanted: { token: string; email: string | null; next: string },
): Promise<PasswordChangeResult> {
  const { DB, OUTBOX } = c.env
  const now = Date.now()
  const id = hashToken(wanted.token)
  const link = id === null ? null : await findPasswordReset(DB, id, now)
  if (id === null || !link) return refuse(null, 400, USER_MESSAGES.resetToken)
  const { customerId, email, firstname } = link
  if (wanted.email !== null && wanted.email.trim().toLowerCase() !== email) {
    return refuse(null, 404, unknownEmailMessage(wanted.email))
  }
  const weak = newPasswordMessage(wanted.next, { email })
  if (weak !== null) return refuse('password', 400, weak)
  const hash = await hashPassword(wanted.next)
  const [set, mail] = await DB.batch([
    setPasswordByLink(DB, { id, hash, now }),
    addOutbox(DB, { kind: 'password-changed', payload: { customerId }, now }, 'ifChanged'),
    confirmMailbox(DB, { customerId, email, now }),
    ...endAccess(DB, customerId),
  ])
  // Another request used the link between the read and the batch.
  if (set?.meta.changes !== 1) return refuse(null, 400, USER_MESSAGES.resetToken)
  await resetSignInAttempts(c, email)
  if (mail) await enqueueOutbox(OUTBOX, [mail])
  await renewCart(c, customerId, now)
  return { ok: true, customer: { id: customerId, email, firstname } }
}

function endAccess(db: D1Database, customerId: number): D1PreparedStatement[] {
  return [
    endSessionsOf(db, customerId),
    endPasswordResets(db, customerId),
    removeIdentities(db, customerId),
    endEmailConfirmations(db, customerId),
  ]
}

function refuse(
  field: 'oldPassword' | 'password' | null,
  code: number,
  message: string,
): PasswordChangeResult & { ok: false } {
  return { ok: false, field, code, message }
}
