import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { config } from '../../schema/platform/config.table.ts'
import { combineReads, listPlaceholder, noRead, prepareQueries, readTogether } from './drizzle.sql.ts'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await env.DB.prepare(
    "insert or replace into config (path, value) values ('a', '1'), ('b', '2'), ('c', '3')",
  ).run()
})

const queryOne = prepareQueries((client) => [
  client
    .select()
    .from(config)
    .where(eq(config.path, sql.placeholder('path'))),
])
const queryTwo = prepareQueries((client) => [
  client
    .select({ value: config.value })
    .from(config)
    .where(inArray(config.path, listPlaceholder('paths')))
    .orderBy(config.path),
  client
    .select({ path: config.path })
    .from(config)
    .where(eq(config.value, sql.placeholder('value'))),
])
const one = (path: string | null) => queryOne({ path }, ([rows]) => rows[0]?.value ?? null)
const two = (paths: string[], value: string) =>
  queryTwo({ paths: JSON.stringify(paths), value }, ([values, found]) => [
    values.map((row) => row.value),
    found.map(({ path }) => path),
  ])

test('several reads run in one batch, and each gets its own rows', async () => {
  let batches = 0
  const db = Object.assign(Object.create(env.DB) as D1Database, {
    prepare: (text: string) => env.DB.prepare(text),
    batch: (statements: D1PreparedStatement[]) => {
      batches += 1
      return env.DB.batch(statements)
    },
  })
  const nested = combineReads({ a: one('a'), nothing: noRead(7), missing: one(null) }, (values) => values)
  expect(await readTogether(db, { both: two(['c', 'a'], '2'), nested, b: one('b') })).toEqual({
    both: [['1', '3'], ['b']],
    nested: { a: '1', nothing: 7, missing: null },
    b: '2',
  })
  expect(batches).toBe(1)
})

test('the same prepared queries read with other values', async () => {
  expect(await readTogether(env.DB, { first: one('a'), second: one('c') })).toEqual({
    first: '1',
    second: '3',
  })
})
