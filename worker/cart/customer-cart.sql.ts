/**
 * A customer's own cart: which quote it is, and its number in the API. The number is 48 random bits, because an order
 * of the API names nothing else.
 */

export interface CustomerCart {
  id: number
  customerId: number
  quoteId: string
}

const COLUMNS = 'SELECT id, customer_id AS customerId, quote_id AS quoteId FROM customer_cart'

export function findCustomerCart(db: D1Database, customerId: number): Promise<CustomerCart | null> {
  return db.prepare(`${COLUMNS} WHERE customer_id = ?1`).bind(customerId).first<CustomerCart>()
}

export function findCartByNumber(db: D1Database, id: number): Promise<CustomerCart | null> {
  return db.prepare(`${COLUMNS} WHERE id = ?1`).bind(id).first<CustomerCart>()
}

export function findCartByQuote(db: D1Database, quoteId: string): Promise<CustomerCart | null> {
  return db.prepare(`${COLUMNS} WHERE quote_id = ?1`).bind(quoteId).first<CustomerCart>()
}

/** Makes this the customer's cart in the place of `before`; of two at one moment the first wins. The one that is. */
export async function saveCustomerCart(
  db: D1Database,
  cart: CustomerCart,
  before: string | null,
  now: number,
): Promise<CustomerCart> {
  await db
    .prepare(
      `INSERT INTO customer_cart (id, customer_id, quote_id, created_at) VALUES (?1, ?2, ?3, ?4)
       ON CONFLICT (customer_id) DO UPDATE SET id = excluded.id, quote_id = excluded.quote_id,
         created_at = excluded.created_at WHERE quote_id = ?5`,
    )
    .bind(cart.id, cart.customerId, cart.quoteId, now, before)
    .run()
  return (await findCustomerCart(db, cart.customerId)) ?? cart
}
