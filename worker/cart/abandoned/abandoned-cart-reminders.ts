/** The reminders that a cart object sends about its abandoned cart, one for each of the configured times (D11). */
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

/** Milliseconds after which a reminder that could not be stored is tried again. */
const RETRY_MS = 5 * 60_000

export interface ReminderContext {
  cart: Cart | null
  draft: ReminderDraft | null
  reminded: ReminderState
}

/** Returns when the object must send the next reminder, or `null` when none is left. Synchronous. */
export function nextReminderAt(env: object, { cart, draft, reminded }: ReminderContext): number | null {
  const parsed = parseConfig(env)
  return parsed.ok ? reminderDue(cart, draft, reminded, parsed.config.reminderMinutes) : null
}

/**
 * Returns the milliseconds until a new cart checks whether it was abandoned, or `null` without reminders. The alarm
 * postpones the check when the cart was changed, so that not every change must set the alarm.
 */
export function firstReminderDelay(env: object): number | null {
  const parsed = parseConfig(env)
  const [minutes] = parsed.ok ? parsed.config.reminderMinutes : []
  return minutes === undefined ? null : minutes * 60_000
}

/**
 * Sends the reminder that is due and passes the new state to `save`. The time of the next attempt is saved before this
 * attempt: if D1 does not answer, an alarm in the past would otherwise fire again at once. Each step is sent once.
 */
export async function sendDueReminder(
  env: ObjectBindings,
  context: ReminderContext,
  now: number,
  save: (reminded: ReminderState) => void,
): Promise<void> {
  const due = nextReminderAt(env, context)
  if (due === null || due > now) return
  save({ ...context.reminded, notBefore: now + RETRY_MS })
  try {
    await send(env, context, now)
    save({ sent: context.reminded.sent + 1 })
  } catch (error) {
    console.error('sending a reminder failed', describeError(error))
  }
}

/** Sends one reminder. A cart without a known e-mail address is skipped, and its step counts as done. */
async function send(
  env: ObjectBindings,
  { cart, draft, reminded }: ReminderContext,
  now: number,
): Promise<void> {
  if (!cart) return
  const { quoteId, customerId } = cart
  const customer = customerId === null ? null : await readCustomer(env.DB, customerId)
  const email = customer?.email.toLowerCase() ?? reminderEmail(draft)
  if (email === null) return
  const step = reminded.sent
  await enqueueOutbox(env.OUTBOX, await addReminder(env.DB, { quoteId, step, email, customerId, now }))
}
