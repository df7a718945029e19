/** Pays a sale of the counter by card, as its link does. */
import { env } from 'cloudflare:workers'
import {
  type PlacementHarness,
  placeTestOrder,
} from '../../../checkout/placement/testing/order-placement.harness.ts'
import { readCounterDraft } from '../../../orders/counter/counter-draft.sql.ts'
import { billedParty, quoteCounterDraft, toCounterOrder } from '../../../orders/counter/counter-quote.ts'

export async function payDraft(sale: number, harness: PlacementHarness) {
  const draft = await readCounterDraft(env.DB, sale)
  if (!draft) throw new Error('no sale')
  const quote = await quoteCounterDraft(env.DB, draft)
  const request = toCounterOrder(draft, quote, {
    billing: { ...billedParty(draft.buyer, quote.store), email: 'ada@example.com' },
    ...{ shipping: null, paymentMethod: 'stripe', confirmationToken: 'ctoken_ok', handedOverBy: null },
  })
  return placeTestOrder(draft.quoteId, harness, request)
}
