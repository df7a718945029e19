/** A new account: the rules, the row, and the mail that welcomes, in one batch. */
import { type AddressChange, CUSTOMER_MESSAGES, profileMessage } from '../../schema/domain/customer.ts'
import { newPasswordMessage } from '../../schema/domain/new-password.ts'
import { hashPassword } from '../auth/password.ts'
import { insertCustomer, isEmailTaken, replaceAddresses } from '../db/customer.ts'
import { addOutbox, sendSoon } from '../db/outbox.ts'
import type { Env } from '../env.ts'

/** Group of customers who have registered themselves (spec §6: no call gives another). */
export const GROUP_GENERAL = 1

export interface Registration {
  email: string
  firstname: string
  lastname: string
  telephone: string
  /** `null` for who signs in elsewhere. */
  password: string | null
  /** Instead of the password, where it was hashed and judged before. */
  passwordHash?: string
  addresses?: readonly AddressChange[]
}

export type Registered =
  | { ok: true; customerId: number }
  | { ok: false; field: 'emailAddress' | 'password' | null; message: string }

export async function register(env: Env, wanted: Registration, now: number): Promise<Registered> {
  const { email, firstname, lastname, telephone, password } = wanted
  const message = profileMessage({ email, firstname, lastname, telephone })
  if (message !== null) return { ok: false, field: null, message }
  const weak = password === null ? null : newPasswordMessage(password, { email })
  if (weak !== null) return { ok: false, field: 'password', message: weak }
  const passwordHash = wanted.passwordHash ?? (password === null ? null : await hashPassword(password))
  const row = { email, firstname, lastname, telephone, groupId: GROUP_GENERAL, passwordHash, now }
  try {
    const [added, mail] = await env.DB.batch<{ id: number }>([
      insertCustomer(env.DB, row),
      addOutbox(env.DB, { kind: 'welcome', payload: { email: email.trim().toLowerCase() }, now }),
    ])
    const customerId = added?.results[0]?.id
    if (customerId === undefined) throw new Error('a new customer has an id')
    if (mail) await sendSoon(env.OUTBOX, [mail])
    const { addresses = [] } = wanted
    if (addresses.length > 0) await env.DB.batch(replaceAddresses(env.DB, customerId, addresses))
    return { ok: true, customerId }
  } catch (error) {
    if (!isEmailTaken(error)) throw error
    return { ok: false, field: 'emailAddress', message: CUSTOMER_MESSAGES.emailTaken }
  }
}
