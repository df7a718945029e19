import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { d1Target, fileTarget, type Target } from '../load/target.ts'
import { readMapping } from './mapping.ts'
import type { ImportOptions } from './run.ts'
import { type ImportShop, openImportShop } from './testing/import.harness.ts'

const HEADER = 'sku,brand,model,size,condition,seasons,price,qty,tread_depth,dot'
const GOOD = [
  'IM-1,Halden,Velo Sport,225/45R17,Used,Summer,62.00,1,7,2421',
  'IM-2,Foreign,Nova,205/55R16,New,All seasons,98.50,12,,1226',
  'IM-3,Foreign,Nova,225/45R17,New,All seasons,120,8,,1226',
]

let shop: ImportShop
beforeAll(async () => {
  shop = await openImportShop({ tires: 30 })
})
afterAll(() => shop.close())

const write: ImportShop['write'] = (name, lines) => shop.write(name, lines)
const load: ImportShop['load'] = (file, change) => shop.load(file, change)

async function one<Row>(sql: string): Promise<Row | undefined> {
  return (await shop.db.query<Row>(sql))[0]
}

test('a file is loaded with stock, options and landing pages, and the catalog gets a new version', async () => {
  const file = write('good.csv', [HEADER, ...GOOD])
  expect(await load(file)).toEqual({
    rows: 3,
    loaded: 3,
    created: 3,
    changed: 0,
    refused: 0,
    partial: 0,
    refusals: [],
    leftPrices: [],
    skipped: 0,
  })
  expect(
    await one("select price, size_slug, brand_slug, final_price, setqty from product where sku = 'IM-2'"),
  ).toEqual({
    price: 9850,
    size_slug: '205-55r16',
    brand_slug: 'foreign',
    final_price: 9850,
    setqty: 1,
  })
  expect(await one("select qty from stock where stock_sku = 'IM-2'")).toEqual({ qty: 12 })
  expect(
    await one(
      "select l.name, p.name parent from url_map u join landing l on l.id = u.target_id join landing p on p.id = l.parent_id where u.url = 't/b/foreign/nova'",
    ),
  ).toEqual({
    name: 'Foreign Nova',
    parent: 'Foreign tires',
  })
  expect(await one("select label from attribute_option where value = 'foreign'")).toEqual({
    label: 'Foreign',
  })
  expect(
    (await one<{ value: string }>("select value from config where path = 'catalog/version'"))?.value,
  ).toMatch(/^landing-/)
  expect(existsSync(`${file}.refused.csv`)).toBe(false)
  expect(existsSync(`${file}.progress.json`)).toBe(false)
})

test('loading a file twice changes nothing, not even a version or a landing page', async () => {
  const state = () =>
    one<Record<string, number>>(
      "select (select count(*) from product) a, (select max(updated_at) from product) b, (select count(*) from landing) c, (select count(*) from attribute_option) d, (select count(*) from stock_pulse) e, (select value from config where path = 'catalog/version') f",
    )
  const before = await state()
  const later = { now: Date.UTC(2026, 10, 22) }
  expect(await load(write('good.csv', [HEADER, ...GOOD]), later)).toMatchObject({
    created: 0,
    changed: 0,
    loaded: 3,
  })
  expect(await state()).toEqual(before)
})

test('a changed row changes its product, not its id and age, and invalidates cached pages with its stock', async () => {
  const before = await one<object>("select id, created_at from product where sku = 'IM-2'")
  const sold = () => one<{ n: number }>('select count(*) n from stock_pulse where product_id is null')
  const events = (await sold())?.n ?? 0
  const file = write('changed.csv', [
    HEADER,
    'IM-2,Foreign,Nova,205/55R16,New,All seasons,89.00,11,,1226',
    GOOD[2] ?? '',
  ])
  const later = { now: Date.UTC(2026, 10, 23), setStock: true }
  expect(await load(file, later)).toMatchObject({ created: 0, changed: 1 })
  expect(await one("select id, created_at, price from product where sku = 'IM-2'")).toEqual({
    ...before,
    price: 8900,
  })
  expect(await sold()).toEqual({ n: events + 1 })
})

