/** Writes products so that loading the same rows twice changes nothing the second time. */
import { getTableColumns } from 'drizzle-orm'
import { perExtraAttribute } from '../../schema/catalog/attributes/extra-attributes.ts'
import { type ProductRow, productRow } from '../../schema/catalog/new-product/product-row.ts'
import { type NewLanding, tireLandings } from '../../schema/catalog/new-product/tire-landings.ts'
import { LAST_OPTION, tireOptions } from '../../schema/catalog/new-product/tire-options.ts'
import { product } from '../../schema/catalog/product/product.table.ts'
import { landingStatements } from '../load/landing.ts'
import { insertStatements, jsonChunks, literal, rowsOf } from '../load/sql.ts'
import { FIELDS, type Field } from './mapping.ts'
import type { ImportedProduct } from './product.ts'

type Column = Exclude<keyof ProductRow, 'id'>

/** The columns that a field of a file sets. */
const COLUMNS: Readonly<Record<Field, readonly Column[]>> = {
  sku: [],
  name: ['name', 'urlKey', 'urlPath'],
  brand: ['brand', 'brandSlug'],
  model: ['model', 'modelSlug'],
  size: ['size', 'sizeSlug', 'section', 'aspect', 'construction', 'rim'],
  condition: ['condition', 'conditionSlug'],
  sub_condition: ['subCondition'],
  seasons: ['season', 'seasonSlug'],
  price: ['price'],
  special_price: ['specialPrice'],
  special_to_date: ['specialTo'],
  qty: [],
  setqty: ['setqty', 'sets', 'kind', 'setsOffered'],
  tread_depth: ['treadDepth'],
  tread_new: ['treadNew'],
  tire_load: ['tireLoad', 'tireLoadDual'],
  tire_speed: ['tireSpeed', 'speedRated'],
  load_range: ['loadRange'],
  run_flat: ['runFlat'],
  pattern: ['pattern'],
  dot: ['dot'],
  manufacture_part_number: ['partNumber'],
  sku_price_grade: ['priceGrade'],
  features_and_benefits: ['features'],
  status: ['status'],
  ...perExtraAttribute((): readonly Column[] => ['extra']),
}
const PRODUCT_COLUMNS = getTableColumns(product)

/** Returns the statements of one group of rows. Only `setStock` overwrites the stock of existing pools. */
export function upsertStatements(
  items: readonly ImportedProduct[],
  { now, setStock }: { now: number; setStock: boolean },
): string[] {
  // Rows with the same fields share statements: a statement never writes a field that its row leaves out.
  const alike = new Map<string, ImportedProduct[]>()
  for (const item of items) {
    const key = [item.isComplete, ...FIELDS.filter((field) => item.fields.has(field))].join(' ')
    alike.set(key, [...(alike.get(key) ?? []), item])
  }
  return [
    ...[...alike.values()].flatMap((group) => productStatements(group, now)),
    ...stockStatements(items, now, setStock),
    ...optionStatements(items),
    ...landingStatements(landingsOf(items), false),
  ]
}

/** Merges extra attributes: those that a row leaves out stay, and `null` removes one. */
function merged(name: string, value: string): string {
  return name === PRODUCT_COLUMNS.extra.name ? `json_patch("product"."extra", ${value})` : value
}

