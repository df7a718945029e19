/** Units as CSV: exported, saved by spreadsheets, imported (H14). */
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { isUnitSku, skuWithCheckDigit } from '../../../schema/staff/intake/unit-sku.ts'
import { Browser, openShop } from '../../account/testing/account.harness.ts'
import { loadManyUnits } from '../units/testing/many-units.harness.ts'
import { SPREADSHEETS } from './testing/spreadsheets.fixture.ts'

const [owner, books] = [new Browser(), new Browser()]

beforeAll(async () => {
  await openShop()
  await loadManyUnits()
  // What spreadsheets like to change: codes that look like numbers, days or formulas, quotes, commas and line breaks.
  const { DB } = env
  const set = (sku: string, sql: string) =>
    DB.prepare(`UPDATE unit SET ${sql} WHERE product_id = (SELECT id FROM product WHERE sku = ?)`).bind(sku)
  const product = (sku: string, sql: string) =>
    DB.prepare(`UPDATE product SET ${sql} WHERE sku = ?`).bind(sku)
  await DB.batch([
    DB.prepare("INSERT INTO bin (code, walk) VALUES ('12-3', 1), ('MAR-1', 2), ('1E5', 3)"),
    set('TL-5001', "bin = '12-3', tin = '0123456', cost = 1005"),
    set('TL-5002', "bin = 'MAR-1', tin = '1234567890123'"),
    set('TL-5003', "bin = '1E5', tin = '1E50419'"),
    product('TL-5004', `model = '=HYPERLINK("http://x")'`),
    product('TL-5005', `model = 'One, "two"' || char(10) || 'three'`),
    product(
      'TL-5006',
      "model = '''quoted', special_price = price - 100, special_from = 1764300000000, special_to = 1795800000123",
    ),
    product('TL-5007', "dot = '0419', model = 'Größe 42 – été'"),
    product('TL-5008', "model = '@cmd', brand = '+1'"),
  ])
  await owner.signInAsStaff('owner')
  await books.signInAsStaff('books')
})
beforeEach(async () => {
  await env.DB.exec('DELETE FROM bulk_job')
})

let keys = 0
function upload(
  content: string | Uint8Array<ArrayBuffer>,
  fields: Record<string, string> = {},
  browser = owner,
) {
  keys += 1
  const body = new FormData()
  for (const [name, value] of Object.entries({ key: `upload-key-${keys}`, why: 'spring prices', ...fields }))
    body.append(name, value)
  body.append('file', new File([content], 'units.csv', { type: 'text/csv' }))
  return browser.fetch('/staff/import/', { method: 'POST', body })
}
async function exported(query = '', browser = owner): Promise<string> {
  const response = await browser.fetch(`/staff/export/${query}`)
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await response.arrayBuffer())
}
const text = async (response: Response) => (await response.text()).replace(/<!--.*?-->/g, '')
/** What the page says that a refused file is refused for. */
const problem = async (response: Response) => /id="file-error">([^<]+)</.exec(await text(response))?.[1]
const preview = async (response: Response) => text(await owner.fetch(response.headers.get('Location') ?? ''))
const job = () =>
  env.DB.prepare('SELECT id, changed, state, summary FROM bulk_job ORDER BY id DESC').first<{
    id: number
    changed: number
    state: string
    summary: string
  }>()
async function act(action: string) {
  keys += 1
  const body = new URLSearchParams({ action, job: String((await job())?.id), key: `import-act-${keys}` })
  await owner.fetch('/staff/bulk/form', { method: 'POST', body })
}
const price = (sku: string) =>
  env.DB.prepare('SELECT price FROM product WHERE sku = ?').bind(sku).first('price')
/** Changes a cell of an exported file by the names of row and column. */
function withCell(csv: string, sku: string, column: string, value: string): string {
  const at = csv.replace('\uFEFF', '').split('\r\n')[0]?.split(',').indexOf(column) ?? -1
  return csv.replace(new RegExp(`^(${sku}(?:,[^,\r]*){${at - 1}},)[^,\r]*`, 'm'), `$1${value}`)
}