test('[H9] bad rows are refused with line, field and reason, and the others are loaded', async () => {
  const file = write('bad.csv', [
    HEADER,
    'BAD-1,Halden,Velo Sport,225/45R17,Used,Summer,-1,1,7,2421',
    'BAD-2,Halden,Velo Sport,2/45R17,Used,Summer,62,1,7,2421',
    'BAD-3,Halden,Velo Sport,225/45R17,Used,Summer,62,1,7,2410',
    'x,'.repeat(199),
    Buffer.from([0x42, 0x2c, 0xc3, 0x28, 0x2c]),
    'OK-1,Halden,Velo Sport,225/45R17,Used,Summer,62,1,7,2421',
    'OK-1,Halden,Velo Sport,225/45R17,Used,Summer,63,1,7,2421',
  ])
  expect(await load(file)).toMatchObject({ rows: 7, loaded: 1, created: 1, refused: 6 })
  const lines = readFileSync(`${file}.refused.csv`, 'utf8').trim().split('\n')
  expect(lines[0]).toBe('line,field,reason,row')
  expect(lines.map((line) => line.split(',').slice(0, 3).join(','))).toEqual([
    'line,field,reason',
    '2,price,is below zero',
    '3,size,is not a tire size',
    '4,dot,made before 2011',
    expect.stringContaining('5,,"has 200 columns'),
    '6,,is not valid UTF-8',
    '8,sku,stands in line 7 already',
  ])
  expect(lines[1]).toContain('"BAD-1,Halden,Velo Sport')
  expect(await one("select count(*) n from product where sku like 'BAD-%'")).toEqual({ n: 0 })
})

test('a dry run checks everything and writes nothing', async () => {
  const file = write('dry.csv', [
    HEADER,
    'DRY-1,Halden,Velo Sport,225/45R17,Used,Summer,62,1,7,2421',
    'DRY-2,,,,,,,,,',
  ])
  expect(await load(file, { target: null })).toMatchObject({ rows: 2, loaded: 1, refused: 1 })
  expect(await one("select count(*) n from product where sku like 'DRY-%'")).toEqual({ n: 0 })
  expect(existsSync(`${file}.progress.json`)).toBe(false)
})

test('an interrupted import is resumed where it stopped, with the same result', async () => {
  const rows = Array.from({ length: 25 }, (_, index) =>
    index % 7 === 3
      ? `RE-${index},Halden,Velo Sport,nonsense,Used,Summer,62,1,7,2421`
      : `RE-${index},Halden,Velo Sport,225/45R17,Used,Summer,62,1,7,2421`,
  )
  const file = write('resume.csv', [HEADER, ...rows])
  const inner = d1Target(shop.db)
  let calls = 0
  const failing: Target = {
    ...inner,
    run: async (statements) => {
      calls += 1
      if (calls === 3) throw new Error('lost the connection')
      await inner.run(statements)
    },
  }
  await expect(load(file, { target: failing, group: 5 })).rejects.toThrow('lost the connection')
  expect(existsSync(`${file}.progress.json`)).toBe(true)
  expect(await load(file, { resume: true, group: 5 })).toMatchObject({
    rows: 25,
    skipped: 10,
    loaded: 21,
    created: 21,
    refused: 4,
  })
  expect(await one("select count(*) n from product where sku like 'RE-%'")).toEqual({ n: 21 })
  const refused = readFileSync(`${file}.refused.csv`, 'utf8').trim().split('\n')
  expect(refused.map((line) => line.split(',')[0])).toEqual(['line', '5', '12', '19', '26'])
  expect(existsSync(`${file}.progress.json`)).toBe(false)
})

test('another file with the same name does not resume the import of the first', async () => {
  const file = write('other.csv', [HEADER, 'OT-1,Halden,Velo Sport,225/45R17,Used,Summer,62,1,7,2421'])
  writeFileSync(
    `${file}.progress.json`,
    JSON.stringify({ key: 'x', rows: 1, created: 0, changed: 0, refused: 0, refusedBytes: 0 }),
  )
  expect(await load(file, { resume: true })).toMatchObject({ skipped: 0, created: 1 })
})

