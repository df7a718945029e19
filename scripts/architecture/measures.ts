/** Measures how easy the repository is to navigate, for `npm run figures`. Each figure has its goal. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { circlesOf, filesPerFolder, type Import, importsOf, sourcesIn } from './imports.ts'
import { isForTests, isPrivateImport, LAYERS, mayImport, roomOf } from './rooms.ts'

export interface Figure {
  name: string
  value: number
  unit?: string
  /** The largest acceptable value, or the smallest where `atLeast` is set. */
  goal: number
  atLeast?: true
  /** The files to look at first. */
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
  /** Files below schema/, worker/ and client/ that the shop runs. */
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
    .flatMap(sourcesIn)
    .filter((file) => !isForTests(file))
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
  const fullest = [...filesPerFolder(present(LAYERS))].sort(([, a], [, b]) => b - a)
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
  const wrong = edges.filter(({ from, to }) => isPrivateImport(from, to))
  return figureOf(
    'imports of a page, form or call of another room',
    wrong.map(({ from, to }) => `${from} -> ${to}`),
  )
}

function countUpwardImports({ edges }: Sources): Figure {
  const upward = edges.filter(({ from, to }) => !mayImport(from, to))
  return figureOf(
    'imports from a lower room into a higher one',
    upward.map(({ from, to }) => `${from} -> ${to}`),
  )
}

/** Counts names that several files export; `default` is not a name. */
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

/** Configuration files that use exports too. */
const CONFIGURATION = ['.size-limit.js', 'vite.config.ts', 'vitest.config.ts']

/** Counts exports that no code uses, not even their own file: only tests could call them. */
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

/** Counts functions over 100 lines; Biome's rule reports those with more than 50 lines of code. */
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
      location: `${path}:${start.line}`,
      path,
      lines: end.line - start.line + 1,
    }))
    .filter(({ path, lines }) => lines > 100 && !isTest(path))
    .sort((a, b) => b.lines - a.lines)
  return figureOf(
    'functions over 100 lines',
    long.map(({ location, lines }) => `${location}: ${lines} lines`),
  )
}

function countCircles({ code, edges }: Sources): Figure {
  return figureOf('circles of imports, import() too', circlesOf(code, edges))
}
