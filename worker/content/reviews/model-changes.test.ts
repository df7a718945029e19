/** What the announcement of a changed review costs, and what it does for a model with hundreds of products. */
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { openShop } from '../../account/testing/account.harness.ts'
import { announceModel } from './model-changes.sql.ts'

const SKU = 'TL-1002'
const NOW = 1_800_000_000_000

beforeAll(openShop)
beforeEach(async () => {
  await env.DB.exec("DELETE FROM product WHERE sku LIKE 'COPY-%'")
})

/** Adds products that differ from the reviewed one by the changed columns, whose values are SQL. */
async function addCopies(number: number, changed: Record<string, string>): Promise<void> {
  const { results } = await env.DB.prepare('SELECT name FROM pragma_table_info(?)')
    .bind('product')
    .all<{ name: string }>()
  const names = results.map(({ name }) => name).filter((name) => name !== 'id')
  const own: Record<string, string> = {
    sku: "'COPY-' || n.value",
    url_key: "'copy-' || n.value",
    stock_sku: "'COPY-' || n.value",
    ...changed,
  }
  await env.DB.prepare(
    `INSERT INTO product (${names.join()}) SELECT ${names.map((name) => own[name] ?? `p.${name}`).join()}
      FROM product p JOIN json_each(?2) n WHERE p.sku = ?1`,
  )
    .bind(SKU, JSON.stringify(Array.from({ length: number }, (_, index) => index)))
    .run()
}

/** Changes a review of the model and announces it; returns the rows read, and what was published. */
async function announce(): Promise<{ rowsRead: number; events: number; version: unknown }> {
  const id = await env.DB.prepare(
    `INSERT INTO review (product_id, title, text, rating, reviewer_name, is_approved, created_on)
      SELECT id, 'Fine', 'Fine.', 5, 'Sam', 0, 0 FROM product WHERE sku = ? RETURNING id`,
  )
    .bind(SKU)
    .first<number>('id')
  const before = await env.DB.prepare('SELECT max(id) AS id FROM stock_pulse').first<number>('id')
  const [, ...results] = await env.DB.batch([
    env.DB.prepare('UPDATE review SET helpful = 1 WHERE id = ?').bind(id),
    ...announceModel(env.DB, { table: 'review', id: id ?? 0, now: NOW }),
  ])
  return {
    rowsRead: results.reduce((sum, { meta }) => sum + meta.rows_read, 0),
    events:
      (await env.DB.prepare('SELECT count(*) AS n FROM stock_pulse WHERE id > ? AND product_id IS NOT NULL')
        .bind(before)
        .first<number>('n')) ?? 0,
    version: await env.DB.prepare("SELECT value FROM config WHERE path = 'catalog/version'").first('value'),
  }
}

test('[H13c] an announcement reads as many rows with hundreds of other products as without', async () => {
  const alone = await announce()
  expect(alone.events).toBeGreaterThan(0)
  await addCopies(600, { brand_slug: "'other'", model_slug: "'other'" })
  const { rowsRead } = await announce()
  expect(rowsRead).toBe(alone.rowsRead)
})

test('[H13c] a model of more than 500 products changes the version of the catalog instead', async () => {
  const before = await announce()
  expect(before.version).not.toBe(`reviews-${NOW}`)
  await addCopies(501, {})
  expect(await announce()).toMatchObject({ events: 0, version: `reviews-${NOW}` })
})