test('[audit B3] a file with few columns changes only these, and restocks no sold tire', async () => {
  const day = (date: number) => Date.UTC(2026, 10, date)
  const full = write('full.csv', [
    `${HEADER},special_price,setqty,status`,
    'PA-1,Halden,Velo Sport,225/45R17 94W,Used,Summer,62.00,4,7,2421,58.00,2,disabled',
    'PA-2,Halden,Velo Sport,225/45R17 94W,New,Summer,120.00,8,,1226,,1,',
  ])
  expect(await load(full)).toMatchObject({ created: 2 })
  await shop.db.run(["update stock set qty = 2 where stock_sku = 'PA-1'"])
  const state = (sku: string) =>
    one<Record<string, unknown>>(
      `select p.*, s.qty from product p join stock s on s.stock_sku = p.stock_sku where p.sku = '${sku}'`,
    )
  const before = await state('PA-1')
  const prices = write('prices.csv', ['sku,price', 'PA-1,70.00', 'PA-2,119.00', 'PA-3,50.00'])
  expect(await load(prices, { now: day(22) })).toMatchObject({ rows: 3, created: 0, changed: 2, refused: 1 })
  const refused = readFileSync(`${prices}.refused.csv`, 'utf8')
  expect(refused).toContain(
    '4,sku,"PA-3 is not in this shop, so it is a new product, which needs brand, model, size, condition as well"',
  )
  expect(await state('PA-1')).toEqual({
    ...before,
    ...{ price: 7000, final_price: 5800, price_by_tire: 2900, updated_at: day(22) },
  })
  // An empty cell changes nothing, like a missing column.
  const again = write('again.csv', ['sku,price,qty,dot,special_price', 'PA-1,71.00,9,,', 'PA-2,,3,,'])
  expect(await load(again, { now: day(23) })).toMatchObject({ changed: 1 })
  expect(await state('PA-1')).toMatchObject({ qty: 2, dot: '2421', special_price: 5800, price: 7100 })
  expect(await load(again, { now: day(24), setStock: true })).toMatchObject({ changed: 2 })
  expect(await state('PA-1')).toMatchObject({ qty: 18, setqty: 2 })
  expect(await state('PA-2')).toMatchObject({ qty: 3 })
  const ended = write('ended.csv', ['sku,special_price', 'PA-1,none'])
  expect(await load(ended, { now: day(25) })).toMatchObject({ changed: 1 })
  expect(await state('PA-1')).toMatchObject({ special_price: null, final_price: 7100, price_by_tire: 3550 })
})

test('a row without stock creates no pool for a product without one', async () => {
  await load(write('stock.csv', [HEADER, 'SH-1,Halden,Velo,225/45R17,New,Summer,62,4,,1226']))
  const empty = async (sku: string, type: string) => {
    await shop.db.run([
      `delete from stock where stock_sku = '${sku}'`,
      `update product set type_id = '${type}' where sku = '${sku}'`,
    ])
  }
  const qty = () => one("select qty from stock where stock_sku = 'SH-1'")
  await empty('SH-1', 'simple')
  expect(await load(write('stock-1.csv', ['sku,price', 'SH-1,63']), { now: Date.now() })).toMatchObject({
    changed: 1,
  })
  expect(await qty()).toBeUndefined()
  for (const type of ['bundle', 'grouped']) {
    await empty('SH-1', type)
    await load(write('stock-2.csv', ['sku,qty', 'SH-1,3']), { setStock: true })
    expect(await qty()).toBeUndefined()
  }
  await empty('SH-1', 'simple')
  await load(write('stock-2.csv', ['sku,qty', 'SH-1,3']))
  expect(await qty()).toEqual({ qty: 3 })
})

test('[audit B4] a price that a lot cannot have is reported with its line, and the rest of the row is loaded', async () => {
  const lot = await one<{ sku: string; price: number; units: string }>(
    "select p.sku, p.price, group_concat(v.sku, ' or ') units from product p join (select * from product order by sku) v on v.parent_id = p.id group by p.id limit 1",
  )
  const dollars = (cents = 0) => (cents / 100).toFixed(2)
  const lines = (price: number) => [
    'sku,price,sku_price_grade',
    'MK-1,25.00,none',
    `${lot?.sku},${dollars(price)},A`,
  ]
  const other = await load(write('lot.csv', lines((lot?.price ?? 0) + 100)))
  expect(other).toMatchObject({
    loaded: 2,
    refused: 0,
    leftPrices: [`line 3: ${lot?.sku} has the price of what it is made of: change ${lot?.units}`],
  })
  const now = await one(`select price, price_grade from product where sku = '${lot?.sku}'`)
  expect(now).toEqual({ price: lot?.price, price_grade: 'A' })
  expect((await load(write('lot-same.csv', lines(lot?.price ?? 0)))).leftPrices).toEqual([])
})

test('[audit B4] a new name also changes the address of the product', async () => {
  await load(write('name.csv', ['sku,name', 'IM-2,Foreign Nova Plus']))
  expect(await one("select name, url_key, url_path from product where sku = 'IM-2'")).toEqual({
    name: 'Foreign Nova Plus',
    url_key: 'foreign-nova-plus',
    url_path: 'foreign-nova-plus-im-2',
  })
  await load(write('good.csv', [HEADER, ...GOOD]))
})

