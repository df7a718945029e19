/** Many alike units for tests of bulk changes: TL-1001 of the fixture, copied. */
import { env } from 'cloudflare:workers'

/** Adds units BULK-1, BULK-2, … for $100 each, and returns their skus. */
export async function addUnits(units: number): Promise<string[]> {
  const { results } = await env.DB.prepare("SELECT name FROM pragma_table_info('product')").all<{
    name: string
  }>()
  const own: Readonly<Record<string, string>> = {
    id: '90000 + n.i',
    sku: "'BULK-' || n.i",
    stock_sku: "'BULK-' || n.i",
    url_key: "'bulk-' || n.i",
    url_path: "'bulk-' || n.i",
    price: '10000',
    final_price: '10000',
    price_by_tire: '10000',
    special_price: 'NULL',
  }
  const names = results.map(({ name }) => name)
  const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${units})`
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO product (${names.join()}) ${numbers} SELECT ${names
        .map((name) => own[name] ?? `source.${name}`)
        .join()} FROM n, product source WHERE source.sku = 'TL-1001'`,
    ),
    env.DB.prepare(`INSERT INTO stock (stock_sku, qty, manage, low_mark, updated_at) ${numbers}
      SELECT 'BULK-' || n.i, 1, 1, 0, 0 FROM n`),
  ])
  return Array.from({ length: units }, (_, index) => `BULK-${index + 1}`)
}