test('[H14w] an export has a BOM, one header, weeks of DOT codes as 2019-W04, halves as 7.5, and no formula', async () => {
  const csv = await exported()
  expect(csv.split('\r\n')[0]).toBe(
    '\uFEFFsku,version,state,price,special_price,special_from,special_to,cost,bin,lot,tin,brand,model,size,condition,season,tread_depth,tread_new,dot,grade,tires,listed,suggested',
  )
  expect(csv).toMatch(/^TL-5007,.*Größe 42 – été.*,2019-W04,/m)
  expect(csv).toContain(`"'=HYPERLINK(""http://x"")"`)
  expect(csv).toMatch(/,7\.5,/)
  expect(csv).not.toMatch(/(^|,)[=+\-@]/m)
})

test('[H14w] an export of a filter has its units alone, in parts that fit together', async () => {
  const csv = await exported('?state=parked')
  const skus = [...csv.matchAll(/^(TL-\d+),/gm)].map(([, sku]) => sku)
  const { results } = await env.DB.prepare(
    "SELECT sku FROM product p JOIN unit u ON u.product_id = p.id WHERE u.state = 'parked' ORDER BY id",
  ).all<{ sku: string }>()
  expect(skus).toEqual(results.map(({ sku }) => sku))
})

test.each(Object.keys(SPREADSHEETS))(
  '[H14w] a file that %s saved unchanged changes nothing',
  async (name) => {
    const saved = SPREADSHEETS[name]?.(await exported()) ?? ''
    expect(await problem(await upload(saved))).toContain('changes nothing')
  },
)

test.each(Object.keys(SPREADSHEETS))('[H14w] one price changed in %s is exactly one change', async (name) => {
  const changed = withCell(await exported(), 'TL-5009', 'price', '49.5')
  const html = await preview(await upload(SPREADSHEETS[name]?.(changed) ?? ''))
  expect(html).toContain('Change 1 unit')
  expect(JSON.parse((await job())?.summary ?? '')).toMatchObject({
    outcomes: { change: 1 },
    file: { refused: 0 },
  })
  expect(html).toMatch(/TL-5009<\/a>.*\$49\.50/)
})

test('[H14w] an import runs, writes its rows into the audit log, and is undone as one', async () => {
  const before = await price('TL-5009')
  let csv = withCell(await exported(), 'TL-5009', 'price', '49.50')
  csv = withCell(csv, 'TL-5010', 'bin', "'12-3")
  await upload(csv)
  await act('start')
  expect(await job()).toMatchObject({ state: 'done', changed: 2 })
  expect(await price('TL-5009')).toBe(4_950)
  expect(
    await env.DB.prepare(
      'SELECT why, source, "after" FROM audit_log WHERE record_id = \'TL-5009\' ORDER BY id DESC',
    ).first(),
  ).toEqual({ why: 'spring prices', source: 'import', after: '{"price":4950}' })
  await act('undo')
  expect(await price('TL-5009')).toBe(before)
})

test('[H14w] a file of yesterday overwrites nothing that was changed since, unless it should', async () => {
  const yesterday = await exported()
  await upload(withCell(yesterday, 'TL-5011', 'price', '51'))
  await act('start')
  expect(await price('TL-5011')).toBe(5_100)
  const html = await preview(await upload(withCell(yesterday, 'TL-5012', 'price', '52')))
  expect(html).toContain('Change 1 unit')
  expect(html).toMatch(/TL-5011:<\/b> Someone changed this unit after the export/)
  await upload(yesterday, { overwrite: '1' })
  await act('start')
  expect(await price('TL-5011')).not.toBe(5_100)
})

test('[H14w] rows that are wrong are refused with their number and reason, the others change', async () => {
  let csv = await exported()
  csv = withCell(csv, 'TL-5013', 'price', 'cheap')
  csv = withCell(csv, 'TL-5014', 'brand', 'Another')
  csv = withCell(csv, 'TL-5015', 'bin', 'Z-99')
  csv = withCell(csv, 'TL-5016', 'price', '0.001')
  csv = withCell(csv, 'TL-5017', 'price', '57')
  csv += 'TL-NONE,1,live,10\r\n'
  csv += `${csv.split('\r\n').find((line) => line.startsWith('TL-5018,'))}\r\n`
  const html = await preview(await upload(csv))
  const refused = [...html.matchAll(/<b>Row \d+, ([^:]+):<\/b> ([^<]+)</g)].map(
    ([, sku, reason]) => `${sku}: ${reason}`,
  )
  expect(refused.sort()).toEqual([
    'TL-5013: This value can’t be read, in column price.',
    'TL-5014: This can’t be changed by a file, in column brand.',
    'TL-5015: No bin has this code.',
    'TL-5016: This value can’t be read, in column price.',
    'TL-5018: This unit is in the file twice.',
    'TL-NONE: No unit has this SKU. For a row that adds tires, leave version empty.',
  ])
  expect(html).toContain('Change 1 unit')
  const file = await (await owner.fetch(`/staff/bulk/${(await job())?.id}/refused`)).text()
  expect(file.split('\r\n')).toHaveLength(8)
  expect(file).toContain('refused,sku,version,')
  // The same file again, as somebody would send it after mending a row.
  expect(await preview(await upload(file.replace('cheap', '53')))).toContain('Change 1 unit')
})

