/** Measures how easy the repository is to find one's way in. `npm run figures` prints these; goals are beside them. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { circlesOf, type Import, importsOf, sourcesIn } from './imports.ts'
import { isForTests, kindOf, LAYERS, mayImport, PRIVATE_KINDS, roomOf } from './rooms.ts'

export interface Figure {
  name: string
  value: number
  unit?: string
  /** The largest value that is wanted, or the smallest where `atLeast` is set. */
  goal: number
  atLeast?: true
  /** Where to look first. */
  examples: readonly string[]
}

/** Folders whose lines are counted. */
const CODE = [...LAYERS, 'sandbox', 'scripts', 'bench']
const FOLDERS = [...CODE, 'e2e']
const EXPORT = /^export (?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm

const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const read = (file: string) => readFileSync(file, 'utf8')
const present = (folders: readonly string[]) => folders.filter((folder) => existsSync(folder))
const linesOf = (text: string) => text.split('\n').length - 1

interface Sources {
  /** Everything below schema/, worker/ and client/ that the shop runs. */
  code: string[]
  /** All TypeScript of the repository, tests included. */
  all: string[]
  texts: ReadonlyMap<string, string>
  edges: readonly (Import & { from: string; to: string })[]
}

function readSources(): Sources {
  const all = present(FOLDERS).flatMap(sourcesIn)
  const code = present(LAYERS)
    .flatMap(sourcesIn)
    .filter((file) => !isForTests(file))
  const edges = code.flatMap((from) =>
    importsOf(from).flatMap((used) => (used.file === null ? [] : [{ ...used, from, to: used.file }])),
  )
  return { code, all, texts: new Map(all.map((file) => [file, read(file)])), edges }
}

/** Returns every figure of the repository in the working directory. */
export function measure(): Figure[] {
  const sources = readSources()
  return [
    countLines(),
    countFullestFolder(),
    countImportsInRoom(sources),
    countPrivateImports(sources),
    countUpwardImports(sources),
    countAmbiguousExports(sources),
    countCitations(sources),
    countUnusedExports(sources),
    countLongFunctions(),
    countCircles(sources),
  ]
}

function countLines(): Figure {
  const files = present(CODE)
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((file) => /\.tsx?$/.test(file) && !isForTests(file) && !/node_modules|\/dist\//.test(file))
  const sizes = files.map((file) => ({ file, lines: linesOf(read(file)) }))
  const largest = sizes.sort((a, b) => b.lines - a.lines).slice(0, 5)
  return {
    name: 'lines of TypeScript without tests',
    value: sizes.reduce((sum, { lines }) => sum + lines, 0),
    goal: 74_000,
    examples: largest.map(({ file, lines }) => `${file}: ${lines}`),
  }
}

function countFullestFolder(): Figure {
  const counts = new Map<string, number>()
  for (const layer of present(LAYERS)) {
    for (const entry of readdirSync(layer, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) counts.set(entry.parentPath, (counts.get(entry.parentPath) ?? 0) + 1)
    }
  }
  const fullest = [...counts].sort(([, a], [, b]) => b - a)
  return {
    name: 'files in the fullest folder',
    value: fullest[0]?.[1] ?? 0,
    goal: 25,
    examples: fullest.slice(0, 5).map(([folder, count]) => `${folder}: ${count}`),
  }
}

function countImportsInRoom({ edges }: Sources): Figure {
  const fromRooms = edges.filter(({ from }) => roomOf(from) !== 'root')
  const inside = fromRooms.filter(({ from, to }) => roomOf(from) === roomOf(to))
  return {
    name: 'imports that stay in their room',
    value: Math.round((100 * inside.length) / Math.max(1, fromRooms.length)),
    unit: '%',
    goal: 47,
    atLeast: true,
    examples: [],
  }
}

function figureOf(name: string, examples: readonly string[], goal = 0): Figure {
  return { name, value: examples.length, goal, examples }
}

function countPrivateImports({ edges }: Sources): Figure {
  const wrong = edges
    .filter(({ to }) => PRIVATE_KINDS.some((kind) => kind === kindOf(to)) && !to.startsWith('schema/'))
    .filter(({ from, to }) => roomOf(from) !== 'root' && roomOf(from) !== roomOf(to))
    .filter(({ from, to }) => from.split('/')[0] === to.split('/')[0])
  return figureOf(
    'imports of a page, form or call of another room',
    wrong.map(({ from, to }) => `${from} -> ${to}`),
  )
}

function countUpwardImports({ edges }: Sources): Figure {
  const up = edges.filter(({ from, to }) => !mayImport(from, to))
  return figureOf(
    'imports from a lower room into a higher one',
    up.map(({ from, to }) => `${from} -> ${to}`),
  )
}

/** A name that several files export; page and registry conventions such as `default` have no name. */
function countAmbiguousExports({ code, texts }: Sources): Figure {
  const homes = new Map<string, string[]>()
  for (const file of code) {
    for (const [, name = ''] of (texts.get(file) ?? '').matchAll(EXPORT))
      homes.set(name, [...(homes.get(name) ?? []), file])
  }
  const several = [...homes].filter(([, files]) => new Set(files).size > 1)
  return figureOf(
    'exported names with several meanings',
    several.map(([name, files]) => `${name}: ${[...new Set(files)].join(', ')}`),
  )
}

function countCitations({ texts }: Sources): Figure {
  const { stdout } = spawnSync('git', ['ls-files', '*.md'], { encoding: 'utf8' })
  const known = new Set(stdout.split('\n').map((page) => basename(page)))
  const isOutside = (line: string) =>
    /\w \u00a7|\(issue \d/i.test(line) ||
    [...line.matchAll(/[\w-]+\.md\b/g)].some(([page]) => !known.has(page))
  const cited = [...texts]
    .filter(([file]) => !isTest(file))
    .flatMap(([file, text]) =>
      text.split('\n').flatMap((line, index) => (isOutside(line) ? [`${file}:${index + 1}`] : [])),
    )
  return figureOf('lines that cite documents outside the repository', cited)
}

/** Files of the tool chain that name exports too. */
const CONFIGURATION = ['.size-limit.js', 'vite.config.ts', 'vitest.config.ts']

/** Exports that no code uses, their own file included: only tests could call them. */
function countUnusedExports({ code, all, texts }: Sources): Figure {
  const users = [
    ...all.filter((file) => !isForTests(file) && !file.startsWith('e2e/')),
    ...present(CONFIGURATION),
  ]
  const uses = new Map<string, number>()
  for (const user of users) {
    for (const [name] of (texts.get(user) ?? read(user)).replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/\w+/g))
      uses.set(name, (uses.get(name) ?? 0) + 1)
  }
  const unused = code
    .filter((file) => !/^(worker\/index|client\/entry-)/.test(file))
    .flatMap((file) =>
      [...(texts.get(file) ?? '').matchAll(EXPORT)].flatMap(([, name = '']) =>
        (uses.get(name) ?? 0) > 1 ? [] : [`${file}: ${name}`],
      ),
    )
  return figureOf('exports that only tests use', unused)
}

interface LongFunction {
  location: { path: string; start: { line: number }; end: { line: number } }
}

/** Biome knows where functions begin and end: its rule reports those with more than 50 lines of code. */
function countLongFunctions(): Figure {
  const { stdout } = spawnSync(
    join('node_modules', '.bin', 'biome'),
    [
      'lint',
      '--only=complexity/noExcessiveLinesPerFunction',
      '--reporter=json',
      '--max-diagnostics=none',
      '.',
    ],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: LongFunction[] }
  const long = diagnostics
    .map(({ location: { path, start, end } }) => ({
      place: `${path}:${start.line}`,
      path,
      lines: end.line - start.line + 1,
    }))
    .filter(({ path, lines }) => lines > 100 && !isTest(path))
    .sort((a, b) => b.lines - a.lines)
  return figureOf(
    'functions over 100 lines',
    long.map(({ place, lines }) => `${place}: ${lines} lines`),
  )
}

function countCircles({ code, edges }: Sources): Figure {
  const graph = new Map(code.map((file) => [file, [] as string[]]))
  for (const { from, to, typeOnly } of edges) if (!typeOnly) graph.get(from)?.push(to)
  return figureOf('circles of imports, import() too', circlesOf(graph))
}
