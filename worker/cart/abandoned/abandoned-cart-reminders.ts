/** A cart's object reminds of itself: who is written to, and once for each of the configured times (D11). */
import {
  type ReminderDraft,
  type ReminderState,
  reminderDue,
  reminderEmail,
} from '../../../schema/cart/abandoned/abandoned-cart.ts'
import type { Cart } from '../../../schema/cart/cart.ts'
import { parseConfig } from '../../config.ts'
import type { ObjectBindings } from '../../env.ts'
import { readCustomer } from '../../identity/sign-in/customer.sql.ts'
import { enqueueOutbox } from '../../platform/mail/outbox.sql.ts'
import { describeError } from '../../platform/security/log-redaction.ts'
import { addReminder } from './cart-reminder.sql.ts'

/** Until a reminder that could not be written down is tried again. */
const AGAIN_MS = 5 * 60_000

export interface ReminderContext {
  cart: Cart | null
  draft: ReminderDraft | null
  reminded: ReminderState
}

/** When the object has to wake for the next mail; `null` when there is none to come. Synchronous. */
export function nextReminderAt(env: object, { cart, draft, reminded }: ReminderContext): number | null {
  const parsed = parseConfig(env)
  return parsed.ok ? reminderDue(cart, draft, reminded, parsed.config.reminderMinutes) : null
}

/** Milliseconds until a new cart looks whether it was left; what came in between moves that on, not each change. */
export function firstReminder(env: object): number | null {
  const parsed = parseConfig(env)
  const [minutes] = parsed.ok ? parsed.config.reminderMinutes : []
  return minutes === undefined ? null : minutes * 60_000
}

/**
 * Sends what is due and gives `keep` what is to be remembered. The next try is written down before this one: D1 may be
 * away, and an alarm of the past would ring at once, again and again. Then the step is still to come, and happens once.
 */
export async function sendDueReminder(
  env: ObjectBindings,
  about: ReminderContext,
  now: number,
  keep: (reminded: ReminderState) => void,
): Promise<void> {
  const due = nextReminderAt(env, about)
  if (due === null || due > now) return
  keep({ ...about.reminded, notBefore: now + AGAIN_MS })
  try {
    await send(env, about, now)
    keep({ sent: about.reminded.sent + 1 })
  } catch (error) {
    console.error('a reminder', describeError(error))
  }
}

/** A cart that nobody's address is known for is passed over: the step counts as done. */
async function send(env: ObjectBindings, about: ReminderContext, now: number): Promise<void> {
  const { cart, draft, reminded } = about
  if (!cart) return
  const { quoteId, customerId } = cart
  const customer = customerId === null ? null : await readCustomer(env.DB, customerId)
  const email = customer?.email.toLowerCase() ?? reminderEmail(draft)
  if (email === null) return
  const step = reminded.sent
  await enqueueOutbox(env.OUTBOX, await addReminder(env.DB, { quoteId, step, email, customerId, now }))
}