test('[audit B3] a variant keeps its parent, its pool and its kind', async () => {
  const child = await one<Record<string, unknown>>(
    'select * from product where parent_id is not null and setqty = 4 limit 1',
  )
  const whole = write('child.csv', [
    HEADER,
    `${child?.sku},${child?.brand},${child?.model},${child?.size},New,Summer,401.00,5,,1226`,
  ])
  expect(await load(whole, { setStock: true })).toMatchObject({ created: 0, changed: 1, refused: 0 })
  expect(await one(`select * from product where sku = '${child?.sku}'`)).toMatchObject({
    ...{ parent_id: child?.parent_id, parent_sku: child?.parent_sku, stock_sku: child?.stock_sku },
    ...{ visibility: child?.visibility, setqty: 4, kind: child?.kind, price: 40_100, price_by_tire: 10_025 },
  })
  expect(await one(`select count(*) n from stock where stock_sku = '${child?.sku}'`)).toEqual({ n: 0 })
})

test('[audit B3] in a file of SQL, a row with few fields changes the existing product', async () => {
  const file = write('little.csv', ['sku,price', 'IM-3,111.00', 'NOBODY-1,5.00'])
  const target = fileTarget(`${file}.sql`)
  expect(await load(file, { target, db: null })).toMatchObject({ loaded: 2, partial: 2 })
  await target.close()
  const statements = readFileSync(`${file}.sql`, 'utf8').split(';\n').filter(Boolean)
  await shop.db.run(statements)
  expect(await one("select price, final_price from product where sku = 'IM-3'")).toEqual({
    price: 11_100,
    final_price: 11_100,
  })
  expect(await one("select count(*) n from product where sku = 'NOBODY-1'")).toEqual({ n: 0 })
})

test('JSON lines load like CSV', async () => {
  const row = {
    sku: 'JL-1',
    brand: 'Halden',
    model: 'Velo Sport',
    size: '225/45R17',
    condition: 'New',
    price: 118.5,
    run_flat: true,
  }
  const file = write('rows.jsonl', [JSON.stringify(row)])
  expect(await load(file)).toMatchObject({ created: 1 })
  expect(await one("select price, run_flat from product where sku = 'JL-1'")).toEqual({
    price: 11_850,
    run_flat: 1,
  })
})

test('an import changes a used tire of the demo shop and keeps its inspection report', async () => {
  const used = await one<{ sku: string; passport: string }>(
    "select sku, passport from product where passport is not null and type_id = 'simple' limit 1",
  )
  const file = write('stocked.csv', [
    HEADER,
    `${used?.sku},Halden,Velo Sport,225/45R17,Used,Summer,41,1,5,2421`,
  ])
  expect(await load(file)).toMatchObject({ created: 0, changed: 1 })
  expect(await one(`select price, passport from product where sku = '${used?.sku}'`)).toEqual({
    price: 4100,
    passport: used?.passport,
  })
})

test('a file of SQL has the same effect as an import', async () => {
  const file = write('to-file.csv', [HEADER, 'SQ-1,Halden,Velo Sport,225/45R17,Used,Summer,62,1,7,2421'])
  const sql = `${file}.sql`
  const target = fileTarget(sql)
  await load(file, { target, db: null })
  await target.close()
  const statements = readFileSync(sql, 'utf8').split(';\n').filter(Boolean)
  await shop.db.run(statements)
  expect(await one("select count(*) n from product where sku = 'SQ-1'")).toEqual({ n: 1 })
})

test('a mapping with a missing column is refused before any row is read', async () => {
  const file = write('columns.csv', ['Item No,Price', '1,2'])
  await expect(load(file, { mapping: readMapping('sku=Number') })).rejects.toThrow(
    'has no column "Number". It has: Item No, Price',
  )
  await expect(load(file)).rejects.toThrow('has no column "sku"')
})

const data = process.env.TIRE_DATA
if (data) {
  const file = join(data, 'tiredb-tires-2012.csv')
  test('a catalog of 3,494 real tires passes a dry run and an import', async () => {
    const all = { rows: 3494, loaded: 3494, refused: 0 }
    const real: Partial<ImportOptions> = {
      mapping: readMapping('scripts/import/tiredb-mapping.json'),
      refusedFile: join(shop.folder, 'tiredb.refused.csv'),
      progressFile: join(shop.folder, 'tiredb.progress.json'),
    }
    expect(await load(file, { ...real, target: null, db: null })).toMatchObject(all)
    expect(await load(file, real)).toMatchObject({ ...all, created: 3494, changed: 0 })
    expect(await one("select count(*) n from product where brand = 'Hoosier'")).toEqual({ n: 87 })
    expect(await one("select count(*) n from landing where url_path like 't/b/michelin/%'")).not.toEqual({
      n: 0,
    })
    expect(await load(file, real)).toMatchObject({ ...all, created: 0, changed: 0 })
  })
}
