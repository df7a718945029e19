import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { openTempD1 } from './temp-d1.ts'

let opened: Awaited<ReturnType<typeof openTempD1>>
beforeAll(async () => {
  opened = await openTempD1()
})
afterAll(() => opened.close())

const applied = () => opened.db.query<{ name: string }>('SELECT name FROM d1_migrations ORDER BY id')

test('every migration is recorded where wrangler records it, and a second run applies none again', async () => {
  const names = readdirSync('migrations')
    .sort()
    .map((name) => ({ name }))
  expect(await applied()).toEqual(names)
  await migrate(opened.db)
  expect(await applied()).toEqual(names)
})

test('a migration that fails leaves no record', async () => {
  const creating = readdirSync('migrations').filter((name) =>
    readFileSync(`migrations/${name}`, 'utf8').includes('CREATE TABLE'),
  )
  await opened.db.run([`DELETE FROM d1_migrations WHERE name = '${creating.sort().at(-1)}'`])
  const before = await applied()
  // The tables of this migration exist already, so it fails.
  await expect(migrate(opened.db)).rejects.toThrow()
  expect(await applied()).toEqual(before)
})
