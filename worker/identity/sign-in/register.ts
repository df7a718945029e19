/** Creates an account: validation, then the row and the welcome mail with its confirmation link in one batch. */
import type { Context } from 'hono'
import {
  type AddressChange,
  CUSTOMER_MESSAGES,
  GROUP_GENERAL,
  profileMessage,
} from '../../../schema/identity/sign-in/customer.ts'
import { WELCOME_TTL_MS } from '../../../schema/identity/sign-in/email-change.ts'
import { newPasswordMessage } from '../../../schema/identity/sign-in/new-password.ts'
import type { AppEnv } from '../../env.ts'
import { addOutbox, enqueueOutbox } from '../../platform/mail/outbox.sql.ts'
import { newConfirmation } from './change-email.ts'
import { insertCustomer, isEmailTaken, replaceAddresses } from './customer.sql.ts'
import { addEmailConfirmation } from './email-confirmation.sql.ts'
import { hashPassword } from './password.ts'

export interface Registration {
  email: string
  firstname: string
  lastname: string
  telephone: string
  /** `null` for a customer who signs in by a provider. */
  password: string | null
  addresses?: readonly AddressChange[]
  /** True when a sign-in provider has confirmed the e-mail address. */
  isConfirmed?: boolean
}

export type Registered =
  | { ok: true; customerId: number }
  | { ok: false; field: 'emailAddress' | 'password' | null; message: string }

/** Creates an account, or returns the first invalid field with its message. */
export async function register(c: Context<AppEnv>, wanted: Registration, now: number): Promise<Registered> {
  const { DB, OUTBOX } = c.env
  const { firstname, lastname, telephone, password, isConfirmed = false } = wanted
  const email = wanted.email.trim().toLowerCase()
  const message = profileMessage({ email, firstname, lastname, telephone })
  if (message !== null) return { ok: false, field: null, message }
  const weak = password === null ? null : newPasswordMessage(password, { email })
  if (weak !== null) return { ok: false, field: 'password', message: weak }
  const passwordHash = password === null ? null : await hashPassword(password)
  const row = {
    email,
    firstname,
    lastname,
    telephone,
    groupId: GROUP_GENERAL,
    passwordHash,
    emailConfirmedAt: isConfirmed ? now : null,
    now,
  }
  const { name, id } = newConfirmation(c.get('config').sessionSecret)
  const link = { id, of: email, email, now, expiresAt: now + WELCOME_TTL_MS }
  try {
    const [added, mail] = await DB.batch<{ id: number }>([
      insertCustomer(DB, row),
      addOutbox(DB, { kind: 'welcome', payload: isConfirmed ? { email } : { email, name }, now }),
      ...(isConfirmed ? [] : [addEmailConfirmation(DB, link)]),
    ])
    const customerId = added?.results[0]?.id
    if (customerId === undefined) throw new Error('a new customer has an id')
    if (mail) await enqueueOutbox(OUTBOX, [mail])
    const { addresses = [] } = wanted
    if (addresses.length > 0) await DB.batch(replaceAddresses(DB, customerId, addresses))
    return { ok: true, customerId }
  } catch (error) {
    if (!isEmailTaken(error)) throw error
    return { ok: false, field: 'emailAddress', message: CUSTOMER_MESSAGES.emailTaken }
  }
}
