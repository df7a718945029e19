/**
 * `npm test`: checks format, lint, types, architecture, rules, workerd, file sizes and browser journeys. `npm
 * run check` leaves out the browser. The last line has the totals of all runners.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { findBrowser } from './browser.ts'
import { buildShop } from './build.ts'
import { readOptions, stop } from './options.ts'

const HELP = `Runs every check.

  npm test                     everything; a browser is found or installed
  npm run check                everything that needs no browser
  npm test -- --only e2e       one part: format, types, rules, worker, sandbox, sizes or e2e
`

interface Counts {
  passed: number
  failed: number
  /** Printed again at the end, because the whole output has thousands of lines. */
  failures?: string[]
}

/** The part of Vitest's JSON report that is used here. */
interface Report {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

const REPORTS = 'node_modules/.cache/treadline'
const bin = (name: string) => join('node_modules', '.bin', name)

/** Runs a command without blocking, so that this process still receives signals. */
async function run(command: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  const [status] = await once(
    spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }),
    'exit',
  )
  return status === 0
}

/** Runs one command that either passes or fails. */
async function check(command: string, args: string[]): Promise<Counts> {
  return (await run(command, args)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** Runs tests and returns Vitest's totals; a run that ended without a report is one failure. */
async function vitest(projects: readonly string[], env: Record<string, string> = {}): Promise<Counts> {
  mkdirSync(REPORTS, { recursive: true })
  const report = join(REPORTS, `${projects[0]}.json`)
  const chosen = projects.map((name) => `--project=${name}`)
  rmSync(report, { force: true })
  const ok = await run(
    bin('vitest'),
    ['run', ...chosen, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    env,
  )
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const result = JSON.parse(readFileSync(report, 'utf8')) as Report
  const { numPassedTests, numFailedTests } = result
  // An error outside any test (a file that does not load) fails the run without a failed test.
  const failed = ok ? numFailedTests : Math.max(1, numFailedTests)
  return { passed: numPassedTests, failed, failures: failuresOf(result) }
}

function failuresOf({ testResults }: Report): string[] {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative('.', name)
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0) return message ? [`${file}\n  ${message}`] : []
    return failed.map((one) => `${file} > ${one.fullName}\n  ${one.failureMessages.join('\n  ')}`)
  })
}

interface SizeLimit {
  name: string
  passed?: boolean
  size: number
  sizeLimit?: number
}

async function sizes(): Promise<Counts> {
  await buildShop({ quiet: true })
  const result = spawnSync(bin('size-limit'), ['--json'], { encoding: 'utf8' })
  // A configuration that cannot be loaded gives an object with the error instead of a list.
  const report = JSON.parse(result.stdout || '[]') as SizeLimit[] | { error: string }
  const limits = Array.isArray(report) ? report : []
  for (const limit of limits) {
    process.stdout.write(
      `${limit.passed ? 'ok  ' : 'OVER'} ${limit.name}: ${limit.size} of ${limit.sizeLimit} bytes\n`,
    )
  }
  if (limits.length === 0) process.stdout.write(`${result.stdout}${result.stderr}\n`)
  const failed = limits.filter((limit) => !limit.passed).length
  return limits.length === 0 ? { passed: 0, failed: 1 } : { passed: limits.length - failed, failed }
}

async function rules(): Promise<Counts> {
  // Test files that need the build would otherwise build it at the same time into the same folder.
  await buildShop({ quiet: true })
  return vitest(['rules', 'models'])
}

async function e2e(): Promise<Counts> {
  const browser = findBrowser()
  if (!browser.ok) {
    process.stderr.write(`${browser.problem}\n`)
    return { passed: 0, failed: 1 }
  }
  await buildShop({ quiet: true })
  return vitest(['e2e'], { CHROME_PATH: browser.path })
}

const PARTS: Record<string, () => Promise<Counts>> = {
  format: () => check(bin('biome'), ['ci', '.']),
  types: () => check(bin('tsc'), ['-b']),
  rules,
  worker: () => vitest(['worker'], { BUNDLED_WORKER: '1' }),
  sandbox: () => vitest(['sandbox']),
  sizes,
  e2e,
}

async function main(): Promise<void> {
  const { values } = readOptions('npm test', {
    options: { help: { type: 'boolean' }, 'no-browser': { type: 'boolean' }, only: { type: 'string' } },
  })
  if (values.help) return void process.stdout.write(HELP)
  if (values.only !== undefined && !Object.hasOwn(PARTS, values.only))
    stop(`--only should be one of ${Object.keys(PARTS).join(', ')}, not "${values.only}"`)
  const parts = Object.entries(PARTS).filter(
    ([name]) => (!values.only || name === values.only) && !(values['no-browser'] && name === 'e2e'),
  )
  const summary: string[] = []
  const failures: string[] = []
  let passed = 0
  let failed = 0
  for (const [name, part] of parts) {
    process.stdout.write(`\n── ${name}\n`)
    const started = Date.now()
    const counts = await part()
    passed += counts.passed
    failed += counts.failed
    failures.push(...(counts.failures ?? []))
    summary.push(
      `${name.padEnd(8)} ${String(counts.passed).padStart(5)} passed ${String(counts.failed).padStart(4)} failed ${((Date.now() - started) / 1000).toFixed(1).padStart(7)} s`,
    )
  }
  if (failures.length > 0) process.stdout.write(`\n── failed\n${failures.join('\n')}\n`)
  process.stdout.write(`\n${summary.join('\n')}\n\n${passed} passed, ${failed} failed\n`)
  process.exit(failed === 0 ? 0 : 1)
}

await main()
