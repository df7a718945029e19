import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import type { LoadableD1 } from '../load/target.ts'
import { restoreDatabase } from './restore-database.ts'
import { openSqliteFile } from './sqlite-file.ts'
import { takeBackup } from './take-backup.ts'
import {
  cancelOrder,
  findBrokenOrders,
  openSmallShop,
  POOLS,
  payOrder,
  placeOrder,
  register,
} from './testing/small-shop.fixture.ts'

const folders: string[] = []
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'treadline-backup-'))
  folders.push(folder)
  return folder
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const source = (db: LoadableD1) => ({
  environment: 'local',
  database: 'treadline',
  release: 'abc',
  db,
  readBookmark: null,
  copyFiles: null,
})
const SILENT = () => undefined
const backup = (db: LoadableD1, folder: string) =>
  takeBackup(source(db), { folder, now: Date.parse('2026-11-26T04:00:00Z'), progress: SILENT })

async function restored(folder: string) {
  const target = openSqliteFile(':memory:')
  await restoreDatabase(target.db, folder, { callBytes: 50_000, progress: SILENT })
  return target
}

/** Everything that a database has, without what SQLite and FTS5 write themselves. */
async function contentsOf(db: LoadableD1) {
  const schema = await db.query<{ type: string; name: string; sql: string }>(
    "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name",
  )
  const tables = schema.filter(({ type, sql }) => type === 'table' && !sql.includes('product_text'))
  const rows = []
  for (const { name } of tables) rows.push([name, await db.query(`SELECT * FROM "${name}" ORDER BY 1, 2`)])
  return { schema, rows, sequences: await db.query('SELECT name, seq FROM sqlite_sequence ORDER BY name') }
}

test('[H4] a backup that is restored has the same tables, rows, triggers and last ids', async () => {
  const shop = await openSmallShop(210)
  await shop.db.run([
    // A text longer than a statement of D1, quotes, line ends of every kind, a float, a blob.
    `INSERT INTO cms_page (id, identifier, title, meta_description, content, is_active, updated_at) VALUES (1, 'long', '${"It''s 🚗\u2028\r\n".repeat(30_000)}', '', 'x', 1, 1)`,
    'UPDATE sales_order_line SET tax_percent = 0.1 + 0.2 WHERE id = 1',
    "UPDATE sales_order_line SET facts = X'00ff27' WHERE id = 2",
    ...register('Ada'),
  ])
  const folder = newFolder()
  const manifest = await backup(shop.db, folder)
  expect(manifest.lastMigration).toMatch(/^\d{4}_\w+\.sql$/)
  expect(manifest.tables.find(({ name }) => name === 'sales_order')?.rows).toBe(210)
  const copy = await restored(folder)
  expect(await contentsOf(copy.db)).toEqual(await contentsOf(shop.db))
  expect(await findBrokenOrders(copy.db)).toEqual([])
})

test('[H4] a text search finds the same products after a restore', async () => {
  const shop = await openSmallShop(1)
  const product = (id: number, name: string, visibility: number) => `INSERT INTO product
    (id, sku, type_id, kind, name, url_key, url_path, status, visibility, tax_class_id, price, final_price, price_by_tire, setqty, sets, sets_offered, stock_sku, created_at, updated_at, features)
    VALUES (${id}, 'TL-${id}', 'simple', 'tire', '${name}', 'k', '/p/${id}', 1, ${visibility}, 2, 100, 100, 100, 1, '[]', 1, 'A', 1, 1, '[]')`
  await shop.db.run([
    product(1, 'Halden Velo', 4),
    product(40_001, 'Velo Winter', 4),
    product(3, 'Velo hidden', 1),
  ])
  const folder = newFolder()
  await backup(shop.db, folder)
  const copy = await restored(folder)
  const found = (db: LoadableD1) =>
    db.query("SELECT rowid AS id FROM product_text WHERE product_text MATCH 'velo' ORDER BY id")
  expect(await found(copy.db)).toEqual([{ id: 1 }, { id: 40_001 }])
  await copy.db.run(["UPDATE product SET name = 'Renamed' WHERE id = 1"])
  expect(await found(copy.db)).toEqual([{ id: 40_001 }])
})

test('[H4] an order that shoppers place, pay or cancel during a backup is whole in it or absent', async () => {
  const step = fc.record({
    /** How many calls of the backup pass before it. */
    pause: fc.nat({ max: 3 }),
    kind: fc.constantFrom('place', 'pay', 'cancel', 'register' as const),
    pool: fc.constantFrom(...POOLS),
    withCoupon: fc.boolean(),
    order: fc.nat({ max: 220 }),
  })
  const base = await openSmallShop(210, join(newFolder(), 'shop.sqlite'))
  const image = join(newFolder(), 'image.sqlite')
  await base.db.query(`VACUUM INTO '${image}'`)
  base.close()
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 70, max: 140 }),
      fc.array(step, { minLength: 10, maxLength: 40 }),
      async (quiet, steps) => {
        const path = join(newFolder(), 'shop.sqlite')
        copyFileSync(image, path)
        const shop = openSqliteFile(path)
        const copy = openSqliteFile(':memory:')
        try {
          let wait = quiet
          let placed = 210
          const left = [...steps]
          const act = async () => {
            wait -= 1
            while (wait <= 0 && left.length > 0) {
              const next = left.shift()
              if (!next) return
              const { kind, pool, withCoupon, order, pause } = next
              const number = `S${Math.min(placed, order + 1)}`
              if (kind === 'place') {
                placed += 1
                await shop.db.run(placeOrder(`S${placed}`, pool, withCoupon))
              } else if (kind === 'pay') await shop.db.run(payOrder(number))
              else if (kind === 'cancel') await shop.db.run(cancelOrder(number))
              else await shop.db.run(register(`C${left.length}`))
              wait = pause
            }
          }
          const busy: LoadableD1 = {
            async query(sql) {
              await act()
              return shop.db.query(sql)
            },
            async run(statements) {
              await act()
              return shop.db.run(statements)
            },
          }
          const folder = newFolder()
          await backup(busy, folder)
          await restoreDatabase(copy.db, folder, { callBytes: 400_000, progress: SILENT })
          expect(await findBrokenOrders(copy.db)).toEqual([])
          const [{ orders } = { orders: 0 }] = await copy.db.query<{ orders: number }>(
            'SELECT count(*) AS orders FROM sales_order',
          )
          expect(orders).toBeGreaterThanOrEqual(210)
        } finally {
          shop.close()
          copy.close()
        }
      },
    ),
    { numRuns: 12, endOnFailure: true },
  )
}, 120_000)
