/** The checkout draft: the fields that a shopper submitted in plain forms, stored with the cart. */
import type { CheckoutDraft } from '../../schema/checkout/checkout.ts'
import type { Env } from '../env.ts'

/** Stores the draft and the time of its change. */
export async function saveDraft(env: Env, quoteId: string, draft: CheckoutDraft, now: number): Promise<void> {
  await env.CART.getByName(quoteId).saveDraft({ ...draft, modifiedAt: now })
}
