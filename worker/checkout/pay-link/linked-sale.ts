/** The sale of a pay link (H14p). */
import type { Context } from 'hono'
import type { AppEnv } from '../../env.ts'
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
