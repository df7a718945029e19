import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const ID = /\[audit ([A-D]\d+)\]/g

test('every finding of the audit has a row, every row its tests, and every id in a title a finding', () => {
  const inTitles = new Map<string, Set<string>>()
  for (const file of globSync('{worker,schema,client,scripts,e2e,sandbox,bench}/**/*.test.{ts,tsx}')) {
    for (const [, id = ''] of readFileSync(file, 'utf8').matchAll(ID))
      inTitles.set(id, (inTitles.get(id) ?? new Set()).add(file))
  }
  const rows = readFileSync('docs/audit.md', 'utf8').matchAll(/^\| ([A-D]\d+) \|.*\| ([^|]*) \|$/gm)
  const inPage = new Map(
    [...rows].map(([, id = '', files = '']) => [id, files.match(/[\w/.-]+\.tsx?/g) ?? []]),
  )
  expect([...inTitles.keys()].filter((id) => !inPage.has(id))).toEqual([])
  for (const [id, files] of inPage) expect(files.toSorted(), id).toEqual([...(inTitles.get(id) ?? [])].sort())
})
