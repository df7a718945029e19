/** Wish lists of customers. */
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { wishListItem } from '../../../schema/account/saved/wish-list.table.ts'
import { WISH_LIST_MAX } from '../../../schema/account/saved/wish-list.ts'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { IS_ENABLED } from '../../catalog/index/listed-condition.sql.ts'
import { connect, inList, insertFrom, toStatement } from '../../platform/drizzle.sql.ts'

const NEWEST_FIRST = [desc(wishListItem.addedAt), sql`rowid desc`]

/** Returns the skus of a customer's list, newest first. */
export async function findWishList(db: D1Database, customerId: number): Promise<string[]> {
  const rows = await connect(db)
    .select({ sku: wishListItem.sku })
    .from(wishListItem)
    .where(eq(wishListItem.customerId, customerId))
    .orderBy(...NEWEST_FIRST)
  return rows.map(({ sku }) => sku)
}

/**
 * Removes products, then adds products that the shop sells, and returns the list. Products that are on the list already keep
 * their position; beyond `WISH_LIST_MAX` the oldest are removed. `add` is in the order of the list, newest first.
 */
export async function updateWishList(
  db: D1Database,
  customerId: number,
  change: { add: readonly string[]; remove: readonly string[] },
  now: number,
): Promise<string[]> {
  const client = connect(db)
  const isOwn = eq(wishListItem.customerId, customerId)
  const newest = client
    .select({ rowid: sql`rowid` })
    .from(wishListItem)
    .where(isOwn)
    .orderBy(...NEWEST_FIRST)
    .limit(WISH_LIST_MAX)
  await db.batch([
    toStatement(
      db,
      client.delete(wishListItem).where(and(isOwn, inArray(wishListItem.sku, inList(change.remove)))),
    ),
    toStatement(
      db,
      insertFrom(
        wishListItem,
        { customerId, sku: product.sku, addedAt: sql`${now} - added.key` },
        sql`from json_each(${JSON.stringify(change.add)}) as added join ${product} on ${product.sku} = added.value
          where ${IS_ENABLED} on conflict do nothing`,
      ),
    ),
    toStatement(db, client.delete(wishListItem).where(and(isOwn, sql`rowid not in ${newest}`))),
  ])
  return findWishList(db, customerId)
}