/** Inserts rows that may be new; of existing products it changes only fields of the row that differ. */
function productStatements(group: readonly ImportedProduct[], now: number): string[] {
  const [first] = group
  if (!first) return []
  const rows = group.map(({ product: item }) => {
    const { id: _, ...row } = productRow(item, { parentId: null, setsOffered: item.setqty, now })
    return row
  })
  const written: Column[] = [
    'demo',
    ...FIELDS.flatMap((field) => (first.fields.has(field) ? COLUMNS[field] : [])),
  ]
  // Several extra attributes share one column.
  const columns = [...new Set(written)]
  const names = columns.map((column) => PRODUCT_COLUMNS[column].name)
  if (first.isComplete) {
    const sets = names.map((name) => `"${name}"=${merged(name, `excluded."${name}"`)}`)
    const differs = names.map((name) => `"product"."${name}" IS NOT ${merged(name, `excluded."${name}"`)}`)
    return [
      ...insertStatements(
        rowsOf(product, rows),
        ` ON CONFLICT("sku") DO UPDATE SET ${sets.join(',')},"updated_at"=excluded."updated_at" WHERE ${differs.join(' OR ')}`,
      ),
    ]
  }
  const value = (index: number) => `json_extract(j.value,'$[${index + 1}]')`
  const tuples = rows.map((row) => [
    row.sku,
    ...columns.map((column) => {
      const own = row[column]
      return own === null || own === undefined ? null : PRODUCT_COLUMNS[column].mapToDriverValue(own)
    }),
  ])
  return jsonChunks(tuples).map(
    (chunk) =>
      `UPDATE "product" SET ${names.map((name, index) => `"${name}"=${merged(name, value(index))}`).join(',')},"updated_at"=${now} FROM json_each(${literal(chunk)}) j WHERE "product".sku = json_extract(j.value,'$[0]') AND (${names.map((name, index) => `"product"."${name}" IS NOT ${merged(name, value(index))}`).join(' OR ')})`,
  )
}

/**
 * Creates a pool for each new product, and for an existing one without a pool when its row has `qty`.
 * Bundles, groups and products that are sold from the pool of their parent have no pool of their own.
 */
function stockStatements(items: readonly ImportedProduct[], now: number, setStock: boolean): string[] {
  // A row without `qty` of an existing product does not change stock.
  const counting = items.filter(({ isComplete, fields }) => isComplete || fields.has('qty'))
  return jsonChunks(
    counting.map(({ product: item, qty, fields }) => [item.sku, qty, fields.has('qty')]),
  ).flatMap((chunk) => {
    const from = `FROM json_each(${literal(chunk)}) j JOIN "product" p ON p.sku = json_extract(j.value,'$[0]')`
    const countsOwnStock = "p.type_id NOT IN ('bundle','grouped')"
    const tires = `json_extract(j.value,'$[1]') * p.setqty`
    const filled = `INSERT INTO "stock" ("stock_sku","qty","manage","low_mark","updated_at") SELECT p.stock_sku, ${tires}, 1, 0, ${now} ${from} WHERE p.stock_sku = p.sku AND ${countsOwnStock} ON CONFLICT("stock_sku") DO NOTHING`
    const counted = `UPDATE "stock" SET qty = w.tires, updated_at = ${now} FROM (SELECT p.stock_sku AS pool, ${tires} AS tires ${from} WHERE json_extract(j.value,'$[2]') AND p.parent_id IS NULL AND ${countsOwnStock}) w WHERE stock_sku = w.pool AND qty <> w.tires`
    return setStock ? [filled, counted] : [filled]
  })
}

/** Adds attribute options that no product had before; existing ones stay as they are. */
function optionStatements(items: readonly ImportedProduct[]): string[] {
  const options = new Map<string, [code: string, value: string, label: string]>()
  for (const { product, fields } of items)
    for (const { field, code, value, label } of product.tire ? tireOptions(product.tire) : [])
      if (fields.has(field)) options.set(`${code} ${value}`, [code, value, label])
  const list = literal(JSON.stringify([...options.values()]))
  return [
    `INSERT OR IGNORE INTO "attribute_option" ("attribute_id","value","label","position") SELECT a.attribute_id, json_extract(j.value,'$[1]'), json_extract(j.value,'$[2]'), ${LAST_OPTION} FROM json_each(${list}) j JOIN "attribute" a ON a.attribute_code = json_extract(j.value,'$[0]')`,
  ]
}

/** Returns the landing pages of sizes, rims, brands and models. */
function landingsOf(items: readonly ImportedProduct[]): NewLanding[] {
  const pages = new Map<string, NewLanding>()
  for (const { product, fields } of items)
    for (const { fields: needed, page } of product.tire ? tireLandings(product.tire) : [])
      if (needed.some((field) => fields.has(field))) pages.set(page.urlPath, page)
  return [...pages.values()]
}