test.each([
  ['an empty file', '', 'no rows'],
  ['a header alone', 'sku,version,price\r\n', 'no rows'],
  ['a workbook', new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 6, 0]), 'Excel workbook'],
  ['UTF-16', new Uint8Array([0xff, 0xfe, 115, 0, 107, 0, 117, 0]), 'UTF-16'],
  [
    'letters of another encoding',
    new Uint8Array([...new TextEncoder().encode('sku,version,model\r\nTL-5001,1,'), 0xe9]),
    'Some letters',
  ],
  ['semicolons', 'sku;version;price\r\nTL-5001;1;62,00\r\n', 'semicolons'],
  ['tabs', 'sku\tversion\r\nTL-5001\t1\r\n', 'semicolons or tabs'],
  ['a header that is none', 'TL-5001,1,live\r\n', 'name the columns'],
  ['a column that no export has', 'sku,version,prize\r\nTL-5001,1,3\r\n', '“prize”'],
  ['a column twice', 'sku,version,price,price\r\nTL-5001,1,3,4\r\n', '“price”'],
  ['a quote that is never closed', `sku,version,bin\r\nTL-5001,1,"${'x'.repeat(5_000_000)}`, 'never closed'],
])('[H14w] %s is refused with a reason', async (_, content, reason) => {
  const refused = await upload(content)
  expect(refused.status).toBe(422)
  expect(await problem(refused)).toContain(reason)
  expect(await job()).toBeNull()
})

test('[H14w] books export and import nothing', async () => {
  expect(await exported('', books)).toContain('TL-5001')
  expect((await upload('sku,version\r\n', {}, books)).status).toBe(403)
})

const HEADER = 'sku,version,price,cost,bin,lot,tin,brand,model,size,condition,season,tread_depth,dot,tires'
const NEW_TIRES = [
  HEADER,
  'NEW-1,,129.00,81.50,12-3,,,Norwind,Frost 3,215/60R16 99H,New,Winter,,2025-W10,24',
  ',,119,,,1,,Norwind,Frost 3,225/45R17 94W XL,new,winter,,,8',
  'USED-1,,62,,,,4B9KXXR2419,Halden,Velo Sport,225/45R17 94W,Used,Summer,7.5,,',
  ',,,,,,,,,,,,,,',
].join('\r\n')
const unitRow = (sku: string) =>
  env.DB.prepare(
    `SELECT u.state, u.bin, u.cost, u.tin, s.qty, u.off_sale, p.dot, p.tread_depth AS depth FROM product p
      JOIN unit u ON u.product_id = p.id JOIN stock s USING (stock_sku) WHERE p.sku = ?`,
  )
    .bind(sku)
    .first()

