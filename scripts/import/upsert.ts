/** Products into the database so that the same rows twice change nothing the second time. */
import { getTableColumns } from 'drizzle-orm'
import { speedLabel } from '../../schema/domain/product.ts'
import { listedSize, sizeSlug } from '../../schema/domain/tire-size.ts'
import { optionSlug } from '../../schema/paths.ts'
import { product } from '../../schema/tables/product.ts'
import { stock } from '../../schema/tables/stock.ts'
import { CATALOG_VERSION } from '../base/settings.ts'
import { productRow } from '../load/product-row.ts'
import { insertStatements, literal, rowsOf } from '../load/sql.ts'
import type { ImportedProduct } from './product.ts'

/** What an import never changes on a row that is there: its id, its age, and what inspectors wrote. */
const KEPT = ['id', 'sku', 'created_at', 'updated_at', 'passport']

const PRODUCT_TAIL = upsertTail(
  'sku',
  Object.values(getTableColumns(product)).flatMap((column) =>
    KEPT.includes(column.name) ? [] : column.name,
  ),
)
const STOCK_TAIL = upsertTail('stock_sku', ['qty', 'manage'])

/** Updates only where something differs, so that `updated_at` tells the truth. */
function upsertTail(key: string, columns: readonly string[]): string {
  const sets = columns.map((name) => `"${name}"=excluded."${name}"`)
  const differs = columns.map((name) => `"${name}" IS NOT excluded."${name}"`)
  return ` ON CONFLICT("${key}") DO UPDATE SET ${sets.join(',')},"updated_at"=excluded."updated_at" WHERE ${differs.join(' OR ')}`
}

/** Statements for one group of rows; each group may run alone. */
export function upsertStatements(items: readonly ImportedProduct[], now: number): string[] {
  const rows = items.map(({ product: item }) => {
    const { id: _, ...row } = productRow(item, { parentId: null, setsOffered: item.setqty, now })
    return row
  })
  const pools = items.map(({ product: item, stock: qty }) => ({
    stockSku: item.stockSku,
    qty,
    manage: true,
    lowMark: 0,
    updatedAt: now,
  }))
  return [
    pulseStatement(pools, now),
    ...insertStatements(rowsOf(product, rows), PRODUCT_TAIL),
    ...insertStatements(rowsOf(stock, pools), STOCK_TAIL),
    ...optionStatements(items),
    ...landingStatements(items),
  ]
}

/** Tells cached pages about every pool whose number will be another. */
function pulseStatement(pools: readonly { stockSku: string; qty: number }[], now: number): string {
  const wanted = literal(JSON.stringify(pools.map(({ stockSku, qty }) => [stockSku, qty])))
  return `INSERT INTO "stock_pulse" ("stock_sku","at") SELECT s.stock_sku, ${now} FROM json_each(${wanted}) j JOIN "stock" s ON s.stock_sku = json_extract(j.value, '$[0]') WHERE s.qty IS NOT json_extract(j.value, '$[1]')`
}

/** Pages kept under the old version are not shown again. */
export function versionStatement(version: string): string {
  return `INSERT INTO "config" ("path","value") VALUES (${literal(CATALOG_VERSION)},${literal(version)}) ON CONFLICT("path") DO UPDATE SET "value"=excluded."value"`
}

/** Options of attributes that no product had before; existing ones stay as they are. */
function optionStatements(items: readonly ImportedProduct[]): string[] {
  const options = new Map<string, [code: string, value: string, label: string]>()
  const add = (code: string, value: string, label: string) =>
    options.set(`${code} ${value}`, [code, value, label])
  for (const { tire } of items.map((item) => item.product)) {
    if (!tire) continue
    add('brand', optionSlug(tire.brand), tire.brand)
    add('model', optionSlug(tire.model), tire.model)
    add('size', sizeSlug(tire.size), listedSize(tire.size))
    add('rim', String(tire.rim), `${tire.rim} in`)
    add('speed_rated', String(tire.speedRated), speedLabel(tire.speedRated))
    add('rad', optionSlug(tire.construction), tire.construction)
    if (tire.tireLoad) add('tire_load', String(tire.tireLoad), String(tire.tireLoad))
    if (tire.tireSpeed)
      add('tire_speed', optionSlug(tire.tireSpeed), `${tire.tireSpeed}, ${tire.speedRated} mph`)
  }
  const list = literal(JSON.stringify([...options.values()]))
  return [
    `INSERT OR IGNORE INTO "attribute_option" ("attribute_id","value","label","position") SELECT a.attribute_id, json_extract(j.value,'$[1]'), json_extract(j.value,'$[2]'), 1000 FROM json_each(${list}) j JOIN "attribute" a ON a.attribute_code = json_extract(j.value,'$[0]')`,
  ]
}

/** Landing pages of sizes, brands and models that had none. */
function landingStatements(items: readonly ImportedProduct[]): string[] {
  type Page = [
    path: string,
    above: string,
    route: number,
    level: number,
    name: string,
    settings: string,
    filters: string,
  ]
  const pages = new Map<string, Page>()
  const add = (route: number, above: string, slug: string, level: number, name: string, filters: object) =>
    pages.set(`${above}/${slug}`, [
      `${above}/${slug}`,
      above,
      route,
      level,
      name,
      // What its level says.
      '{}',
      JSON.stringify(filters),
    ])
  for (const { tire } of items.map((item) => item.product)) {
    if (!tire) continue
    const [brand, model, size] = [optionSlug(tire.brand), optionSlug(tire.model), sizeSlug(tire.size)]
    add(1, 't/s', size, 2, `${listedSize(tire.size)} tires`, { size: [size] })
    add(2, 't/b', brand, 2, `${tire.brand} tires`, { brand: [brand] })
    if (model)
      add(2, `t/b/${brand}`, model, 3, `${tire.brand} ${tire.model}`, { brand: [brand], model: [model] })
  }
  // Brands before their models, so that a model finds the page above it.
  const list = literal(JSON.stringify([...pages.values()].sort((a, b) => a[3] - b[3])))
  const part = (place: number) => `json_extract(j.value,'$[${place}]')`
  return [
    ...[2, 3].map(
      (level) =>
        `INSERT OR IGNORE INTO "landing" ("url_path","name","route_id","parent_id","level","position","settings","filters","hide_landing_page") SELECT ${part(0)}, ${part(4)}, ${part(2)}, (SELECT id FROM "landing" l WHERE l.url_path = ${part(1)}), ${part(3)}, 1000, ${part(5)}, ${part(6)}, 0 FROM json_each(${list}) j WHERE ${part(3)} = ${level}`,
    ),
    `INSERT OR IGNORE INTO "url_map" ("url","type","target_id") SELECT l.url_path, 'landing', l.id FROM json_each(${list}) j JOIN "landing" l ON l.url_path = ${part(0)}`,
  ]
}
