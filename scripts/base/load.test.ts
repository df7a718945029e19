import { afterAll, beforeAll, expect, test } from 'vitest'
import { taxRate } from '../../schema/cart/totals/tax.table.ts'
import { EXTRA_ATTRIBUTES } from '../../schema/catalog/attributes/extra-attributes.ts'
import { d1Target } from '../load/target.ts'
import { openTempD1 } from '../load/temp-d1.ts'
import { DEMO_ACCOUNTS } from '../seed/customers.ts'
import { ZIP_COUNT } from '../zip.ts'
import { baseStatements } from './load.ts'
import { mergeStatements } from './merge.ts'
import { TAX_RATE_ROWS } from './taxes.ts'

let opened: Awaited<ReturnType<typeof openTempD1>>

beforeAll(async () => {
  opened = await openTempD1()
  await loadBase()
})
afterAll(() => opened.close())

async function loadBase(environment: 'local' | 'production' = 'local'): Promise<void> {
  await d1Target(opened.db).run(await baseStatements(environment))
}

async function all<Row>(sql: string): Promise<Row[]> {
  return opened.db.query<Row>(sql)
}

function run(...statements: string[]): Promise<unknown> {
  return opened.db.run(statements)
}

const COUNTS = `SELECT (SELECT count(*) FROM region) AS regions, (SELECT count(*) FROM zip_code) AS zips,
  (SELECT count(*) FROM tax_rate) AS rates, (SELECT count(*) FROM fee_rule) > 20 AS fees,
  (SELECT count(*) FROM cms_page) > 8 AS pages, (SELECT count(*) FROM category) AS categories,
  (SELECT count(*) FROM landing WHERE level = 1) AS roots, (SELECT count(*) FROM car_fitment) > 80 AS cars,
  (SELECT count(*) FROM attribute) AS attributes, (SELECT count(*) FROM product) AS products`

test('[audit B1] an empty shop gets everything that selling needs, but no product and no account', async () => {
  expect(await all(COUNTS)).toEqual([
    {
      regions: 65,
      zips: ZIP_COUNT,
      rates: 51,
      fees: 1,
      pages: 1,
      categories: 12,
      roots: 7,
      cars: 1,
      attributes: 24 + EXTRA_ATTRIBUTES.length,
      products: 0,
    },
  ])
  expect(await all('SELECT count(*) AS n FROM customer')).toEqual([{ n: 0 }])
  expect(await all("SELECT value FROM config WHERE path = 'shop/environment'")).toEqual([{ value: 'local' }])
  expect(
    await all(
      "SELECT u.url, l.name, p.url_path AS parent FROM url_map u JOIN landing l ON l.id = u.target_id JOIN landing p ON p.id = l.parent_id WHERE u.url IN ('t/c/used', 'USA/Illinois/Chicago') ORDER BY u.url",
    ),
  ).toEqual([
    { url: 'USA/Illinois/Chicago', name: 'Tires in Chicago', parent: 'USA/Illinois' },
    { url: 't/c/used', name: 'Used tires', parent: 't/c' },
  ])
})

test('[audit B1] loading base data twice keeps what a merchant changed, deleted or added', async () => {
  await run(
    "UPDATE cms_page SET content = 'Ours' WHERE identifier = 'about-us'",
    "UPDATE config SET value = 'Tires of mine' WHERE path = 'general/store_information/name'",
    'DELETE FROM tax_rate WHERE id IN (7, 8)',
    "INSERT INTO tax_rate (id, rule_id, code, tax_country_id, tax_region_id, rate, demo, source) VALUES (8, 1, 'mine', 'US', 23, 9.5, 0, '')",
    "DELETE FROM url_map WHERE url = 'tires'",
  )
  const state = () =>
    all(
      'SELECT (SELECT json_group_array(json_array(id, content)) FROM cms_page) AS a, (SELECT json_group_array(json_array(path, value)) FROM config) AS b, (SELECT json_group_array(json_array(id, code, rate)) FROM tax_rate) AS c, (SELECT count(*) FROM url_map) AS d, (SELECT count(*) FROM landing) AS e, (SELECT json_group_array(json_array(table_name, row_key, written)) FROM base_row) AS f',
    )
  const before = await state()
  await loadBase()
  expect(await state()).toEqual(before)
  expect(await all("SELECT content FROM cms_page WHERE identifier = 'about-us'")).toEqual([
    { content: 'Ours' },
  ])
})

test('[audit B1] a newer release changes rows that no merchant changed, and adds new ones', async () => {
  const [first, second] = TAX_RATE_ROWS
  const newer = [
    { ...first, rate: 11.25 },
    { ...second, rate: 12.5 },
    { ...first, id: 900, code: 'new' },
  ]
  await run('UPDATE tax_rate SET rate = 3 WHERE id = 2')
  await run(...mergeStatements({ table: taxRate, key: 'id', rows: newer }))
  expect(await all('SELECT id, rate FROM tax_rate WHERE id IN (1, 2, 900) ORDER BY id')).toEqual([
    { id: 1, rate: 11.25 },
    { id: 2, rate: 3 },
    { id: 900, rate: first?.rate },
  ])
  // A third release: the row of the second one is now compared.
  await run(...mergeStatements({ table: taxRate, key: 'id', rows: [{ ...first, rate: 4 }] }))
  expect(await all('SELECT rate FROM tax_rate WHERE id = 1')).toEqual([{ rate: 4 }])
})

test('[audit A2] production is set once and loses the demo accounts that an earlier release loaded', async () => {
  const [email] = DEMO_ACCOUNTS.map((account) => account.email)
  await run(
    `INSERT INTO customer (id, email, firstname, lastname, telephone, group_id, is_first_login, created_at, updated_at) VALUES (1, '${email}', '', '', '', 1, 0, 0, 0), (2, 'buyer@shop.example', '', '', '', 1, 0, 0, 0)`,
    "DELETE FROM config WHERE path = 'shop/environment'",
  )
  await loadBase('production')
  await loadBase('local')
  expect(await all("SELECT value FROM config WHERE path = 'shop/environment'")).toEqual([
    { value: 'production' },
  ])
  expect(await all('SELECT email FROM customer')).toEqual([{ email: 'buyer@shop.example' }])
})
