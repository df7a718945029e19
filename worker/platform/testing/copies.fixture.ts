/** Fills the catalog with copies of one product of the fixture, for tests of results that exceed one response. */

/** Copies a product. `own`: columns that differ, as SQL with the number of the copy `i` and the product `p`. */
export async function copyProduct(
  db: D1Database,
  sku: string,
  copies: number,
  own: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { results } = await db.prepare('pragma table_info(product)').all<{ name: string }>()
  const differing: Readonly<Record<string, string>> = {
    id: '900000 + i',
    sku: "'COPY-' || i",
    url_key: "'copy-' || i",
    url_path: "'copy-' || i",
    ...own,
  }
  const names = results.map(({ name }) => name)
  await db
    .prepare(
      `with recursive n(i) as (select 0 union all select i + 1 from n where i < ?1 - 1)
       insert into product (${names.join()})
       select ${names.map((name) => differing[name] ?? `p.${name}`).join()} from n, product p where p.sku = ?2`,
    )
    .bind(copies, sku)
    .run()
}
