/** Photos that the night deletes, and those that stay (H14h). */
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import { openShop } from '../../account/testing/account.harness.ts'
import { applyChange } from '../changes/apply-change.ts'
import { actor } from '../changes/testing/yard.harness.ts'
import { undoChange } from '../changes/undo-change.ts'
import { deleteOldPhotos } from './delete-old-photos.ts'

/** At night in Chicago. */
const NIGHT = Date.UTC(2026, 10, 27, 9)
const HASH = '0123456789abcdef'
const photoOf = (sku: string, slot = 'tread') => `2024/${sku}-${slot}-${HASH}.jpg`
const filesOf = (sku: string) => [
  `photos/${photoOf(sku)}`,
  `photos/${photoOf(sku).replace('.jpg', '-480.jpg')}`,
]

let orders = 90_000
async function sell(sku: string, placedAt: number, status = 'delivered'): Promise<number> {
  orders += 1
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO sales_order (id, order_number, quote_id, status, email, subtotal, discount, shipping, tax, fees, grand_total,
        currency, payment_method, addresses, totals, payload_hash, placed_at, updated_at)
        VALUES (?1, 'TL-P' || ?1, 'photos-' || ?1, ?2, 'a@example.com', 0, 0, 0, 0, 0, 0, 'USD', 'stripe', '{}', '{}', '', ?3, ?3)`,
    ).bind(orders, status, placedAt),
    env.DB.prepare(
      `INSERT INTO sales_order_line (id, order_id, item_id, product_id, sku, type_id, name, facts, qty, setqty, stock_sku,
        unit_price, row_total, discount, tax, tax_percent, parts, passport)
        SELECT ?1, ?1, 1, id, sku, 'simple', 'A tire', '', 1, 1, stock_sku, 0, 0, 0, 0, 0, '[]', passport FROM product WHERE sku = ?2`,
    ).bind(orders, sku),
    env.DB.prepare('UPDATE stock SET qty = 0 WHERE stock_sku = ?').bind(sku),
  ])
  return orders
}
async function addPhoto(sku: string, image = photoOf(sku)): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO product_media (product_id, position, image, label)
      SELECT id, (SELECT count(*) FROM product_media WHERE product_id = product.id), ?2, 'Tread' FROM product WHERE sku = ?1`,
  )
    .bind(sku, image)
    .run()
  for (const file of filesOf(sku)) await env.PICTURES.put(file, 'jpeg')
}
const photosOf = async (sku: string) =>
  (
    await env.DB.prepare(
      'SELECT image FROM product_media JOIN product p ON p.id = product_id WHERE p.sku = ?',
    )
      .bind(sku)
      .all()
  ).results.length
const fileCount = async (sku: string) =>
  (await Promise.all(filesOf(sku).map((file) => env.PICTURES.head(file)))).filter(Boolean).length
const left = async (sku: string) => ({ rows: await photosOf(sku), files: await fileCount(sku) })
const [ALL, NONE] = [
  { rows: 1, files: 2 },
  { rows: 0, files: 0 },
]
const yearsAgo = (years: number) => NIGHT - years * 365 * DAY_MS - DAY_MS

beforeAll(openShop)
beforeEach(async () => {
  for (const table of ['return_case', 'sales_order_line', 'sales_order', 'product_media'])
    await env.DB.exec(`DELETE FROM ${table}`)
  await env.DB.exec("UPDATE unit SET state = 'live', off_sale = 0, set_id = NULL")
  await env.DB.exec('UPDATE stock SET qty = 1')
})

