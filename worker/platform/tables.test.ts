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

test('the tables that the code knows are found', () => {
  expect(TABLES.length).toBeGreaterThan(20)
})

test.each(TABLES.map((table) => [getTableName(table), table] as const))(
  'the migrations make %s as its description in schema says',
  async (name, table) => {
    const { results } = await env.DB.prepare(`PRAGMA table_info("${name}")`).all<{
      name: string
      notnull: number
      pk: number
    }>()
    const made = results.map((column) => [column.name, column.notnull === 1 || column.pk > 0])
    const described = getTableConfig(table).columns.map((column) => [column.name, column.notNull])
    expect(made.sort()).toEqual(described.sort())
  },
)
