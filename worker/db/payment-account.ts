/** What providers of payments call our customers. */

/** The customer's id at Stripe; `null` while no card was ever kept. */
export async function findStripeCustomer(db: D1Database, customerId: number): Promise<string | null> {
  const row = await db
    .prepare(
      "SELECT provider_ref AS ref FROM customer_payment_account WHERE customer_id = ?1 AND provider = 'stripe'",
    )
    .bind(customerId)
    .first<{ ref: string }>()
  return row?.ref ?? null
}
