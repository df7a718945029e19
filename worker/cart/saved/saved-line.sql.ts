/** Lines saved for later. They belong to the customer of a cart, or to the guest's cart itself. */
import { and, desc, eq, isNotNull, lt, sql } from 'drizzle-orm'
import { CART_TTL_MS, type CartLine, MAX_LINES, selectionKey } from '../../../schema/cart/cart.ts'
import { savedLine } from '../../../schema/cart/saved/saved-line.table.ts'
import { customerCart } from '../../../schema/identity/session/session.table.ts'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import { cartKey } from '../../identity/session/cart-id.ts'
import { connect, toStatement } from '../../platform/drizzle.sql.ts'

export type SavedLine = typeof savedLine.$inferSelect

const customerOf = (quoteId: string) =>
  sql`(select ${customerCart.customerId} from ${customerCart} where ${customerCart.quoteId} = ${quoteId})`
const isOwn = (quoteId: string) =>
  sql`(${savedLine.cartKey} = ${cartKey(quoteId)} or ${savedLine.customerId} = ${customerOf(quoteId)})`

/** Returns the saved lines of a cart's owner, the newest first. */
export function findSavedLines(db: D1Database, quoteId: string): Promise<SavedLine[]> {
  return connect(db)
    .select()
    .from(savedLine)
    .where(isOwn(quoteId))
    .orderBy(desc(savedLine.id))
    .limit(MAX_LINES)
}

/** Saves a line; the same item is saved once, with its last quantity. Returns false when the list is full. */
export async function saveLine(
  db: D1Database,
  quoteId: string,
  line: Pick<CartLine, 'sku' | 'parentSku' | 'option' | 'qty'>,
  now: number,
): Promise<boolean> {
  const { sku, parentSku, qty } = line
  const option = line.option && JSON.stringify(line.option)
  const itemKey = `${sku} ${selectionKey(line.option)}`
  const { meta } = await toStatement(
    db,
    sql`insert or replace into saved_line (customer_id, cart_key, sku, parent_sku, "option", item_key, qty, saved_at)
      select owner.id, case when owner.id is null then ${cartKey(quoteId)} end, ${sku}, ${parentSku}, ${option},
        ${itemKey}, ${qty}, ${now}
      from (select ${customerOf(quoteId)} as id) as owner
      where (select count(*) from ${savedLine}
        where ${isOwn(quoteId)} and ${savedLine.itemKey} <> ${itemKey}) < ${MAX_LINES}`,
  ).run()
  return meta.changes > 0
}

export async function findSavedLine(db: D1Database, quoteId: string, id: number): Promise<SavedLine | null> {
  const isLine = and(eq(savedLine.id, id), isOwn(quoteId))
  return (await connect(db).select().from(savedLine).where(isLine).get()) ?? null
}

export async function deleteSavedLine(db: D1Database, quoteId: string, id: number): Promise<void> {
  await connect(db)
    .delete(savedLine)
    .where(and(eq(savedLine.id, id), isOwn(quoteId)))
}

/**
 * Moves the lines of a guest's cart to the owner of another cart: after a sign-in, when the cart may have become the customer's own, or
 * to the guest's next cart. Repeatable.
 */
export async function moveSavedLines(db: D1Database, fromQuoteId: string, toQuoteId: string): Promise<void> {
  await toStatement(
    db,
    sql`update or replace saved_line set customer_id = ${customerOf(toQuoteId)},
      cart_key = case when ${customerOf(toQuoteId)} is null then ${cartKey(toQuoteId)} end
      where cart_key = ${cartKey(fromQuoteId)}`,
  ).run()
}

/** Lets the lines of a guest live as long as the cart, whose life each change renews. Writes at most once a day. */
export async function renewSavedLines(db: D1Database, quoteId: string, now: number): Promise<void> {
  await connect(db)
    .update(savedLine)
    .set({ savedAt: now })
    .where(and(eq(savedLine.cartKey, cartKey(quoteId)), lt(savedLine.savedAt, now - DAY_MS)))
}

/** Deletes the lines of guests whose carts have expired; the last day is added because a line is renewed once a day. */
export async function deleteOldSavedLines(db: D1Database, now: number): Promise<void> {
  const before = now - CART_TTL_MS - DAY_MS
  await connect(db)
    .delete(savedLine)
    .where(and(isNotNull(savedLine.cartKey), lt(savedLine.savedAt, before)))
}
