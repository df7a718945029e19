/** A cart's object reminds of itself: who is written to, and once for each of the configured times (D11). */
import type { Cart } from '../../schema/domain/cart.ts'
import { type Reminded, reminderAddress, reminderDue } from '../../schema/domain/cart-reminder.ts'
import type { CheckoutDraft } from '../../schema/domain/checkout.ts'
import { parseConfig } from '../config.ts'
import { addReminder } from '../db/cart-reminder.ts'
import { readCustomer } from '../db/customer.ts'
import { sendSoon } from '../db/outbox.ts'
import type { ObjectBindings } from './journal-context.ts'

export interface Remindable {
  cart: Cart | null
  draft: CheckoutDraft | null
  reminded: Reminded
}

/** When the object has to wake for the next mail; `null` when there is none to come. Synchronous. */
export function reminderWake(env: object, { cart, draft, reminded }: Remindable): number | null {
  const parsed = parseConfig(env)
  return parsed.ok ? reminderDue(cart, draft, reminded, parsed.config.reminderMinutes) : null
}

/**
 * Sends what is due and gives what is to be remembered. A cart that nobody's address is known for is passed over: the
 * step counts as done. Throws when D1 does not answer; then the step is still to come, and happens once.
 */
export async function remind(env: ObjectBindings, about: Remindable, now: number): Promise<Reminded> {
  const due = reminderWake(env, about)
  const { cart, draft, reminded } = about
  if (due === null || due > now || !cart) return reminded
  const { quoteId, customerId } = cart
  const customer = customerId === null ? null : await readCustomer(env.DB, customerId)
  const email = customer?.email.toLowerCase() ?? reminderAddress(draft)
  if (email !== null) {
    const step = reminded.sent
    await sendSoon(env.OUTBOX, await addReminder(env.DB, { quoteId, step, email, customerId, now }))
  }
  return { sent: reminded.sent + 1 }
}
