/** The workflows of GitHub call commands that exist, with options that they have, and show no secret. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { environmentNames } from './deploy/environment.ts'
import { commandProblems } from './testing/commands.harness.ts'

const FOLDER = '.github/workflows'

interface Field {
  /** Keys from the top, such as `jobs.test.steps.run`. */
  path: string
  value: string
}

/**
 * Returns the fields of a file in the part of YAML that the workflows use: two spaces for each level, one line for each
 * value. Anything else fails here, so that no line is left unread.
 */
function readFields(file: string): Field[] {
  const keys: { indent: number; key: string }[] = []
  const lines = readFileSync(join(FOLDER, file), 'utf8').split('\n')
  return lines
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))
    .map((line) => {
      const [, spaces = '', key = '', value = ''] =
        /^((?: {2})*(?:- )?)([\w-]+):(?: (.*))?$/.exec(line) ?? expect.fail(`${file}: cannot read "${line}"`)
      if (/^[|>&*]/.test(value)) expect.fail(`${file}: write "${key}" in one line`)
      while ((keys.at(-1)?.indent ?? -1) >= spaces.length) keys.pop()
      keys.push({ indent: spaces.length, key })
      return { path: keys.map((one) => one.key).join('.'), value }
    })
}

const files = readdirSync(FOLDER)
const fields = files.flatMap((file) => readFields(file).map((field) => ({ file, ...field })))
const commands = fields.filter(({ path }) => path.endsWith('.steps.run'))

test('[H4] each command of a workflow exists and knows its options', async () => {
  expect(commands.length).toBeGreaterThanOrEqual(3)
  const lines = commands.map(({ value }) => value)
  expect(lines.filter((line) => /[;|&<>\\`]/.test(line))).toEqual([])
  expect(await commandProblems(lines)).toEqual([])
})

test('[H4] a secret is a variable of one step and never a part of a command', () => {
  expect(commands.filter(({ value }) => value.includes('${{'))).toEqual([])
  const secrets = fields.filter(({ value }) => value.includes('secrets'))
  expect(secrets.length).toBeGreaterThan(0)
  for (const { file, path, value } of secrets) {
    const name = path.split('.').at(-1)
    expect(path, file).toMatch(/^jobs\.\w+\.steps\.env\.(CLOUDFLARE|BACKUP)_(API_TOKEN|ACCOUNT_ID)$/)
    expect(value).toBe(`\${{ secrets.${name} }}`)
  }
})

test('[H4] a workflow may only read the repository, ends by itself, and runs no action by others', () => {
  for (const file of files) {
    const own = fields.filter((field) => field.file === file)
    expect(
      own.filter(({ path }) => /permissions/.test(path)).map(({ path, value }) => `${path} ${value}`),
    ).toEqual(['permissions ', 'permissions.contents read'])
    const count = (pattern: RegExp) => own.filter(({ path }) => pattern.test(path)).length
    expect(count(/^jobs\.\w+\.timeout-minutes$/), `${file}: timeout-minutes`).toBe(
      count(/^jobs\.\w+\.runs-on$/),
    )
    expect(count(/\.persist-credentials$/), `${file}: persist-credentials`).toBe(count(/\.steps\.uses$/))
    for (const { value } of own.filter(({ path }) => path.endsWith('.uses')))
      expect(value).toMatch(/^(actions\/checkout@v\d+|\.\/\.github\/workflows\/check\.yml)$/)
  }
})

test('[H4] deployments of one environment wait for each other, after the checks and staging', () => {
  const own = fields.filter(({ file }) => file === 'deploy.yml')
  const valueAt = (path: string) => own.find((field) => field.path === path)?.value
  for (const environment of environmentNames()) {
    const job = `jobs.${environment}`
    expect(valueAt(`${job}.environment`)).toBe(environment)
    expect(valueAt(`${job}.concurrency.group`)).toBe(`deploy-${environment}`)
    expect(valueAt(`${job}.concurrency.cancel-in-progress`)).toBe('false')
    expect(valueAt(`${job}.steps.run`)).toBe(`npm run deploy -- --env ${environment} --yes`)
  }
  expect([valueAt('jobs.staging.needs'), valueAt('jobs.production.needs')]).toEqual(['check', 'staging'])
})

test('[H4] the nightly drill tries the backup that was uploaded, from its bucket and after it', () => {
  const own = fields.filter(({ file }) => file === 'backup.yml')
  const valueAt = (path: string) => own.find((field) => field.path === path)?.value
  expect(valueAt('jobs.backup.steps.run')).toMatch(/^npm run backup -- .*--to r2$/)
  expect(valueAt('jobs.drill.steps.run')).toMatch(/^npm run drill -- --from r2:newest /)
  expect(valueAt('jobs.drill.needs')).toBe('backup')
})
