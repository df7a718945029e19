/**
 * Changes the e-mail address of an account: the customer requests it, the same batch notifies the old mailbox, and a link
 * sent to the new mailbox confirms it.
 */
import type { Context } from 'hono'
import { ACCOUNT_MESSAGES } from '../../../schema/identity/sign-in/account-form.api.ts'
import { CUSTOMER_MESSAGES, type Customer } from '../../../schema/identity/sign-in/customer.ts'
import {
  EMAIL_CHANGE_MESSAGES,
  EMAIL_CHANGE_TTL_MS,
  isFreshSignIn,
} from '../../../schema/identity/sign-in/email-change.ts'
import { USER_MESSAGES } from '../../../schema/identity/sign-in/user.api.ts'
import type { AppEnv, Env } from '../../env.ts'
import { isMailboxOverLimit, isRateLimited, TOO_MANY } from '../../platform/limits/rate-limit.ts'
import { addOutbox, enqueueOutbox } from '../../platform/mail/outbox.sql.ts'
import { deriveLinkToken, hashToken, newSecretToken } from '../../platform/security/secret-token.ts'
import type { CustomerSession } from '../session/current-customer.ts'
import { endSessionsOf } from '../session/session.sql.ts'
import { removeIdentities } from '../social/identity.sql.ts'
import { findCustomerByEmail, findCustomerSecret, isEmailTaken } from './customer.sql.ts'
import {
  addEmailConfirmation,
  confirmMailbox,
  endEmailConfirmations,
  findEmailConfirmation,
  setEmailByLink,
} from './email-confirmation.sql.ts'
import { endPasswordResets } from './password-reset.sql.ts'
import { verifyCurrentPassword } from './sign-in.ts'

/** The session that requests the change, and the typed password; empty without one. */
export interface EmailChangeRequester {
  who: CustomerSession
  password: string
}

export interface EmailRefusal {
  ok: false
  code: 400 | 401 | 429
  message: string
  field?: 'emailAddress' | 'currentPassword'
}

/** Returns why the account may not get the new address; `null` when the confirmation may be sent. */
export async function refuseEmail(
  c: Context<AppEnv>,
  customer: Customer,
  { email, ...requester }: EmailChangeRequester & { email: string },
  now: number,
): Promise<EmailRefusal | null> {
  const refusal = await refuseRequester(c, customer, requester, now)
  if (refusal) return refusal
  const tooOften =
    (await isRateLimited(c, 'MAIL_LIMIT', 'email-change', String(customer.id))) ||
    (await isMailboxOverLimit(c, 'email-change-to', email))
  if (tooOften) return { ok: false, code: 429, message: TOO_MANY }
  if (!(await findCustomerByEmail(c.env.DB, email))) return null
  return { ok: false, code: 400, message: CUSTOMER_MESSAGES.emailTaken, field: 'emailAddress' }
}

/** Requires the password or a recent sign-in, because a stolen session must not change the address. */
async function refuseRequester(
  c: Context<AppEnv>,
  customer: Customer,
  { who, password }: EmailChangeRequester,
  now: number,
): Promise<EmailRefusal | null> {
  if (password !== '' && customer.hasPassword) {
    if (await isRateLimited(c, 'SIGN_IN_LIMIT', 'sign-in')) return { ok: false, code: 429, message: TOO_MANY }
    const secret = await findCustomerSecret(c.env.DB, customer.id)
    const check = secret ? await verifyCurrentPassword(c, secret, password) : 'wrong'
    if (check === 'right') return null
    if (check === 'too-many') return { ok: false, code: 429, message: TOO_MANY }
    return { ok: false, code: 401, message: USER_MESSAGES.currentPassword, field: 'currentPassword' }
  }
  if (isFreshSignIn(who.signedInAt, now)) return null
  return customer.hasPassword && who.kind === 'page'
    ? { ok: false, code: 401, message: EMAIL_CHANGE_MESSAGES.needsPassword, field: 'currentPassword' }
    : { ok: false, code: 401, message: EMAIL_CHANGE_MESSAGES.needsSignIn, field: 'emailAddress' }
}

/** Returns the statements that send the link to the new mailbox and notify the old one, mails first; for one batch. */
export function requestEmailConfirmation(
  c: Context<AppEnv>,
  customer: { id: number; email: string },
  email: string,
  now: number,
): D1PreparedStatement[] {
  const { DB } = c.env
  const link = newConfirmation(c.get('config').sessionSecret)
  const expiresAt = now + EMAIL_CHANGE_TTL_MS
  return [
    addOutbox(DB, { kind: 'email-change-asked', payload: mailPayload(customer), now }),
    addOutbox(DB, { kind: 'confirm-email', payload: { customerId: customer.id, name: link.name }, now }),
    addEmailConfirmation(DB, { id: link.id, of: customer.email, email, now, expiresAt }),
  ]
}

/** Creates a link to confirm a mailbox: `name` is stored in the outbox, `id` is the key of the link's row. */
export function newConfirmation(sessionSecret: string): { name: string; id: string } {
  const name = newSecretToken()
  return { name, id: hashToken(deriveLinkToken(sessionSecret, name)) ?? '' }
}

export type EmailConfirmationResult =
  | { ok: true; customerId: number; email: string; moved: boolean; hasPassword: boolean }
  | { ok: false; message: string }

/**
 * Confirms the address of a link. A new address ends every access to the account except its password: sessions, links sent by
 * mail and identities at providers.
 */
export async function confirmEmail(env: Env, token: string, now: number): Promise<EmailConfirmationResult> {
  const { DB, OUTBOX } = env
  const id = hashToken(token)
  const link = id === null ? null : await findEmailConfirmation(DB, id, now)
  if (id === null || !link) return { ok: false, message: ACCOUNT_MESSAGES.linkOver }
  const { customerId, email, before, hasPassword } = link
  if (email === before) {
    await DB.batch([confirmMailbox(DB, { customerId, email, now }), endEmailConfirmations(DB, customerId)])
    return { ok: true, customerId, email, moved: false, hasPassword }
  }
  try {
    const [set, mail] = await DB.batch([
      setEmailByLink(DB, { id, now }),
      addOutbox(
        DB,
        { kind: 'email-changed', payload: mailPayload({ id: customerId, email: before }), now },
        'ifChanged',
      ),
      endSessionsOf(DB, customerId),
      endPasswordResets(DB, customerId),
      removeIdentities(DB, customerId),
      endEmailConfirmations(DB, customerId),
    ])
    // Another request used the link between the read and the batch.
    if (set?.meta.changes !== 1) return { ok: false, message: ACCOUNT_MESSAGES.linkOver }
    if (mail) await enqueueOutbox(OUTBOX, [mail])
    return { ok: true, customerId, email, moved: true, hasPassword }
  } catch (error) {
    if (!isEmailTaken(error)) throw error
    return { ok: false, message: CUSTOMER_MESSAGES.emailTaken }
  }
}

function mailPayload({ id, email }: { id: number; email: string }) {
  return { customerId: id, before: email }
}
