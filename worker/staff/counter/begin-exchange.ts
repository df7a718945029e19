/** Begins the sale of an exchange (H14r): the first of the other tires is held, and the return pays a part. */
import type { CounterExchange } from '../../../schema/orders/counter/counter-draft.ts'
import { counterDemand } from '../../../schema/orders/counter/counter-draft.ts'
import { EXCHANGE_MESSAGES } from '../../../schema/orders/returns/exchange.ts'
import { staffPaths } from '../../../schema/paths.ts'
import { saleHref } from '../../../schema/staff/counter/counter-paths.ts'
import { endExpiredDrafts } from '../../orders/counter/counter-draft.sql.ts'
import { readExchange } from '../../orders/returns/exchange.ts'
import type { CounterAnswer, CounterContext } from './counter-actions.ts'
import { beginDraft } from './counter-change.sql.ts'
import { readBuyer } from './find-buyer.ts'
import { findCounterLine } from './find-line.ts'
import { formatHolder } from './format-holder.ts'
import { findHolder } from './holders.sql.ts'

/** Holds the scanned tire for the buyer of the return. A return is in one sale at most. */
export async function beginExchange(
  { db, staff, now }: CounterContext,
  { exchange, code, key }: { exchange: CounterExchange; code: string; key: string },
): Promise<CounterAnswer> {
  await endExpiredDrafts(db, now)
  const refuse = (message: string): CounterAnswer => ({ ok: false, message, to: staffPaths.sell })
  const [found, known, buyer] = await Promise.all([
    findCounterLine(db, code, now),
    readExchange(db, exchange),
    readBuyer(db, exchange.orderNumber),
  ])
  if (!known || known.isSettled) return refuse(EXCHANGE_MESSAGES.gone)
  if (!found.ok) return refuse(found.message)
  const { line } = found
  const sale = { line, staffId: staff.staffId, key, now, exchange, buyer }
  const begun = await beginDraft(db, sale)
  if (begun === 'exchanged') return refuse(EXCHANGE_MESSAGES.open)
  if (begun === null) {
    const holder = await findHolder(db, Object.keys(counterDemand([line])), now)
    return refuse(formatHolder(line.sku, holder))
  }
  return { ok: true, message: `${line.sku} is held.`, to: saleHref(begun) }
}
