/** Reads what a database consists of: its tables with keys and parents, and what is created after their rows. */

import { literal } from '../load/sql.ts'
import type { LoadableD1 } from '../load/target.ts'

export interface Table {
  name: string
  sql: string
  columns: string[]
  /** The columns by which its rows are ordered and paged. */
  key: string[]
  /** Columns with the key of a row of another table. */
  parents: { column: string; table: string; to: string }[]
}

export interface SchemaEntry {
  name: string
  sql: string
}

export interface DatabaseSchema {
  /** A table stands after the tables of its parents. */
  tables: Table[]
  /** In the order of their creation. */
  indexes: SchemaEntry[]
  views: SchemaEntry[]
  /** Search indexes; they are filled again from the tables. */
  virtualTables: SchemaEntry[]
  triggers: SchemaEntry[]
}

/** Tables that SQLite's FTS5 creates for a virtual table. */
const SHADOW_TABLES = ['config', 'content', 'data', 'docsize', 'idx']

/** Names of SQLite and of D1 themselves. */
const OWN_NAMES = "name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'"

/** Returns the names of everything that a database has. */
export async function readNames(db: LoadableD1): Promise<Set<string>> {
  const rows = await db.query<{ name: string }>(`SELECT name FROM sqlite_schema WHERE ${OWN_NAMES}`)
  return new Set(rows.map(({ name }) => name))
}

/** Reads the schema of a database. */
export async function readSchema(db: LoadableD1): Promise<DatabaseSchema> {
  const entries = await db.query<SchemaEntry & { type: string }>(
    `SELECT type, name, trim(sql, char(10)) AS sql FROM sqlite_schema
      WHERE sql IS NOT NULL AND ${OWN_NAMES} ORDER BY rowid`,
  )
  const isVirtual = ({ sql }: SchemaEntry) => /^CREATE VIRTUAL TABLE/i.test(sql)
  const virtualTables = entries.filter(isVirtual)
  const shadows = new Set(
    virtualTables.flatMap(({ name }) => SHADOW_TABLES.map((suffix) => `${name}_${suffix}`)),
  )
  const tables = entries
    .filter((entry) => entry.type === 'table' && !isVirtual(entry) && !shadows.has(entry.name))
    .map(({ name, sql }) => ({ name, sql }))
  const described: Table[] = []
  for (let from = 0; from < tables.length; from += TABLES_OF_CALL)
    described.push(...(await describeTables(db, tables.slice(from, from + TABLES_OF_CALL))))
  const ofType = (wanted: string) =>
    entries.filter(({ type }) => type === wanted).map(({ name, sql }) => ({ name, sql }))
  return {
    tables: parentsFirst(described),
    indexes: ofType('index'),
    views: ofType('view'),
    virtualTables: virtualTables.map(({ name, sql }) => ({ name, sql })),
    triggers: ofType('trigger'),
  }
}

/** Tables that are described in one call. */
const TABLES_OF_CALL = 20

type Column = { name: string; pk: number }
type ForeignKey = { from: string; table: string; to: string }

async function describeTables(db: LoadableD1, tables: readonly SchemaEntry[]): Promise<Table[]> {
  const results = await db.run(
    tables.flatMap(({ name }) => [
      `SELECT name, pk FROM pragma_table_info(${literal(name)}) ORDER BY cid`,
      `SELECT "from", "table", coalesce("to", 'id') AS "to" FROM pragma_foreign_key_list(${literal(name)})`,
    ]),
  )
  return tables.map((table, index) =>
    describeTable(table, results[2 * index] as Column[], results[2 * index + 1] as ForeignKey[]),
  )
}

function describeTable(entry: SchemaEntry, columns: Column[], foreignKeys: ForeignKey[]): Table {
  const names = columns.map(({ name }) => name)
  const key = columns
    .filter(({ pk }) => pk > 0)
    .sort((a, b) => a.pk - b.pk)
    .map(({ name }) => name)
  if (key.length === 0)
    throw new Error(`The table ${entry.name} has no primary key, so it cannot be read in pages`)
  const parents = foreignKeys.map(({ from, table, to }) => ({ column: from, table, to }))
  // Rows of an order that do not name it as a foreign key.
  if (names.includes('order_id') && parents.every(({ column }) => column !== 'order_id'))
    parents.push({ column: 'order_id', table: 'sales_order', to: 'id' })
  return { ...entry, columns: names, key, parents: parents.filter(({ table }) => table !== entry.name) }
}

function parentsFirst(tables: readonly Table[]): Table[] {
  const sorted: Table[] = []
  const visited = new Set<string>()
  const visit = (table: Table) => {
    if (visited.has(table.name)) return
    visited.add(table.name)
    for (const { table: name } of table.parents) {
      const parent = tables.find((one) => one.name === name)
      if (parent) visit(parent)
    }
    sorted.push(table)
  }
  for (const table of tables) visit(table)
  return sorted
}
