/** The walls of the house: imports point down, nothing goes round in circles, SQL has one home. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/** Lowest first; a file may import from lower levels or from its own folder. */
const LEVELS: [RegExp, number][] = [
  [/^schema\/domain\//, 1],
  [/^schema\//, 2],
  [/^client\/(ui\/|call\.ts|call\.test|trusted\.ts)/, 3],
  [/^client\/store\//, 4],
  [/^client\/islands\//, 5],
  [/^client\/screens\//, 6],
  [/^client\/(app\/|entry-|plain\/|sw\/)/, 7],
  [/^worker\/(http|auth|db|kv|r2|search|gateways|pictures)\/|^worker\/config\./, 8],
  [/^worker\/objects\//, 9],
  [/^worker\/env\.ts/, 10],
  [/^worker\/(middleware|flows|mail)\//, 11],
  [/^worker\/(pages|api)\//, 12],
  [/^worker\/(app|queue|cron)\./, 13],
  [/^worker\/index\./, 14],
  // Tests of the whole, and their rigs; no code.
  [/^worker\/abuse\//, 14],
  // What tests run on; no code of the shop.
  [/^worker\/(test-env\.d|(main|new-file)-rig)\.ts/, 14],
]
const FOLDERS = ['schema', 'client', 'worker']
const ALL = [...FOLDERS, 'sandbox', 'scripts', 'e2e', 'bench']

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => /\.(ts|tsx)$/.test(name) && !name.includes('node_modules'))
}

/** Type-only imports leave no trace at run time; they count for direction, not for circles. */
function imports(file: string): { path: string; typeOnly: boolean }[] {
  const text = readFileSync(file, 'utf8')
  const found = [...text.matchAll(/(?:import|export)\s+(type\s)?(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/g)]
  return found.map(([, type, path]) => ({ path: path ?? '', typeOnly: Boolean(type) }))
}

function target(file: string, path: string): string | null {
  return path.startsWith('.') ? normalize(join(dirname(file), path)) : null
}

function level(file: string): number | null {
  return LEVELS.find(([pattern]) => pattern.test(file))?.[1] ?? null
}

const files = FOLDERS.flatMap(sources)

test('every source file has its place', () => {
  expect(files.filter((file) => level(file) === null)).toEqual([])
})

/** Tests, and the rigs that only tests stand on: they may use the whole house. */
const OF_TESTS = /(\.test|-rig)\.tsx?$/

test('imports point down or stay in their folder', () => {
  const up: string[] = []
  for (const file of files) {
    if (OF_TESTS.test(file)) continue
    for (const { path } of imports(file)) {
      const to = target(file, path)
      if (!to || !/\.(ts|tsx)$/.test(to)) continue
      const [from, onto] = [level(file), level(to)]
      if (from === null || onto === null) continue
      // The environment names the type of the objects it binds; the objects never import it.
      if (onto > from || (onto === from && dirname(to) !== dirname(file) && !sameArea(file, to)))
        up.push(`${file} -> ${to}`)
    }
  }
  expect(up).toEqual([])
})

/** Siblings of one level: infrastructure folders of the worker may use each other, and so may nouns of schema. */
function sameArea(from: string, to: string): boolean {
  const area = (file: string) => file.split('/')[0]
  return area(from) === area(to)
}

test('only tests stand on rigs', () => {
  const wrong = files
    .filter((file) => !OF_TESTS.test(file))
    .filter((file) => imports(file).some(({ path }) => /-rig\.tsx?$/.test(path)))
  expect(wrong).toEqual([])
})

test('the browser never sees the worker, and the rules see no platform', () => {
  const wrong: string[] = []
  for (const file of files) {
    if (/\.test\.tsx?$/.test(file)) continue
    for (const { path } of imports(file)) {
      const to = target(file, path)
      if (file.startsWith('client/') && to?.startsWith('worker/')) wrong.push(`${file} -> ${to}`)
      if (file.startsWith('schema/domain/') && !to && path !== 'valibot') wrong.push(`${file} -> ${path}`)
      if (
        file.startsWith('schema/tables/') === false &&
        path.startsWith('drizzle-orm') &&
        !file.startsWith('worker/db/')
      ) {
        wrong.push(`${file} -> ${path}`)
      }
    }
  }
  expect(wrong).toEqual([])
})

test('no circles', () => {
  const graph = new Map(
    files.map((file) => [
      file,
      imports(file).flatMap(({ path, typeOnly }) => {
        const to = typeOnly ? null : target(file, path)
        return to ? [to] : []
      }),
    ]),
  )
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (file: string, trail: string[]) => {
    if (trail.includes(file)) {
      circles.push([...trail.slice(trail.indexOf(file)), file].join(' -> '))
      return
    }
    if (done.has(file)) return
    for (const next of graph.get(file) ?? []) visit(next, [...trail, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
  expect(circles).toEqual([])
})

test('SQL is written in worker/db and in objects that own their storage', () => {
  const home = /^worker\/(db|objects)\/|^schema\/tables\//
  const sql = /['"`]\s*(SELECT\s.+\sFROM|INSERT\s+INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM)\b/i
  const strays = files.filter(
    (file) => !home.test(file) && !OF_TESTS.test(file) && sql.test(readFileSync(file, 'utf8')),
  )
  expect(strays).toEqual([])
})

test('no barrels and no drawers', () => {
  const everything = ALL.flatMap(sources)
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

test('no file is over 400 lines', () => {
  const long = ALL.flatMap(sources)
    .filter((file) => !file.endsWith('.generated.ts'))
    .filter((file) => readFileSync(file, 'utf8').split('\n').length > 401)
  expect(long).toEqual([])
})
