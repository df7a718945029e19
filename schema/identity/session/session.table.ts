/** Sessions, links sent by mail, identities at sign-in providers, staff and the carts of customers. */
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { customer } from '../sign-in/customer.table.ts'

const customerId = () =>
  integer('customer_id')
    .notNull()
    .references(() => customer.id, { onDelete: 'cascade' })

export const customerSession = sqliteTable(
  'customer_session',
  {
    /** SHA-256 of the cookie or the refresh token, in hex. */
    id: text('id').primaryKey(),
    customerId: customerId(),
    /** `page`: the secret is the shop's cookie. `wire`: the secret is a refresh token of the API. */
    kind: text('kind').$type<'page' | 'wire'>().notNull(),
    /** Hash of the user agent without version numbers. */
    agent: text('agent').notNull(),
    /** Hash of the last network of the session. */
    network: text('network').notNull(),
    createdAt: integer('created_at').notNull(),
    seenAt: integer('seen_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [
    index('customer_session_customer').on(t.customerId),
    index('customer_session_expires').on(t.expiresAt),
  ],
)

export const passwordReset = sqliteTable(
  'password_reset',
  {
    /** SHA-256 of the token in the link, in hex. */
    id: text('id').primaryKey(),
    customerId: customerId(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [index('password_reset_customer').on(t.customerId)],
)

/** An unconfirmed e-mail address of an account, until the customer uses the link sent to it. */
export const emailConfirmation = sqliteTable(
  'email_confirmation',
  {
    /** SHA-256 of the token in the link, in hex. */
    id: text('id').primaryKey(),
    customerId: customerId(),
    /** Lower case. */
    email: text('email').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [uniqueIndex('email_confirmation_customer').on(t.customerId)],
)

export const customerIdentity = sqliteTable(
  'customer_identity',
  {
    provider: text('provider').$type<'google' | 'facebook'>().notNull(),
    /** The provider's id of the person. */
    subject: text('subject').notNull(),
    customerId: customerId(),
    email: text('email').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.subject] }),
    index('customer_identity_customer').on(t.customerId),
  ],
)

export const customerCart = sqliteTable(
  'customer_cart',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    customerId: customerId(),
    quoteId: text('quote_id').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('customer_cart_customer').on(t.customerId),
    uniqueIndex('customer_cart_quote').on(t.quoteId),
  ],
)
