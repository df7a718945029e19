/** Runs the same SQL in Node's SQLite in memory: loading so many products into D1 would take minutes. */
import { DatabaseSync } from 'node:sqlite'
import { COLUMN_FILTERS, type ColumnFilter } from '../worker/catalog/index/build/index-columns.ts'
import type { FilterOptions } from '../worker/catalog/index/listing-engine.ts'
import type { BenchDocument, BenchQuery } from './search-documents.ts'
import { sqlListing } from './worker/sql-listing.ts'

/** Columns of the table with a filter's key and label. */
const NAMED: Partial<Record<ColumnFilter, string>> = {
  condition: 'condition',
  brand: 'brand',
  model: 'model',
  size: 'size',
  seasons: 'season',
}

const TABLES = `
  create table product (id integer primary key, visibility integer, status integer, setqty integer, sets_offered integer,
    final_price integer, price_by_tire integer, tread_depth real, created_at integer, url_key text, stock_sku text,
    condition_slug text, condition text, brand_slug text, brand text, model_slug text, model text, size_slug text,
    size text, season_slug text, season text, rim real, rad text, run_flat integer, tire_load integer, tire_speed text,
    speed_rated integer, dot text, extra text, load_range text);
  create table stock (stock_sku text primary key, qty integer, manage integer);`

/** The indexes of migrations/0001_shop.sql. */
const INDICES = ['size_slug', 'brand_slug', 'condition_slug', null].map((column) => {
  const columns = [column, 'created_at'].filter(Boolean).join(', ')
  return `create index product_${column ?? 'created'} on product (${columns}) where visibility > 1;`
})

export function openSqlite(documents: readonly BenchDocument[], options: FilterOptions) {
  const database = new DatabaseSync(':memory:')
  database.exec(TABLES)
  database.exec('begin')
  const stock = database.prepare('insert into stock values (?, ?, 1)')
  const product = database.prepare(`insert into product values (${Array(30).fill('?').join(', ')})`)
  for (const one of documents) {
    const sku = `TL-${one.id}`
    const value = (filter: ColumnFilter) => one.values[COLUMN_FILTERS.indexOf(filter)] ?? null
    const named = (Object.keys(NAMED) as ColumnFilter[]).flatMap((filter) => {
      const found = value(filter)
      return [found?.key ?? null, found?.label ?? null]
    })
    stock.run(sku, one.qty)
    product.run(
      one.id,
      one.visibility,
      one.status,
      one.setqty,
      one.setsOffered,
      one.finalPrice,
      Math.ceil(one.finalPrice / one.setqty),
      one.treadDepth,
      one.createdAt,
      one.urlKey,
      sku,
      ...named,
      one.rim,
      value('rad')?.label ?? null,
      Number(value('run_flat')?.key ?? 0),
      Number(value('tire_load')?.key ?? 0),
      value('tire_speed')?.label ?? null,
      Number(value('speed_rated')?.key ?? 0),
      // The SQL reads the last two digits.
      value('made_year')?.key ?? null,
      JSON.stringify({ snow_marks: value('snow_marks')?.label }),
      value('load_range')?.label ?? null,
    )
  }
  database.exec('commit')
  for (const index of INDICES) database.exec(index)
  database.exec('analyze')
  const engine = sqlListing(asD1(database), options)
  return {
    /** Returns the milliseconds of each query. */
    async run(queries: readonly BenchQuery[]): Promise<number[]> {
      const times: number[] = []
      for (const { query, facets } of queries) {
        const started = performance.now()
        await engine.find(query, facets)
        times.push(performance.now() - started)
      }
      database.close()
      return times
    },
  }
}

/** Returns the part of D1's interface that a query needs. */
function asD1(database: DatabaseSync): D1Database {
  const prepare = (sql: string) => ({
    bind: (...values: (string | number)[]) => ({
      first: async () => database.prepare(sql).get(...values) ?? null,
    }),
  })
  return { prepare } as unknown as D1Database
}
