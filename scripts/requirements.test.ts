/** Requirements: each id that a test names is described, and each described requirement has a test. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Requirements that are not built yet; remove an id from this list when a test names it. */
const WITHOUT_TEST: readonly string[] = []

const ID = '(?:[A-H]\\d+[a-z]?|API\\d+)'
const described = readdirSync('docs/requirements').flatMap((page) =>
  [...readFileSync(`docs/requirements/${page}`, 'utf8').matchAll(new RegExp(`^### (${ID}) `, 'gm'))].map(
    ([, id = '']) => id,
  ),
)
const findings = [...readFileSync('docs/audit.md', 'utf8').matchAll(/^\| ([A-D]\d+) \|/gm)].map(
  ([, id = '']) => `audit ${id}`,
)

/** Returns the ids at the beginning of test titles, of requirements and of the audit, with their files. */
function namedInTitles(): { file: string; id: string }[] {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
  return files
    .split('\n')
    .filter((file) => /\.test\.tsx?$/.test(file))
    .flatMap((file) =>
      [
        ...readFileSync(file, 'utf8').matchAll(
          /['"`]((?:\[(?:audit )?[A-Z]+\d+[a-z]?(?:, ?[A-Z]+\d+[a-z]?)*\] ?)+)/g,
        ),
      ].flatMap(([, ids = '']) =>
        [...ids.matchAll(/(?:audit )?[A-Z]+\d+[a-z]?/g)].map(([id]) => ({ file, id })),
      ),
    )
}

test('each id in the title of a test is described in docs/requirements/ or docs/audit.md', () => {
  const known = new Set([...described, ...findings])
  const unknown = namedInTitles().filter(({ id }) => !known.has(id))
  expect(unknown.map(({ file, id }) => `${file}: [${id}] is not described in docs/requirements/`)).toEqual([])
})

test('each requirement that is built has a test that names it', () => {
  const named = new Set(namedInTitles().map(({ id }) => id))
  const missing = described.filter((id) => !named.has(id) && !WITHOUT_TEST.includes(id))
  expect(missing.map((id) => `${id}: put [${id}] into the title of the test that shows it`)).toEqual([])
  expect(WITHOUT_TEST.filter((id) => named.has(id))).toEqual([])
  expect(new Set(described).size).toBe(described.length)
})