test('[H14w] rows without a version are new tires: shown first, added by one press, on sale, and a repeated press adds none', async () => {
  const uploaded = await upload(NEW_TIRES)
  const html = await preview(uploaded)
  expect(html).toContain('Add 3 units')
  expect(html).toMatch(/NEW-1<small>215\/60R16 Norwind Frost 3<.*24 tires<.*\$129\.00/)
  expect(html).toMatch(/USED-1<.*1 tire, off sale</)
  expect(await unitRow('NEW-1')).toBeNull()
  await act('start')
  await act('start')
  expect(await job()).toMatchObject({ state: 'done', changed: 3 })
  expect(await unitRow('NEW-1')).toEqual({
    state: 'live',
    bin: '12-3',
    cost: 8150,
    tin: null,
    qty: 24,
    off_sale: 0,
    dot: '1025',
    depth: 12,
  })
  expect(await unitRow('USED-1')).toEqual({
    state: 'parked',
    bin: null,
    cost: null,
    tin: '4B9KXXR2419',
    qty: 0,
    off_sale: 1,
    dot: '2419',
    depth: 7.5,
  })
  const page = await owner.fetch('/p/NEW-1/norwind-frost-3-215-60r16-99h')
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('$129.00')
  const { results } = await env.DB.prepare(
    'SELECT record_id AS sku, why, source, kind FROM audit_log WHERE batch = (SELECT key FROM bulk_job ORDER BY id DESC) ORDER BY id',
  ).all<{ sku: string }>()
  expect(results.map(({ sku, ...row }) => row)).toEqual(
    Array.from({ length: 3 }, () => ({ why: 'spring prices', source: 'import', kind: 'create' })),
  )
  const [, given] = results
  expect(isUnitSku(given?.sku ?? '')).toBe(true)
  expect(await unitRow(given?.sku ?? '')).toMatchObject({ qty: 8, depth: 12 })
  // What was added is exported and comes back unchanged, and the same file adds nothing again.
  expect(await problem(await upload(await exported()))).toContain('changes nothing')
  const again = await preview(await upload(NEW_TIRES.replace(/^,,119.*$/m, '')))
  expect(again).toContain('NEW-1:</b> A unit has this SKU already.')
  expect(again).not.toContain('Add ')
})

test('[H14w] new tires of a file are taken back as one, but those that are sold since, and come again by an undo', async () => {
  await upload(NEW_TIRES.replaceAll('-1,', '-2,'))
  await act('start')
  const file = await job()
  expect(file).toMatchObject({ state: 'done', changed: 3 })
  await env.DB.prepare("UPDATE stock SET qty = qty - 1 WHERE stock_sku = 'NEW-2'").run()
  const undo = new URLSearchParams({ action: 'undo', job: String(file?.id), key: 'undo-of-new-tires' })
  await owner.fetch('/staff/bulk/form', { method: 'POST', body: undo })
  expect(await job()).toMatchObject({ state: 'done', changed: 2 })
  expect(await text(await owner.fetch(`/staff/bulk/${(await job())?.id}`))).toMatch(/NEW-2<\/a>/)
  expect(await unitRow('NEW-2')).toMatchObject({ state: 'live', qty: 23 })
  expect(await unitRow('USED-2')).toMatchObject({ state: 'parked', qty: 0, off_sale: 0 })
  const row = await env.DB.prepare(
    "SELECT id FROM audit_log WHERE record_id = 'USED-2' AND kind = 'undo'",
  ).first('id')
  const again = new URLSearchParams({ undo: String(row), return: '/staff/audit/', key: 'undo-of-the-undo' })
  await owner.fetch('/staff/audit/form/', { method: 'POST', body: again })
  expect(await unitRow('USED-2')).toMatchObject({ state: 'parked', off_sale: 1 })
})

test('[H14w] a number that was taken since the preview is skipped, the other new tires are added', async () => {
  // More than one part of a run.
  const more = Array.from(
    { length: 30 },
    (_, at) => `MORE-${at},,99,,,,,Norwind,Frost 3,215/60R16 99H,New,Winter,,,4`,
  )
  await upload([NEW_TIRES.replaceAll('-1,', '-3,'), ...more].join('\r\n'))
  await env.DB.prepare(
    "INSERT INTO stock (stock_sku, qty, manage, low_mark, updated_at) VALUES ('NEW-3', 1, 1, 0, 0)",
  ).run()
  await act('start')
  expect(await job()).toMatchObject({ state: 'done', changed: 32 })
  expect(await unitRow('NEW-3')).toBeNull()
  expect(await unitRow('MORE-29')).toMatchObject({ state: 'live', qty: 4 })
  expect(await unitRow('USED-3')).toMatchObject({ state: 'parked' })
  const page = await text(await owner.fetch(`/staff/bulk/${(await job())?.id}`))
  expect(page).toMatch(/NEW-3<\/a>.*Another unit has this number/)
})

