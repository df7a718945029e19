/** What providers of payments call our customers. */

/** The customer's id at Stripe; `null` while no card was ever saved. */
export async function findStripeCustomer(db: D1Database, customerId: number): Promise<string | null> {
  const row = await db
    .prepare(
      "SELECT provider_ref AS ref FROM customer_payment_account WHERE customer_id = ?1 AND provider = 'stripe'",
    )
    .bind(customerId)
    .first<{ ref: string }>()
  return row?.ref ?? null
}

/**
 * Writes down what Stripe calls this customer, and gives what is known by now: the first id that was written stands.
 * `null` when there is no such customer any more.
 */
export async function saveStripeCustomer(
  db: D1Database,
  account: { customerId: number; ref: string; now: number },
): Promise<string | null> {
  const { customerId, ref, now } = account
  await db
    .prepare(
      `INSERT INTO customer_payment_account (customer_id, provider, provider_ref, created_at)
       SELECT id, 'stripe', ?2, ?3 FROM customer WHERE id = ?1
       ON CONFLICT (customer_id, provider) DO NOTHING`,
    )
    .bind(customerId, ref, now)
    .run()
  return findStripeCustomer(db, customerId)
}