test('[H14h] photos of a sold unit go two years after the sale, its report in the order stays, and no undo brings dead photos back', async () => {
  for (const sku of ['TL-1001', 'TL-1004', 'TL-1006']) await addPhoto(sku)
  const order = await sell('TL-1001', yearsAgo(2))
  await sell('TL-1004', yearsAgo(2))
  await sell('TL-1004', NIGHT - 10 * DAY_MS)
  const reportOf = () =>
    env.DB.prepare('SELECT passport FROM sales_order_line WHERE order_id = ?').bind(order).first('passport')
  const before = await reportOf()
  await deleteOldPhotos(env, NIGHT - 5 * 3_600_000)
  expect(await left('TL-1001')).toEqual(ALL)
  await deleteOldPhotos(env, NIGHT)
  expect(await left('TL-1001')).toEqual(NONE)
  expect(await env.DB.prepare("SELECT photo FROM product WHERE sku = 'TL-1001'").first('photo')).toBeNull()
  expect(await left('TL-1004')).toEqual(ALL)
  expect(await left('TL-1006')).toEqual(ALL)
  expect(await reportOf()).toBe(before)
  const row = await env.DB.prepare(
    "SELECT id, source, why FROM audit_log WHERE record_id = 'TL-1001' ORDER BY id DESC",
  ).first<{ id: number }>()
  expect(row).toMatchObject({ source: 'shop', why: 'Photos are deleted two years after the sale.' })
  const undo = await undoChange(env.DB, actor(11), { auditId: row?.id ?? 0, key: 'undo-photos' }, NIGHT)
  expect(undo.result).toMatchObject({ ok: false, problem: 'not-undoable' })
})

test('[H14h] new tires, canceled sales, units that came back and open cases have their photos', async () => {
  const skus = ['TL-2001', 'TL-1001', 'TL-1004', 'TL-1006']
  for (const sku of skus) await addPhoto(sku)
  await sell('TL-2001', yearsAgo(3))
  await sell('TL-1001', yearsAgo(3), 'canceled')
  await sell('TL-1004', yearsAgo(3))
  await env.DB.exec("UPDATE stock SET qty = 1 WHERE stock_sku = 'TL-1004'")
  const order = await sell('TL-1006', yearsAgo(3))
  await env.DB.prepare(
    `INSERT INTO return_case (order_id, number, once, state, reason, lines, mounted, outcome, way, note, amount, state_at, created_at)
      VALUES (?, 1, 'photos-case', 'requested', 'damaged', '[]', 0, 'refund', 'carrier', '', 0, 0, 0)`,
  )
    .bind(order)
    .run()
  await deleteOldPhotos(env, NIGHT)
  for (const sku of skus) expect(await left(sku), sku).toEqual(ALL)
  await env.DB.exec("UPDATE return_case SET state = 'refused'")
  await deleteOldPhotos(env, NIGHT + DAY_MS)
  expect(await left('TL-1006')).toEqual(NONE)
})

test('[H14h] photos of scrap go after 30 days, with those that were replaced, and a run that is killed goes on', async () => {
  const night = NIGHT + 5 * DAY_MS
  for (const sku of ['TL-1001', 'TL-1004']) {
    await addPhoto(sku)
    const patch = { state: 'scrap' }
    const at = night - (sku === 'TL-1001' ? 31 : 29) * DAY_MS
    await applyChange(
      env.DB,
      actor(11),
      { record: 'unit', id: sku, patch, version: null, key: `scrap-${sku}`, why: 'Torn' },
      at,
    )
  }
  const replaced = `photos/${photoOf('TL-1001', 'worst')}`
  await addPhoto('TL-1001', photoOf('TL-1001', 'worst'))
  await env.PICTURES.put(replaced, 'jpeg')
  const patch = { photos: [{ image: photoOf('TL-1001'), label: 'Tread' }] }
  const swap = { record: 'unit' as const, id: 'TL-1001', patch, version: null, key: 'swap-photos' }
  expect(await applyChange(env.DB, actor(11), swap, night - DAY_MS)).toMatchObject({ ok: true })
  const DB = new Proxy(env.DB, {
    get: (db, name) =>
      name === 'batch' ? () => Promise.reject(new Error('killed')) : Reflect.get(db, name).bind?.(db),
  })
  await expect(deleteOldPhotos({ ...env, DB }, night)).rejects.toThrow('killed')
  expect(await left('TL-1001')).toEqual({ rows: 1, files: 0 })
  await deleteOldPhotos(env, night)
  expect(await left('TL-1001')).toEqual(NONE)
  expect(await env.PICTURES.head(replaced)).toBeNull()
  expect(await left('TL-1004')).toEqual(ALL)
})

