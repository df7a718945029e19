/** Documents are consistent: links, the files and folders that they name, and the index of decisions. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((page) => existsSync(page))
const textOf = (page: string) => readFileSync(page, 'utf8')

/** Returns the anchors of a page as GitHub derives them from its headings. */
function anchorsOf(page: string): Set<string> {
  const headings = [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )
  return new Set(headings)
}

// Texts of the shop link to its pages with absolute paths: `/t/car`. Pages of GitHub about this repository are outside of it:
// `../../actions/`.
test('[H10] each link of a document leads to a file, and to a heading where it has an anchor', () => {
  const broken = pages.flatMap((page) =>
    [
      ...textOf(page).matchAll(
        /\]\((?!https?:|mailto:|\/|\.\.\/\.\.\/actions\/)([^)#\s]*)(?:#([^)\s]+))?\)/g,
      ),
    ].flatMap(([, path = '', anchor]) => {
      const target = path === '' ? page : join(dirname(page), path)
      if (!existsSync(target)) return [`${page}: ${path} is not there`]
      const isKnown = anchor === undefined || !target.endsWith('.md') || anchorsOf(target).has(anchor)
      return isKnown ? [] : [`${page}: ${path}#${anchor} has no heading`]
    }),
  )
  expect(broken).toEqual([])
})

const NAMED = /`((?:bench|client|docs|e2e|migrations|sandbox|schema|scripts|worker)\/[\w./-]*)`/g

/** Paths in comments; the lookbehind excludes addresses of other sites. */
const COMMENTED = /(?<![\w./-])(?:bench|client|docs|e2e|migrations|sandbox|schema|scripts|worker)\/[\w./-]+/g

test('[H10] each file and folder that a document names exists', () => {
  const missing = pages.flatMap((page) =>
    [...textOf(page).matchAll(NAMED)].flatMap(([, path = '']) =>
      existsSync(path) ? [] : [`${page}: ${path} is not there`],
    ),
  )
  // CONTRIBUTING names a page that its reader adds.
  expect(missing.filter((line) => !line.includes('winter-changeover.md'))).toEqual([])
})

test('[H10] each test file that a comment names exists', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { encoding: 'utf8' }).split('\n')
  const known = new Set(files.map((file) => basename(file)))
  const missing = files
    .filter((file) => existsSync(file) && file !== 'scripts/docs.test.ts')
    .flatMap((file) =>
      [...textOf(file).matchAll(/(?<![\w*.}/-])[\w/-]+(?:\.[\w-]+)*\.test\.tsx?/g)]
        .filter(([name]) => !known.has(basename(name)))
        .map(([name]) => `${file}: ${name} is not there`),
    )
  expect(missing).toEqual([])
})

test('[H10] each file and folder that a comment names exists', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.css', '*.mjs', '*.toml'], {
    encoding: 'utf8',
  })
  const missing = files
    .split('\n')
    .filter((file) => existsSync(file))
    .flatMap((file) =>
      [...textOf(file).matchAll(/^\s*(?:\/\*\*?|\*|\/\/|#)[ ](.*)$/gm)]
        .flatMap(([, comment = '']) => comment.match(COMMENTED) ?? [])
        .map((path) => path.replace(/[.]+$/, ''))
        .filter((path) => !existsSync(path))
        .map((path) => `${file}: ${path} is not there`),
    )
  expect(missing).toEqual([])
})

test('[H10] each decision begins with its status and is linked from the index', () => {
  const text = textOf('docs/decisions.md')
  const [index = ''] = text.split(/^## /m)
  const decisions = [...text.matchAll(/^## (\d+)\. .+\n(.*)/gm)]
  expect(decisions.length).toBeGreaterThan(180)
  const unclear = decisions.flatMap(([, number = '', line = '']) => [
    ...(/^\*(?:In force|Replaced|No longer needed)/.test(line)
      ? []
      : [`${number}: begin with "*In force.*", "*Replaced by N.*" or "*No longer needed.*"`]),
    ...(index.includes(`[${number}](#${number}-`) ? [] : [`${number}: link it from the topics on top`]),
  ])
  expect(unclear).toEqual([])
})

test('[H10] each decision that code or a document cites exists', () => {
  const known = new Set(
    [...textOf('docs/decisions.md').matchAll(/^## (\d+)\. /gm)].map(([, number]) => number),
  )
  const files = execFileSync(
    'git',
    ['grep', '-liE', 'decisions? [0-9]', '--', '*.ts', '*.tsx', '*.mjs', '*.md', '*.toml'],
    { encoding: 'utf8' },
  )
  const unknown = files
    .split('\n')
    .filter((file) => file !== '' && existsSync(file))
    .flatMap((file) =>
      [...textOf(file).matchAll(/decisions? (\d+(?:(?:, | and | to )\d+)*)/gi)]
        .flatMap(([, numbers = '']) => numbers.match(/\d+/g) ?? [])
        .filter((number) => !known.has(number))
        .map((number) => `${file}: decision ${number} is not in docs/decisions.md`),
    )
  expect(unknown).toEqual([])
})

test('[H10] each promise of a deployment names tests that exist, or says what is open', () => {
  const rows = [...textOf('docs/deployment-acceptance.md').matchAll(/^\| (\d+) \|.*\| (.+) \|$/gm)]
  expect(rows.map(([, number]) => Number(number))).toEqual(
    Array.from({ length: 17 }, (_, index) => index + 1),
  )
  const wrong = rows.flatMap(([, number, shown = '']) => {
    const tests = [...shown.matchAll(/"([^"]+)" \(`([^`]+)`\)/g)]
    const rest = shown.replace(/"[^"]+" \(`[^`]+`\)(?:, |\. )?/g, '')
    const isClear = rest === '' ? tests.length > 0 : rest.startsWith('**Open**: ')
    return [
      ...(isClear ? [] : [`${number}: name tests, or say what is open: ${rest}`]),
      ...tests
        .filter(([, title = '', file = '']) => !existsSync(file) || !textOf(file).includes(title))
        .map(([test]) => `${number}: there is no ${test}`),
    ]
  })
  expect(wrong).toEqual([])
})
