/** Customers, their groups and their address books. */
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

export const customerGroup = sqliteTable('customer_group', {
  id: integer('id').primaryKey(),
  code: text('code').notNull(),
  taxClassId: integer('tax_class_id').notNull(),
})

export const customer = sqliteTable(
  'customer',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Lower case. */
    email: text('email').notNull(),
    /** When the customer confirmed the address by a link sent to it; null until then. */
    emailConfirmedAt: integer('email_confirmed_at'),
    firstname: text('firstname').notNull(),
    lastname: text('lastname').notNull(),
    telephone: text('telephone').notNull(),
    groupId: integer('group_id').notNull(),
    /** PHC hash with its parameters; null when the account only signs in by a provider. */
    passwordHash: text('password_hash'),
    companyName: text('company_name'),
    companyEmail: text('company_email'),
    ein: text('ein'),
    isFirstLogin: integer('is_first_login', { mode: 'boolean' }).notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [uniqueIndex('customer_email').on(t.email)],
)

export const customerAddress = sqliteTable(
  'customer_address',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customer.id, { onDelete: 'cascade' }),
    firstname: text('firstname').notNull(),
    lastname: text('lastname').notNull(),
    company: text('company'),
    vatId: text('vat_id'),
    street: text('street').notNull(),
    apartment: text('apartment').notNull(),
    city: text('city').notNull(),
    regionId: integer('region_id').notNull(),
    postcode: text('postcode').notNull(),
    countryId: text('country_id').notNull(),
    telephone: text('telephone').notNull(),
    defaultShipping: integer('default_shipping', { mode: 'boolean' }).notNull(),
    defaultBilling: integer('default_billing', { mode: 'boolean' }).notNull(),
  },
  (t) => [index('customer_address_customer').on(t.customerId)],
)