test('[H14w] rows of new tires are refused by the rules of the intake', async () => {
  const good = 'N-0,,129.00,81.50,,,,Norwind,Frost 3,215/60R16 99H,New,Winter,,1025,24'
  const rows: [row: string, reason: string][] = [
    [good.replace('N-0', skuWithCheckDigit(999_999)), 'The shop gives SKUs of this kind itself.'],
    [good.replace('N-0', 'N 0'), 'An SKU has up to 64 letters, digits, dots and hyphens.'],
    [good.replace('N-0', 'tl-5001'), 'A unit has this SKU already.'],
    [good.replace('N-0', 'N-1').replace('129.00', ''), 'Enter a price.'],
    [good.replace('N-0', 'N-2').replace('129.00', 'cheap'), 'This value can’t be read, in column price.'],
    [good.replace('N-0', 'N-3').replace(' 99H', ''), 'Add load index and speed after the size'],
    [good.replace('N-0', 'N-4').replace('Norwind', ''), 'Enter the brand.'],
    [good.replace('N-0', 'N-5').replace('Winter', 'Spring'), 'Choose a season.'],
    [good.replace('N-0', 'N-6').replace('New', 'Old'), 'Write New, Retread, Driven Once or Used'],
    [good.replace('N-0', 'N-7').replace(',24', ',0'), 'Write how many tires there are'],
    [good.replace('N-0', 'N-8').replace(',,,,Norwind', ',Z-99,,,Norwind'), 'There’s no bin Z-99.'],
    [good.replace('N-0', 'N-9').replace(',,,,Norwind', ',,99,,Norwind'), 'This lot no longer exists.'],
    [good.replace('N-0', 'N-10').replace(',1025', ',5430'), 'A week is 01 to 53.'],
    [good.replace('N-0', 'N-11').replace('New', 'Used').replace(',24', ','), 'Measure each groove.'],
    [
      good.replace('N-0', 'N-12').replace('New,Winter,,', 'Used,Winter,1.5,').replace(',24', ','),
      'Below 2/32 in',
    ],
    [
      good.replace('N-0', 'N-13').replace('New,Winter,,', 'Used,Winter,7,'),
      'Each used tire is a unit of its own.',
    ],
    [good.replace('N-0', 'N-14').replace('81.50', '128'), 'The price must be'],
  ]
  const csv = [HEADER, ...rows.map(([row]) => row), good, good].join('\r\n')
  const manager = new Browser()
  await manager.signInAsStaff('manager')
  const answer = await upload(csv, {}, manager)
  const html = await text(await manager.fetch(answer.headers.get('Location') ?? ''))
  const refused = [...html.matchAll(/<b>Row \d+, [^:]+:<\/b> ([^<]+)</g)].map(([, reason = '']) => reason)
  expect(refused).toHaveLength(rows.length + 1)
  for (const [at, [, reason]] of rows.entries()) expect(refused[at]).toContain(reason)
  expect(refused.at(-1)).toBe('This unit is in the file twice.')
  expect(html).toContain('Add 1 unit')
})

test('[H14w] a refused new row doesn’t stand for a unit whose SKU has other letters', async () => {
  await env.DB.exec("UPDATE product SET sku = 'low-1' WHERE sku = 'TL-5020'")
  const version = await env.DB.prepare(
    "SELECT version FROM unit WHERE product_id = (SELECT id FROM product WHERE sku = 'low-1')",
  ).first('version')
  await upload(
    `sku,version,price\r\nLOW-1,,99\r\nlow-1,${version},${Number(await price('low-1')) / 100 + 1}\r\n`,
  )
  await env.DB.exec("UPDATE product SET sku = 'TL-5020' WHERE sku = 'low-1'")
  expect(JSON.parse((await job())?.summary ?? '')).toMatchObject({
    outcomes: { change: 1 },
    file: { rows: [{ sku: 'LOW-1', message: 'A unit has this SKU already.' }] },
  })
})

test('[H14w] a new tire that an open recall names is never on sale', async () => {
  await env.DB.prepare(
    `INSERT INTO recall (campaign, maker, notice, remedy, products, is_open, version, created_at)
      VALUES ('26T001', 'Norwind', '', '', '[{"brand":"Norwind","model":"Frost 3","size":null,"from":null,"to":null}]', 1, 1, 0)`,
  ).run()
  await upload(NEW_TIRES.replaceAll('-1,', '-4,'))
  await act('start')
  expect(await unitRow('NEW-4')).toMatchObject({ state: 'recalled', qty: 0, off_sale: 24 })
  expect(await unitRow('USED-4')).toMatchObject({ state: 'parked' })
})
