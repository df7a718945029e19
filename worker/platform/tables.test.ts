import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { getTableName, is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { beforeAll, expect, test } from 'vitest'

const FILES = import.meta.glob('../../schema/**/*.table.ts', { eager: true })
const TABLES = Object.values(FILES).flatMap((file) =>
  Object.values(file as object).filter((value) => is(value, SQLiteTable)),
)

beforeAll(() => applyD1Migrations(env.DB, env.TEST_MIGRATIONS))

test('the table definitions are found', () => {
  expect(TABLES.length).toBeGreaterThan(20)
})

test.each(TABLES.map((table) => [getTableName(table), table] as const))(
  'the migrations create %s as defined in schema',
  async (name, table) => {
    const { results } = await env.DB.prepare(`PRAGMA table_info("${name}")`).all<{
      name: string
      notnull: number
      pk: number
    }>()
    const migrated = results.map((column) => [column.name, column.notnull === 1 || column.pk > 0])
    const defined = getTableConfig(table).columns.map((column) => [column.name, column.notNull])
    expect(migrated.sort()).toEqual(defined.sort())
  },
)
