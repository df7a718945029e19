/** The carts whose orders are written again after the database went back; `npm run restore` lists them. */
import * as v from 'valibot'
import { CARTS_TO_RECOVER, LOST_ORDERS, type LostOrder } from '../../../schema/orders/restored-order.ts'

const QUOTES = v.pipe(v.string(), v.parseJson(), v.array(v.string()))

/** Returns the quote ids of at most `limit` carts. Throws for a row that is not a list of them. */
export async function readCartsToRecover(db: D1Database, limit: number): Promise<string[]> {
  const row = await db
    .prepare('SELECT value FROM config WHERE path = ?')
    .bind(CARTS_TO_RECOVER)
    .first<{ value: string }>()
  const parsed = v.safeParse(QUOTES, row?.value ?? '[]')
  if (!parsed.success) throw new Error(`the row ${CARTS_TO_RECOVER} of config is not a list of carts`)
  return parsed.output.slice(0, limit)
}

/** Moves carts to the end of the list, so that carts that fail do not stop those behind them. */
export async function postponeRecovery(db: D1Database, quoteIds: readonly string[]): Promise<void> {
  await db
    .prepare(
      `UPDATE config SET value = (SELECT json_group_array(value) FROM (
        SELECT value FROM json_each(config.value) WHERE value NOT IN (SELECT value FROM json_each(?2))
        UNION ALL SELECT value FROM json_each(config.value) WHERE value IN (SELECT value FROM json_each(?2))))
        WHERE path = ?1`,
    )
    .bind(CARTS_TO_RECOVER, JSON.stringify(quoteIds))
    .run()
}

/** Removes a cart from the list and records its orders that cannot be written. */
export async function recordRecovery(
  db: D1Database,
  quoteId: string,
  lost: readonly LostOrder[],
): Promise<void> {
  await db.batch([
    db
      .prepare(
        `INSERT INTO config (path, value) SELECT ?1, '[]' WHERE ?2 <> '[]' ON CONFLICT (path) DO NOTHING`,
      )
      .bind(LOST_ORDERS, JSON.stringify(lost)),
    db
      .prepare(
        `UPDATE config SET value = (SELECT json_group_array(json(value)) FROM
          (SELECT value FROM json_each(config.value) UNION SELECT value FROM json_each(?2)))
          WHERE path = ?1 AND ?2 <> '[]'`,
      )
      .bind(LOST_ORDERS, JSON.stringify(lost)),
    db
      .prepare(
        `UPDATE config SET value = (SELECT json_group_array(value) FROM json_each(config.value) WHERE value <> ?2)
          WHERE path = ?1`,
      )
      .bind(CARTS_TO_RECOVER, quoteId),
    db.prepare(`DELETE FROM config WHERE path = ? AND value = '[]'`).bind(CARTS_TO_RECOVER),
  ])
}
