/** What is paid by a pay link (H14p): the total less store credit, or less the return that is exchanged. */
import { exchangeSums } from '../../../schema/orders/returns/exchange.ts'
import type { Cents } from '../../../schema/platform/money.ts'
import { findCredit, readUsableCredit } from '../credit/credit.sql.ts'
import { type Exchange, readExchange } from '../returns/exchange.ts'
import type { CounterDraft } from './counter-draft.sql.ts'
import { type CounterQuote, creditPart, quoteCounterDraft } from './counter-quote.ts'

export interface LinkQuote {
  quote: CounterQuote
  /** What store credit or the return pays, in cents. */
  part: Cents
  /** What is left to pay with money, in cents. */
  due: Cents
  /** The return that pays a part; `null` without one. */
  exchange: Exchange | null
  /** Whether the return of the sale was settled another way, so that the sale cannot be paid. */
  isGone: boolean
}

/** Computes the parts of a sale as they are now: credit that was spent elsewhere meanwhile pays nothing. */
export async function quoteLink(db: D1Database, sale: CounterDraft): Promise<LinkQuote> {
  const [quote, exchange] = await Promise.all([
    quoteCounterDraft(db, sale),
    sale.exchange && readExchange(db, sale.exchange),
  ])
  const total = quote.totals.grandTotal
  const wanted = exchange ? exchangeSums(exchange.value, total).part : creditPart(sale, quote)
  const part = Math.min(wanted, await readUsable(db, sale, exchange))
  const isGone = sale.exchange !== null && (!exchange || part < wanted)
  return { quote, part, due: total - part, exchange, isGone }
}

async function readUsable(db: D1Database, sale: CounterDraft, exchange: Exchange | null): Promise<Cents> {
  // The return is not yet store credit.
  if (exchange && !exchange.isSettled) return exchange.value
  const account = exchange ? (await findCredit(db, exchange.holder))?.account : sale.credit?.account
  return account === undefined ? 0 : readUsableCredit(db, account, sale.orderNumber)
}
