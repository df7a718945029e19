/** Wish lists of customers. */
import { WISH_LIST_MAX } from '../../../schema/account/saved/wish-list.ts'
import { ENABLED } from '../../catalog/index/listed-condition.sql.ts'

/** Skus, the newest first. */
export async function findWishList(db: D1Database, customerId: number): Promise<string[]> {
  const { results } = await db
    .prepare('SELECT sku FROM wish_list_item WHERE customer_id = ? ORDER BY added_at DESC, rowid DESC')
    .bind(customerId)
    .all<{ sku: string }>()
  return results.map(({ sku }) => sku)
}

/**
 * Removes, then adds products that the shop knows; what is there already stays where it is, and of more than
 * `WISH_LIST_MAX` the oldest leave. `add` is in the order of the list, the newest first. Gives the list as it is now.
 */
export async function updateWishList(
  db: D1Database,
  customerId: number,
  change: { add: readonly string[]; remove: readonly string[] },
  now: number,
): Promise<string[]> {
  const { add, remove } = change
  await db.batch([
    db
      .prepare('DELETE FROM wish_list_item WHERE customer_id = ? AND sku IN (SELECT value FROM json_each(?))')
      .bind(customerId, JSON.stringify(remove)),
    db
      .prepare(
        `INSERT INTO wish_list_item (customer_id, sku, added_at)
         SELECT ?1, p.sku, ?3 - j.key FROM json_each(?2) j JOIN product p ON p.sku = j.value
         WHERE ${ENABLED} ON CONFLICT DO NOTHING`,
      )
      .bind(customerId, JSON.stringify(add), now),
    db
      .prepare(
        `DELETE FROM wish_list_item WHERE customer_id = ?1 AND rowid NOT IN
           (SELECT rowid FROM wish_list_item WHERE customer_id = ?1 ORDER BY added_at DESC, rowid DESC LIMIT ?2)`,
      )
      .bind(customerId, WISH_LIST_MAX),
  ])
  return findWishList(db, customerId)
}
