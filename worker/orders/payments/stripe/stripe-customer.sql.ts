/** The ids of customers at payment providers. */
import { and, eq, sql } from 'drizzle-orm'
import { customer } from '../../../../schema/identity/sign-in/customer.table.ts'
import { customerPaymentAccount } from '../../../../schema/orders/payments/payment-account.table.ts'
import { connect, insertFrom } from '../../../platform/drizzle.sql.ts'

/** Returns the customer's id at Stripe; `null` before the first saved card. */
export async function findStripeCustomer(db: D1Database, customerId: number): Promise<string | null> {
  const { providerRef, provider } = customerPaymentAccount
  const row = await connect(db)
    .select({ ref: providerRef })
    .from(customerPaymentAccount)
    .where(and(eq(customerPaymentAccount.customerId, customerId), eq(provider, 'stripe')))
    .get()
  return row?.ref ?? null
}

/**
 * Saves the customer's id at Stripe unless one is stored, and returns the stored id; `null` when the customer
 * was deleted.
 */
export async function saveStripeCustomer(
  db: D1Database,
  account: { customerId: number; ref: string; now: number },
): Promise<string | null> {
  const { customerId, ref, now } = account
  await connect(db).run(
    insertFrom(
      customerPaymentAccount,
      { customerId: customer.id, provider: 'stripe', providerRef: ref, createdAt: now },
      sql`from ${customer} where ${customer.id} = ${customerId} on conflict do nothing`,
    ),
  )
  return findStripeCustomer(db, customerId)
}
