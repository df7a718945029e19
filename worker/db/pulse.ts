/** The catalogue's version and the stock events since a moment, in one round trip. */
export interface PulseRead {
  version: string
  /** Oldest first. */
  events: { id: number; stockSku: string }[]
}

/** Events one read takes; an isolate that missed more cannot judge older pages. */
export const PULSE_LIMIT = 5_000

/** Events after event `since`; with `since` null the latest ones that happened after `notBefore` (ms). */
export async function readPulse(db: D1Database, since: number | null, notBefore: number): Promise<PulseRead> {
  const [version, events] = await db.batch<{ value: string; id: number; stock_sku: string }>([
    db.prepare("SELECT value FROM config WHERE path = 'catalog/version'"),
    since === null
      ? db
          .prepare(
            'SELECT id, stock_sku FROM (SELECT * FROM stock_pulse ORDER BY id DESC LIMIT ?) WHERE at > ? ORDER BY id',
          )
          .bind(PULSE_LIMIT, notBefore)
      : db
          .prepare('SELECT id, stock_sku FROM stock_pulse WHERE id > ? ORDER BY id LIMIT ?')
          .bind(since, PULSE_LIMIT),
  ])
  return {
    version: version?.results[0]?.value ?? '0',
    events: (events?.results ?? []).map((row) => ({ id: row.id, stockSku: row.stock_sku })),
  }
}
