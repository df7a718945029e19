/** docs/operations.md can be followed: its commands exist, its SQL fits the tables, its log lines are those of the code. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { DESKS } from '../schema/orders/life/desk.ts'
import { column, LAYOUTS, type PointValues } from '../schema/platform/metrics/data-point.ts'
import { VARIABLES } from '../worker/config.ts'
import { baseStatements } from './base/load.ts'
import { CATALOG_VERSION, readDemoSettings } from './base/settings.ts'
import { SECRET_NAMES } from './deploy/secrets.ts'
import { RECORDS_TABLE, readMigrations } from './load/migrate.ts'
import { commandProblems } from './testing/commands.harness.ts'

const page = readFileSync('docs/operations.md', 'utf8')
const fenced = [...page.matchAll(/^```(\w+)\n(.*?)^```/gms)].map(([, kind = '', text = '']) => ({
  kind,
  text,
}))
const outsideFences = page.replace(/^```.*?^```/gms, '')
/** Texts in backticks; in a table a pipe is escaped. */
const inline = [...outsideFences.matchAll(/`([^`]+)`/g)].map(([, text = '']) =>
  text.replaceAll('\\|', '|').replace(/\s*\n\s*/g, ' '),
)

test('[H4] each command of docs/operations.md exists and knows its options', async () => {
  const lines = fenced.filter(({ kind }) => kind === 'sh').flatMap(({ text }) => text.trim().split('\n'))
  const commands = [...lines, ...inline].filter((text) => /^(npm|npx) /.test(text))
  expect(commands.length).toBeGreaterThan(15)
  expect(await commandProblems(commands)).toEqual([])
})

test('[H12] each column of the data points in docs/operations.md is the one of the value that it is said to be', () => {
  const said = [...page.matchAll(/`((?:blob|double)\d+)`\s+is\s+the\s+`(\w+)`/g)].map(
    ([, at = '', name = '']) => [at, name],
  )
  const { texts, numbers } = LAYOUTS.request
  const names: readonly string[] = [...texts, ...numbers]
  const actual = said.map(([, name = '']) => [
    names.includes(name) ? column('request', name as keyof PointValues<'request'>) : 'none',
    name,
  ])
  expect(said).toEqual(actual)
  const used = new Set(page.match(/\b(?:blob|double)\d+/g))
  // The first text is the kind.
  used.delete('blob1')
  expect(used.size).toBeGreaterThan(4)
  expect(new Set(said.map(([at]) => at))).toEqual(used)
})

test('[H4] the statements of "Your own addresses" leave no demonstration value of the base data', async () => {
  const db = new DatabaseSync(':memory:')
  db.exec(RECORDS_TABLE)
  for (const { statements } of readMigrations()) for (const statement of statements) db.exec(statement)
  for (const statement of await baseStatements('production')) db.exec(statement)
  const count = (sql: string) => Number(db.prepare(`SELECT count(*) AS n FROM ${sql}`).get()?.n)
  const settings = () =>
    new Map(
      db
        .prepare('SELECT path, value FROM config')
        .all()
        .map(({ path, value }) => [String(path), String(value)]),
    )
  expect(readDemoSettings(settings())).toEqual({ address: 'help@treadline.example', hasStore: true })
  const before = settings()
  const [, section = ''] = page.split('### Your own addresses\n')
  const [own = ''] = section.split('\n### ')
  for (const [, block = ''] of own.matchAll(/^```sql\n(.*?)^```/gms)) db.exec(block)
  expect(readDemoSettings(settings())).toEqual({ address: null, hasStore: false })
  for (const desk of Object.values(DESKS)) expect(settings().get(desk)).toMatch(/@example\.com$/)
  expect([...settings()].filter(([, value]) => /treadline|Treadline|312555|Chicago/.test(value))).toEqual([
    ['general/locale/timezone', 'America/Chicago'],
  ])
  expect(settings().get(CATALOG_VERSION)).not.toBe(before.get(CATALOG_VERSION))
  expect([...settings().keys()].filter((path) => path.startsWith('stores/2/'))).toEqual([])
  expect([count('tax_rate'), count('fee_rule'), count('tax_rate WHERE demo')]).toEqual([1, 1, 0])
  db.close()
})

const STATEMENT = /^(SELECT|INSERT|UPDATE|DELETE)\b/

test('[H4] each SQL statement of docs/operations.md fits the migrated tables', () => {
  const db = new DatabaseSync(':memory:')
  db.exec(RECORDS_TABLE)
  for (const { statements } of readMigrations()) for (const statement of statements) db.exec(statement)
  const statements = [
    ...fenced.filter(({ kind }) => kind === 'sql').flatMap(({ text }) => text.split(';')),
    ...inline.flatMap((text) => text.split(';')),
  ]
    .map((text) => text.trim())
    .filter((text) => STATEMENT.test(text))
  expect(statements.length).toBeGreaterThan(15)
  for (const statement of statements)
    expect(() => db.prepare(`EXPLAIN ${statement}`).all(), statement).not.toThrow()
  db.close()
})

test('[H4] each log line of docs/operations.md is written by the Worker', () => {
  const named = [...page.matchAll(/\blog:((?:\s+`[^`]+`(?:\s+\([^)]*\))?(?:,| or)?)+)/gi)]
    .flatMap(([, list = '']) => list.match(/`[^`]+`/g) ?? [])
    .map((text) => text.slice(1, -1))
  expect(named.length).toBeGreaterThan(8)
  const source = execFileSync('git', ['grep', '-hE', '', '--', 'worker/*.ts'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  expect(named.filter((line) => !source.includes(line))).toEqual([])
})

test('[H4] the runbook of leaked secrets names each variable that is sent as a secret', () => {
  const [, runbook = ''] = page.split('### A secret has leaked')
  const [section = ''] = runbook.split('\n### ')
  expect(SECRET_NAMES.filter((name) => !section.includes(`\`${name}\``))).toEqual([])
  const known = new Set([
    ...Object.keys(VARIABLES.entries),
    'CLOUDFLARE_API_TOKEN',
    'CLOUDFLARE_ACCOUNT_ID',
    'BACKUP_API_TOKEN',
    'BACKUP_ACCOUNT_ID',
  ])
  const unknown = (page.match(/`[A-Z]+(?:_[A-Z]+)+`/g) ?? []).filter((name) => !known.has(name.slice(1, -1)))
  expect(unknown).toEqual([])
})

test('[H4] each runbook says what one sees, what to do, what one sees then, and what never to do', () => {
  const [, runbooks = ''] = page.split('\n## Runbooks\n')
  const [section = ''] = runbooks.split('\n## ')
  const parts = section.split(/^### /m).slice(1)
  expect(parts.length).toBe(9)
  for (const part of parts) {
    const [title = ''] = part.split('\n')
    const heads = (part.match(/^\*\*[^*]+\*\*/gm) ?? []).map((head) => head.replaceAll('*', ''))
    expect(heads, title).toEqual(['What you see.', 'What to do.', 'What you see then.', 'Never'])
  }
})

test('[H4] no command and no document exports a database by wrangler, but the sentences that forbid it', () => {
  const args = ['grep', '-nE', 'd1[ \'",]+export', '--', 'scripts', 'docs', '*.md', 'package.json']
  const lines = execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
  const uses = lines.filter((line) => !line.startsWith('scripts/operations.test.ts:'))
  expect(uses.length).toBeGreaterThan(0)
  expect(uses.filter((line) => !/Never (?:use )?`wrangler/.test(line))).toEqual([])
})
