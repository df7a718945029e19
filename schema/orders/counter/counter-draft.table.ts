/** Sales at the counter before they are paid (H14p); triggers hold the tires of open ones. */
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Totals } from '../../cart/totals/totals.ts'
import type { CreditPayment } from '../credit/credit.ts'
import type {
  CounterBuyer,
  CounterDiscount,
  CounterExchange,
  CounterLine,
  CounterPayment,
  CounterState,
  CounterWay,
} from './counter-draft.ts'

export const counterDraft = sqliteTable(
  'counter_draft',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** The cart object that places the order of this draft. */
    quoteId: text('quote_id').notNull(),
    state: text('state').$type<CounterState>().notNull().default('open'),
    /** Rises with every change. */
    version: integer('version').notNull().default(1),
    /** Who began it. */
    staffId: integer('staff_id').notNull(),
    createdAt: integer('created_at').notNull(),
    holdUntil: integer('hold_until').notNull(),
    lines: text('lines', { mode: 'json' }).$type<CounterLine[]>().notNull().default([]),
    /** Tires by stock pool that the lines need; an open draft holds them. */
    demand: text('demand', { mode: 'json' }).$type<Record<string, number>>().notNull().default({}),
    way: text('way').$type<CounterWay>().notNull().default('pickup'),
    buyer: text('buyer', { mode: 'json' }).$type<CounterBuyer>(),
    discount: text('discount', { mode: 'json' }).$type<CounterDiscount>(),
    payment: text('payment', { mode: 'json' }).$type<CounterPayment>(),
    /** Set for the difference of an edited order, which no other lines would cost. */
    totals: text('totals', { mode: 'json' }).$type<Totals>(),
    /** The account that pays a part, and the most that it pays (H14u). */
    credit: text('credit', { mode: 'json' }).$type<CreditPayment>(),
    /** The return that is exchanged for this sale (H14r). */
    exchange: text('exchange', { mode: 'json' }).$type<CounterExchange>(),
    /** Its order, also one that waits for its payment or that was canceled. */
    orderNumber: text('order_number'),
    /** Keys of the request that began it and of its last one, so that a repeated request changes nothing. */
    firstKey: text('first_key').notNull(),
    lastKey: text('last_key').notNull(),
  },
  (t) => [
    uniqueIndex('counter_draft_quote').on(t.quoteId),
    uniqueIndex('counter_draft_first_key').on(t.firstKey),
    uniqueIndex('counter_draft_exchange')
      .on(t.exchange)
      .where(sql`state in ('open', 'ordered') and exchange is not null`),
    index('counter_draft_open').on(t.holdUntil).where(sql`state = 'open'`),
    index('counter_draft_created').on(t.createdAt),
  ],
)
