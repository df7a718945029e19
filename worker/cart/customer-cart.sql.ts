/**
 * A customer's own cart: its quote id and its number in the API. The number has 48 random bits, because an order of the
 * API names its cart by this number alone.
 */
import { eq, type SQL, sql } from 'drizzle-orm'
import { customerCart } from '../../schema/identity/session/session.table.ts'
import { connect } from '../platform/drizzle.sql.ts'

export interface CustomerCart {
  id: number
  customerId: number
  quoteId: string
}

export function findCustomerCart(db: D1Database, customerId: number): Promise<CustomerCart | null> {
  return findCart(db, eq(customerCart.customerId, customerId))
}

export function findCartByNumber(db: D1Database, id: number): Promise<CustomerCart | null> {
  return findCart(db, eq(customerCart.id, id))
}

export function findCartByQuote(db: D1Database, quoteId: string): Promise<CustomerCart | null> {
  return findCart(db, eq(customerCart.quoteId, quoteId))
}

async function findCart(db: D1Database, condition: SQL): Promise<CustomerCart | null> {
  const { id, customerId, quoteId } = customerCart
  const row = await connect(db).select({ id, customerId, quoteId }).from(customerCart).where(condition).get()
  return row ?? null
}

/** Replaces the customer's cart `before`; of two parallel calls the first wins. Returns the cart that is stored. */
export async function saveCustomerCart(
  db: D1Database,
  cart: CustomerCart,
  before: string | null,
  now: number,
): Promise<CustomerCart> {
  const values = { ...cart, createdAt: now }
  await connect(db)
    .insert(customerCart)
    .values(values)
    .onConflictDoUpdate({
      target: customerCart.customerId,
      set: values,
      setWhere: sql`${customerCart.quoteId} = ${before}`,
    })
  return (await findCustomerCart(db, cart.customerId)) ?? cart
}
