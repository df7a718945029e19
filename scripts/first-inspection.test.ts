/** The migration that names who measured returned tires finds these people in the audit log. */
import { readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'

const MIGRATION = '0186_first_inspection.sql'

test('[H14r] tires that came back before have as first inspector who measured them last, also the tires of a set', () => {
  const db = new DatabaseSync(':memory:')
  for (const file of readdirSync('migrations')
    .sort()
    .filter((name) => name < MIGRATION))
    db.exec(readFileSync(`migrations/${file}`, 'utf8'))
  const columns = db
    .prepare(
      `SELECT name FROM pragma_table_info('product') WHERE "notnull" AND dflt_value IS NULL AND NOT pk`,
    )
    .all()
    .map(({ name }) => String(name))
  const insert = db.prepare(
    `INSERT INTO product (id, ${columns.join()}) VALUES (?, ${columns.map(() => '?').join()})`,
  )
  const values: Readonly<Record<string, string | number>> = { type_id: 'simple', setqty: 1 }
  const skus = ['AGAIN', 'TIRE', 'SET', 'UNMEASURED']
  for (const [index, sku] of skus.entries())
    insert.run(index + 1, ...columns.map((name) => (/sku|url/.test(name) ? sku : (values[name] ?? 0))))
  db.exec('INSERT INTO unit (product_id, set_id) VALUES (3, NULL), (1, NULL), (2, 3), (4, NULL)')
  const log = db.prepare(
    `INSERT INTO audit_log (at, staff_id, source, kind, record, record_id, version, before, after, key)
      VALUES (0, ?, 'page', 'return', 'unit', ?, ?, '{}', ?, ?)`,
  )
  for (const [nth, [sku, by, after]] of (
    [
      ['AGAIN', 7, '{"report":{}}'],
      ['AGAIN', 9, '{"report":{}}'],
      ['SET', 5, '{"report":{}}'],
      ['UNMEASURED', 5, '{"state":"live"}'],
    ] as const
  ).entries())
    log.run(by, sku, nth + 1, after, `key-${nth}`)
  db.exec(readFileSync(`migrations/${MIGRATION}`, 'utf8'))
  const found = db.prepare('SELECT first_by FROM unit ORDER BY product_id').all()
  expect(found.map(({ first_by }) => first_by)).toEqual([9, 5, 5, null])
})
