/** The backup of a shop of 100,000 units and 10,000 orders, and its restore into a new database, both on workerd. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { restoreDatabase } from '../scripts/backup/restore-database.ts'
import { takeBackup } from '../scripts/backup/take-backup.ts'
import { baseStatements } from '../scripts/base/load.ts'
import { migrate } from '../scripts/load/migrate.ts'
import { linesOf } from '../scripts/load/progress.ts'
import { d1Target, type LoadableD1, openLocalD1 } from '../scripts/load/target.ts'
import { seedLocal } from '../scripts/seed.ts'
import { type BenchReport, toGoal } from './goal.ts'

const UNITS = 100_000
const ORDERS = 10_000
const MAX_BACKUP_MINUTES = 5
const MAX_RESTORE_MINUTES = 10
/** Bytes of SQL in one call; the deployed database accepts less in each and answers as many at once. */
const CALL_BYTES = 400_000
const SEARCHES = ['velo', 'winter 205', 'run flat', '"TL-2001"', 'halden OR "225 45 17"']

export async function measureBackup(log: (line: string) => void): Promise<BenchReport> {
  const root = mkdtempSync(join(tmpdir(), 'treadline-bench-backup-'))
  const shop = await openLocalD1(join(root, 'shop'))
  const copy = await openLocalD1(join(root, 'copy'))
  try {
    await fill(shop.db, log)
    const progress = linesOf(() => undefined)
    const folder = join(root, 'backup')
    const source = {
      environment: 'local',
      database: 'bench',
      release: null,
      db: shop.db,
      readBookmark: null,
      copyFiles: null,
    }
    log('Backing up …')
    const [backupMinutes, { tables }] = await inMinutes(() =>
      takeBackup(source, { folder, now: Date.now(), progress }),
    )
    log('Restoring and comparing …')
    const [restoreMinutes] = await inMinutes(() =>
      restoreDatabase(copy.db, folder, { callBytes: CALL_BYTES, progress }),
    )
    const answers = await Promise.all([shop.db, copy.db].map(search))
    if (JSON.stringify(answers[0]) !== JSON.stringify(answers[1]))
      throw new Error('The restored search index answers otherwise')
    const rows = tables.reduce((sum, table) => sum + table.rows, 0).toLocaleString('en-US')
    const probe = `${rows} rows in ${tables.length} tables, ${SEARCHES.length} searches with equal answers`
    const unit = 'min'
    return [
      toGoal('backup of 100,000 units and 10,000 orders', backupMinutes, {
        max: MAX_BACKUP_MINUTES,
        probe,
        unit,
      }),
      toGoal('restore of this backup, compared row by row', restoreMinutes, {
        max: MAX_RESTORE_MINUTES,
        probe,
        unit,
      }),
    ]
  } finally {
    await shop.close()
    await copy.close()
    rmSync(root, { recursive: true, force: true })
  }
}

async function inMinutes<Result>(work: () => Promise<Result>): Promise<[number, Result]> {
  const started = performance.now()
  const result = await work()
  return [(performance.now() - started) / 60_000, result]
}

const search = (db: LoadableD1) =>
  Promise.all(
    SEARCHES.map((words) =>
      db.query(
        `SELECT rowid FROM product_text WHERE product_text MATCH '${words}' ORDER BY bm25(product_text), rowid LIMIT 50`,
      ),
    ),
  )

/** Loads the units, then copies one order of the demonstration. */
async function fill(db: LoadableD1, log: (line: string) => void): Promise<void> {
  await migrate(db)
  await d1Target(db).run(await baseStatements('local'))
  await seedLocal({ db, size: UNITS, onProgress: log })
  const series = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ORDERS})`
  const copyRows = async (table: string, changes: Record<string, string>, condition: string) => {
    const columns = await db.query<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`)
    const names = columns.map(({ name }) => name)
    const values = names.map((name) => changes[name] ?? `source.${name}`)
    await db.run([
      `INSERT INTO ${table} (${names.join(',')}) ${series} SELECT ${values.join(',')} FROM n, ${table} AS source WHERE ${condition}`,
    ])
  }
  const first = '(SELECT max(id) FROM sales_order WHERE id < 0)'
  const numbered = { order_number: "'B' || i", quote_id: "'bench-' || i", id: 'i' }
  await copyRows('sales_order', numbered, `source.id = ${first}`)
  for (const table of ['sales_order_line', 'sales_order_event'])
    await copyRows(table, { id: 'i * 100 - source.id % 100', order_id: 'i' }, `source.order_id = ${first}`)
  await db.run([
    `INSERT INTO payment_attempt (order_id, provider, provider_ref, amount, currency, status, created_at, updated_at)
      SELECT id, 'stripe', 'pi_' || id, grand_total, currency, 'settled', placed_at, placed_at FROM sales_order WHERE id > 0`,
    `INSERT INTO outbox (kind, payload, created_at, next_at, sent_at)
      SELECT 'order-mail', json_object('orderNumber', order_number), placed_at, placed_at, placed_at FROM sales_order WHERE id > 0`,
  ])
}
