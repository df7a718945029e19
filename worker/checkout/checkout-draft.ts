/** What a shopper has filled in by plain forms, kept with the cart (spec §4 "Checkout"). */
import type { CheckoutDraft } from '../../schema/checkout/checkout.ts'
import type { Env } from '../env.ts'

/** Keeps the draft and marks when it was touched. */
export async function saveDraft(env: Env, quoteId: string, draft: CheckoutDraft, now: number): Promise<void> {
  await env.CART.getByName(quoteId).saveDraft({ ...draft, modifiedAt: now })
}
