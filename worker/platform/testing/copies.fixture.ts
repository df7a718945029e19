/** A catalog of many: copies of one product of the fixture, for what must hold beyond the bounds of one answer. */

/** `own`: columns that differ, as SQL over the copy's number `i` and the product `p`. */
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
