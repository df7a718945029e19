/** Store credit (H14u). Triggers see to it that rows of `credit_entry` stay and that no balance is below zero. Amounts in cents. */
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { CreditKind } from './credit.ts'

export const creditAccount = sqliteTable(
  'credit_account',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** The owner's email address, or the order number of a buyer who gave none; null once the owner's data was erased. */
    holder: text('holder'),
    createdAt: integer('created_at').notNull(),
    /** When cron looks at the account next; null while nothing expires. */
    checkAt: integer('check_at'),
    /** 30 days after the last email, which named all credit of its time that expires until then; 0 before the first. */
    noticedUntil: integer('noticed_until').notNull().default(0),
  },
  (t) => [
    uniqueIndex('credit_account_holder').on(t.holder),
    index('credit_account_check').on(t.checkAt).where(sql`check_at is not null`),
  ],
)

export const creditEntry = sqliteTable(
  'credit_entry',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    accountId: integer('account_id')
      .notNull()
      .references(() => creditAccount.id),
    /** Above zero for credit that was given, below for credit that was spent. */
    amount: integer('amount').notNull(),
    kind: text('kind').$type<CreditKind>().notNull(),
    why: text('why').notNull().default(''),
    orderNumber: text('order_number'),
    /** The actor, as in the history of an order: `staff:17`, `shop`. */
    madeBy: text('made_by').notNull(),
    /** Names the entry, so that a repeated request adds it once. */
    key: text('key').notNull(),
    at: integer('at').notNull(),
    /** The expiry that was promised with the entry; null for credit that never expires. */
    expiresAt: integer('ends_at'),
  },
  (t) => [
    uniqueIndex('credit_entry_key').on(t.key),
    index('credit_entry_account').on(t.accountId),
    index('credit_entry_order').on(t.orderNumber).where(sql`order_number is not null`),
    index('credit_entry_made').on(t.madeBy, t.at),
  ],
)
