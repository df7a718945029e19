/** The dependency rules of the repository. Each failure says which file is wrong and where it should go. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { circlesOf, filesPerFolder, importsOf, sourcesIn } from './architecture/imports.ts'
import {
  isForTests,
  isPrivateImport,
  kindOf,
  LAYERS,
  layerOf,
  mayImport,
  ROOMS,
  roomOf,
} from './architecture/rooms.ts'

const ALL = [...LAYERS, 'sandbox', 'scripts', 'e2e', 'bench']
const files = LAYERS.flatMap(sourcesIn)
const code = files.filter((file) => !isForTests(file))
const edges = code.flatMap((from) => importsOf(from).map((used) => ({ from, ...used })))
const inside = edges.flatMap((edge) => (edge.file === null ? [] : [{ ...edge, to: edge.file }]))

/** Folders at the root of a layer that combine rooms. */
const ROOT_FOLDERS = ['app', 'layout', 'security', 'storefront', 'testing']

test('[H10] every source file is in a room or at the root', () => {
  const strays = files
    .filter((file) => roomOf(file) === 'root' && file.split('/').length > 2)
    .filter((file) => !ROOT_FOLDERS.includes(file.split('/')[1] ?? ''))
    .map((file) => `${file}: move it into the room of its noun: ${layerOf(file)}/{${ROOMS.join(',')}}/`)
  expect(strays).toEqual([])
})

test('[H10] a room imports only from itself and from the rooms below it', () => {
  const upward = inside
    .filter(({ from, to }) => !mayImport(from, to))
    .map(({ from, to }) => `${from} -> ${to}`)
  const advice = upward.map(
    (edge) =>
      `${edge}: move what both need into the lower room, or combine the two rooms at the root (app.ts, layout/, storefront/, app/)`,
  )
  expect(advice).toEqual([])
})

test('[H10] a room keeps its pages, forms, calls, islands and screens to itself', () => {
  const wrong = inside
    .filter(({ from, to }) => isPrivateImport(from, to))
    .map(({ from, to }) => `${from} -> ${to}: move the shared part into a file without a kind`)
  expect(wrong).toEqual([])
})

test('[H10] code never imports what only tests need', () => {
  const wrong = inside
    .filter(({ to }) => isForTests(to))
    .map(({ from, to }) => `${from} -> ${to}: code needs it, so move it out of testing/`)
  expect(wrong).toEqual([])
})

test('[H10] code that only tests need is in a folder named testing', () => {
  const wrong = files
    .filter((file) => /\/fake-|\.(harness|fixture)\.tsx?$/.test(file) && !file.includes('/testing/'))
    .map((file) => `${file}: move it to testing/ beside it`)
  expect(wrong).toEqual([])
})

test('[H10] the browser never imports the Worker, and rules import no package but valibot', () => {
  const wrong = edges.flatMap(({ from, file, name }) => {
    if (layerOf(from) === 'client' && file?.startsWith('worker/'))
      return [`${from} -> ${file}: move what both need to schema/`]
    if (layerOf(from) !== 'schema' || file !== null || name === 'valibot') return []
    return kindOf(from) === 'table' && name.startsWith('drizzle-orm') ? [] : [`${from} -> ${name}`]
  })
  expect(wrong).toEqual([])
})

test('[H10] no circles, also not through import()', () => {
  expect(circlesOf(code, inside)).toEqual([])
})

test('[H10] SQL is written in *.sql.ts and in objects that own their storage', () => {
  const sql = /['"`]\s*(SELECT\s.+\sFROM|INSERT\s+INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM)\b/i
  const strays = code
    .filter((file) => !['sql', 'table', 'object'].includes(kindOf(file)))
    .filter(
      (file) =>
        sql.test(readFileSync(file, 'utf8')) ||
        importsOf(file).some(({ name }) => name.startsWith('drizzle-orm') && kindOf(file) !== 'table'),
    )
    .map((file) => `${file}: move the statement to a *.sql.ts beside it`)
  expect(strays).toEqual([])
})

test('[H10] no barrels and no files named utils, helpers, common, misc or shared', () => {
  const everything = ALL.flatMap(sourcesIn)
  expect(
    everything.filter((file) => /(^|\/)(utils|helpers|common|misc|shared)\.(ts|tsx)$/.test(file)),
  ).toEqual([])
  const barrels = everything.filter((file) => {
    const lines = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.trim() && !/^\s*(\/\/|\/?\*)/.test(line))
    return lines.length > 0 && lines.every((line) => /^export\s.+\sfrom\s/.test(line))
  })
  expect(barrels).toEqual([])
})

test('[H10] no folder has more than 25 files', () => {
  const full = [...filesPerFolder(LAYERS)]
    .filter(([, count]) => count > 25)
    .map(([folder, count]) => `${folder} has ${count} files: give one of its nouns a folder of its own`)
  expect(full).toEqual([])
})

test('[H10] no file is over 400 lines', () => {
  const long = ALL.flatMap(sourcesIn)
    .filter((file) => !file.endsWith('.generated.ts'))
    .filter((file) => readFileSync(file, 'utf8').split('\n').length > 401)
    .map((file) => `${file}: split it by what its parts are for`)
  expect(long).toEqual([])
})

/** Files that write the tables of the yard: the records that `applyChange` and `createUnit` write, and the audit log itself. */
const YARD_WRITERS = [
  'worker/staff/changes/audit-log.sql.ts',
  'worker/staff/coupons/coupon-record.sql.ts',
  'worker/staff/dealers/dealer-record.sql.ts',
  'worker/staff/picking/pick-record.sql.ts',
  'worker/staff/picking/picking.sql.ts',
  'worker/staff/returns/put-back.sql.ts',
  'worker/staff/sets/change-sets.sql.ts',
  'worker/staff/texts/text-record.sql.ts',
  'worker/staff/units/create-unit.sql.ts',
  'worker/staff/units/unit-record.sql.ts',
  'worker/staff/units/yard-record.sql.ts',
]
/** A write in SQL, where a table is `${unit}`, or by the query builder. */
const YARD_WRITE =
  /(?:insert(?: or \w+)? into|update|delete from) \$\{(?:unit|bin|lot|pickRun|pickItem|auditLog|productMedia|dealerApplication|coupon|cmsPage|cmsBlock)\}|(?:\.(?:insert|update|delete)|insertFrom)\(\s*(?:unit|bin|lot|pickRun|pickItem|auditLog|product|productMedia)\b/i

test('[H14b] units, bins, lots and picks are written in one place, with their row in the audit log', () => {
  const written = code.filter(
    (file) => file.startsWith('worker/') && YARD_WRITE.test(readFileSync(file, 'utf8')),
  )
  // The sweep of special prices changes no price that staff set.
  const others = written.filter((file) => file !== 'worker/catalog/product/price-refresh.sql.ts')
  expect(others.map((file) => `${file}: change a record by applyChange`).sort()).toEqual(
    YARD_WRITERS.map((file) => `${file}: change a record by applyChange`),
  )
})
