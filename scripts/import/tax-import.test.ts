import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { d1Target, type Target } from '../load/target.ts'
import { formatPlan } from './tax-command.ts'
import { importTaxRates, undoTaxImport } from './tax-import.ts'
import { type ImportShop, openImportShop } from './testing/import.harness.ts'

const NOW = Date.UTC(2026, 10, 26)

let shop: ImportShop
beforeAll(async () => {
  shop = await openImportShop({ tires: 0 })
})
afterAll(() => shop.close())
beforeEach(() =>
  shop.db.run([
    'DELETE FROM tax_rate WHERE zip_from IS NOT NULL',
    'DELETE FROM tax_import',
    'DELETE FROM tax_import_rate',
  ]),
)

let files = 0
function load(lines: readonly string[], target: Target | null = d1Target(shop.db)) {
  files += 1
  return importTaxRates({ file: shop.write(`rates-${files}.csv`, lines), db: shop.db, target, now: NOW })
}

/** The percentage that an order pays at a ZIP code, as the shop adds it up. */
async function percentAt(zip: string): Promise<number> {
  const rows = await shop.db.query<{ rate: number }>(
    `SELECT t.rate FROM tax_rate t JOIN zip_code z ON z.zip = '${zip}' JOIN region r ON r.code = z.state AND r.region_id = t.tax_region_id
     WHERE t.zip_from IS NULL OR '${zip}' BETWEEN t.zip_from AND t.zip_to`,
  )
  return rows.reduce((sum, { rate }) => sum + Math.round(rate * 10_000), 0) / 10_000
}

test('[H13b] [D8] rates by ZIP code replace those of their states, and other states keep theirs', async () => {
  const { plans } = await load([
    'state,zip,zip_to,rate,name',
    'IL,60601,60608,0.1025,Chicago',
    'il,60540,,0.0775,',
    'TX,75201,,0.0825,Dallas',
  ])
  expect(plans.map(formatPlan)).toEqual([
    'IL: 2 rows, 7.75% to 10.25% (2 new, 0 changed, 0 removed)',
    'TX: 1 row, 8.25% (1 new, 0 changed, 0 removed)',
  ])
  expect([
    await percentAt('60607'),
    await percentAt('60540'),
    await percentAt('60610'),
    await percentAt('75201'),
  ]).toEqual([10.25, 7.75, 6.25, 8.25])
  const again = await load(['State,ZipCode,TaxRegionName,EstimatedCombinedRate', 'IL,60607,CHICAGO,0.1050'])
  expect(again.plans.map(formatPlan)).toEqual(['IL: 1 row, 10.5% (1 new, 0 changed, 2 removed)'])
  expect([await percentAt('60607'), await percentAt('60540'), await percentAt('75201')]).toEqual([
    10.5, 6.25, 8.25,
  ])
})

test('[H13b] a plan writes nothing, and an import is undone once', async () => {
  const before = ['state,zip,rate', 'IL,60601,0.1025']
  await load(before)
  const version = "SELECT value FROM config WHERE path = 'catalog/version'"
  const [old] = await shop.db.query<{ value: string }>(version)
  const { plans } = await load(['state,zip,rate', 'IL,60601,0.11'], null)
  expect(plans.map(formatPlan)).toEqual(['IL: 1 row, 11% (0 new, 1 changed, 0 removed)'])
  expect(await percentAt('60601')).toBe(10.25)
  expect(await shop.db.query(version)).toEqual([old])

  await load(['state,zip,rate', 'IL,60602,0.11'])
  expect([await percentAt('60601'), await percentAt('60602')]).toEqual([6.25, 11])
  expect(await undoTaxImport(shop.db, d1Target(shop.db), NOW + 1)).toMatch(/^rates-\d+\.csv$/)
  expect([await percentAt('60601'), await percentAt('60602')]).toEqual([10.25, 6.25])
  expect(await shop.db.query(version)).not.toEqual([old])
  await expect(undoTaxImport(shop.db, d1Target(shop.db), NOW)).rejects.toThrow(
    'There is no import of tax rates to undo',
  )
})

