/** Units as CSV: exported, saved by spreadsheets, imported (H14). */
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test } from 'vitest'
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
    'TL-NONE: No unit has this number. Take new tires in first.',
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
