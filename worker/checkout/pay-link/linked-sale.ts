/** The sale of a pay link (H14p), and its payment at a provider. */
import type { Context } from 'hono'
import { PAYER_FIELDS } from '../../../schema/orders/counter/pay-link.ts'
import type { FieldErrors } from '../../../schema/platform/forms/field.ts'
import type { FlashFormState } from '../../../schema/platform/forms/flash-form-state.api.ts'
import type { FormTexts } from '../../../schema/platform/forms/form-texts.ts'
import type { AppEnv, Env } from '../../env.ts'
import {
  type CounterDraft,
  endExpiredDrafts,
  readCounterDraft,
} from '../../orders/counter/counter-draft.sql.ts'
import { verifyPayLink } from '../../orders/counter/pay-signature.ts'

/** Returns the sale of the link in its state of now; `null` for a link that this shop did not make. */
export async function findLinkedSale(c: Context<AppEnv>): Promise<CounterDraft | null> {
  const { sale = '', proof = '' } = c.req.param() as Record<string, string>
  // Checked before the read of D1: a guessed link costs no read and reveals nothing.
  if (!verifyPayLink(c.get('config').cartSecret, Number(sale), proof)) return null
  await endExpiredDrafts(c.env.DB, Date.now())
  return readCounterDraft(c.env.DB, Number(sale))
}

/** Returns the payment of a sale that waits at a provider's page or at a bank; `null` without one. */
export async function findPendingPayment(env: Env, { quoteId, state }: CounterDraft) {
  if (state !== 'ordered') return null
  return (await env.CART.getByName(quoteId).readCheckout()).pending
}

/**
 * Ends the waiting payment of this order; returns whether the sale can be paid another way. The payment of another phone, which has
 * another order, goes on.
 */
export async function cancelPayment(env: Env, sale: CounterDraft, orderNumber: string): Promise<boolean> {
  const pending = await findPendingPayment(env, sale)
  if (pending?.orderNumber !== orderNumber) return sale.state === 'open'
  return env.CART.getByName(sale.quoteId).cancelPendingOrder()
}

/** Returns the message for the page of a pay link, with what was typed. */
export function noticeFlash(
  message: string,
  errors: FieldErrors = {},
  typed: FormTexts = {},
): FlashFormState {
  const fields = Object.fromEntries(PAYER_FIELDS.map((name) => [name, typed[name] ?? '']))
  return { form: 'pay', ok: false, message, errors, fields }
}