test('[H14h] a sold set and its tires lose their photos together, other sets keep theirs', async () => {
  const image = photoOf('TL-1001')
  await addPhoto('TL-1001')
  await addPhoto('TL-1007', image)
  await env.DB.exec(
    "UPDATE unit SET state = 'in-set', set_id = (SELECT id FROM product WHERE sku = 'TL-1007') WHERE product_id = (SELECT id FROM product WHERE sku = 'TL-1001')",
  )
  await env.DB.exec("UPDATE stock SET qty = 0 WHERE stock_sku = 'TL-1001'")
  await deleteOldPhotos(env, NIGHT)
  expect(await left('TL-1001')).toEqual(ALL)
  await sell('TL-1007', yearsAgo(2))
  await deleteOldPhotos(env, NIGHT + DAY_MS)
  expect(await left('TL-1001')).toEqual(NONE)
  expect(await photosOf('TL-1007')).toBe(0)
})

test('[H14h] photos of a tire that was scrapped at its intake go after 30 days', async () => {
  await env.DB.batch([
    env.DB.prepare(
      "INSERT INTO staff (id, name, email, role, created_at) VALUES (77, 'P', 'p@shop.example', 'yard', 0)",
    ),
    env.DB.prepare(
      `INSERT INTO intake (key, staff_id, sku, draft, revision, created_at, updated_at, scrapped_at, knock_out)
        VALUES ('scrapped-key', 77, 'TL-9005', '{}', 1, 0, 0, ?, 'bead')`,
    ).bind(NIGHT - 31 * DAY_MS),
    env.DB.prepare("INSERT INTO intake_photo VALUES ('scrapped-key', 'tread', 1600, ?, 0)").bind(
      photoOf('TL-9005'),
    ),
  ])
  await env.PICTURES.put(`photos/${photoOf('TL-9005')}`, 'jpeg')
  await deleteOldPhotos(env, NIGHT)
  expect(await fileCount('TL-9005')).toBe(0)
  expect(await env.DB.prepare('SELECT count(*) AS n FROM intake_photo').first('n')).toBe(0)
})

test('[H14h] a unit with more files than one call of the bucket takes loses all, and a night takes 100 units', async () => {
  await addPhoto('TL-1001')
  await sell('TL-1001', yearsAgo(2))
  const photos = Array.from({ length: 600 }, (_, n) => ({ image: photoOf('TL-1001', `worst${n}`) }))
  await env.DB.prepare(
    `INSERT INTO audit_log (record, record_id, version, kind, source, key, at, before, after)
      VALUES ('unit', 'TL-1001', 900, 'change', 'page', 'many-photos', 0, ?, '{}')`,
  )
    .bind(JSON.stringify({ photos }))
    .run()
  await env.DB.batch(
    Array.from({ length: 120 }, (_, n) =>
      env.DB.prepare(
        `INSERT INTO intake (key, staff_id, sku, draft, revision, created_at, updated_at, scrapped_at, knock_out)
          VALUES (?1, (SELECT min(id) FROM staff), ?1, '{}', 1, 0, 0, 1, 'bead')`,
      ).bind(`many-${n}`),
    ),
  )
  await env.DB.exec(
    "INSERT INTO intake_photo SELECT key, 'tread', 1600, '2024/' || key || '.jpg', 0 FROM intake WHERE key LIKE 'many-%'",
  )
  const calls: number[] = []
  const PICTURES = new Proxy(env.PICTURES, {
    get: (bucket, name) =>
      name === 'delete'
        ? (keys: string[]) => {
            calls.push(keys.length)
            return bucket.delete(keys)
          }
        : Reflect.get(bucket, name).bind?.(bucket),
  })
  const intakes = () => env.DB.prepare('SELECT count(*) AS n FROM intake_photo').first('n')
  await deleteOldPhotos({ ...env, PICTURES }, NIGHT + 9 * DAY_MS)
  expect(await left('TL-1001')).toEqual(NONE)
  expect(await intakes()).toBe(20)
  expect(Math.max(...calls)).toBe(1000)
  await deleteOldPhotos(env, NIGHT + 10 * DAY_MS)
  expect(await intakes()).toBe(0)
})