test('[H13b] an import that stops before its last step has changed no rate, and the next one is whole', async () => {
  await load(['state,zip,rate', 'IL,60601,0.1025'])
  const target = d1Target(shop.db)
  let calls = 0
  const failing: Target = {
    ...target,
    run: async (statements) => {
      calls += 1
      if (calls > 1) throw new Error('killed')
      return target.run(statements)
    },
  }
  await expect(load(['state,zip,rate', 'IL,60602,0.09'], failing)).rejects.toThrow('killed')
  expect([await percentAt('60601'), await percentAt('60602')]).toEqual([10.25, 6.25])
  await load(['state,zip,rate', 'IL,60603,0.08'])
  expect([await percentAt('60601'), await percentAt('60602'), await percentAt('60603')]).toEqual([
    6.25, 6.25, 8,
  ])
  await undoTaxImport(shop.db, d1Target(shop.db), NOW)
  expect([await percentAt('60601'), await percentAt('60603')]).toEqual([10.25, 6.25])
})

test('[H13b] a rate that repeats costs nothing in exactness: parts that floats cannot add up are exact', async () => {
  await shop.db.run(["UPDATE tax_rate SET rate = 0.1 WHERE code = 'US-IL-*'"])
  await load(['state,zip,rate', 'IL,60601,0.003'])
  expect(await percentAt('60601')).toBe(0.3)
  await shop.db.run(["UPDATE tax_rate SET rate = 6.25 WHERE code = 'US-IL-*'"])
})

const HEAD = 'state,zip,zip_to,rate'
test.each([
  ['a percentage', ['IL,60601,,62.5'], 'line 2: the rate 62.5 would be 6250%: write 10.25% as 0.1025'],
  [
    'a percentage below 15',
    ['IL,60601,,10.25'],
    'line 2: the rate 10.25 would be 1025%: write 10.25% as 0.1025',
  ],
  ['a sign', ['IL,60601,,10.25%'], 'line 2: the rate "10.25%" is no fraction of at most 6 decimals'],
  ['an empty rate', ['IL,60601,,'], 'line 2: the rate "" is no fraction'],
  ['only the local part', ['IL,60601,,0.04'], 'line 2: the rate 0.04 is below the rate of IL, 0.0625'],
  ['an unknown state', ['XX,60601,,0.1'], 'line 2: "XX" is no state'],
  [
    'a lost zero',
    ['MA,2139,,0.0625'],
    'line 2: "2139" is no ZIP code of 5 digits. A spreadsheet may have removed its zeros at the front',
  ],
  ['a ZIP code of another state', ['IL,75201,,0.08'], 'line 2: 75201 is a ZIP code of TX, not of IL'],
  ['a range into another state', ['IL,60601,99999,0.08'], /line 2: \d{5} is a ZIP code of \w\w, not of IL/],
  ['a range that runs backward', ['IL,60608,60601,0.08'], 'line 2: the ZIP code 60608 is above 60601'],
  [
    'a ZIP code twice',
    ['IL,60601,,0.08', 'IL,60602,,0.08', 'IL,60601,,0.09'],
    'line 4: 60601 stands in line 2 already',
  ],
  [
    'ranges that overlap',
    ['IL,60601,60605,0.08', 'IL,60605,60608,0.09'],
    'line 3: 60605 to 60608 overlaps 60601 to 60605 of line 2',
  ],
  [
    'a range inside an earlier one',
    ['IL,60601,60608,0.08', 'IL,60602,,0.09', 'IL,60607,,0.09'],
    /line 3: .*\nline 4: 60607 overlaps 60601 to 60608 of line 2/,
  ],
  ['a missing cell', ['IL,60601,0.1'], 'line 2: has 3 columns, the header has 4'],
])(
  '[H13b] a file with %s is refused with its line, and nothing of it is loaded',
  async (_, rows, message) => {
    await expect(load([HEAD, ...rows])).rejects.toThrow(message)
    await expect(load([HEAD, ...rows, 'TX,75201,,0.0825'])).rejects.toThrow('was not loaded')
    expect(await percentAt('75201')).toBe(6.25)
  },
)

test('[H13b] files of another kind, empty files and unknown ZIP codes have messages of their own', async () => {
  await expect(load(['state,zip,percent', 'IL,60601,10.25'])).rejects.toThrow(
    'has no column "rate". It has: state, zip, percent',
  )
  await expect(load([HEAD])).rejects.toThrow('has no rows')
  await expect(
    importTaxRates({ file: shop.write('empty.csv', []), db: shop.db, target: null, now: NOW }),
  ).rejects.toThrow('empty.csv is empty')
  const { plans, unknown } = await load([`\uFEFF${HEAD}`, 'IL,60601,,0.1025', 'IL,00000,,0.1025'])
  expect(unknown).toBe(1)
  expect(plans.map(formatPlan)).toEqual(['IL: 1 row, 10.25% (1 new, 0 changed, 0 removed)'])
  await expect(load([HEAD, 'IL,00000,,0.1'])).rejects.toThrow('has no ZIP code that the shop knows')
})
