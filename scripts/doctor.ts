/** `npm run doctor`: reports in one line each what is missing on this machine or in this configuration. */
import { existsSync, mkdtempSync, readFileSync, rmdirSync, statfsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findBrowser } from './browser.ts'
import { parseVars, sandboxPortOf, varProblems } from './local-vars.ts'
import { readOptions } from './options.ts'
import { isFree, readPort } from './ports.ts'

const HELP = `Looks over this machine and this configuration.

  npm run doctor
`

interface Finding {
  ok: boolean
  line: string
}

/** Disk space for packages, build, state and browser. */
const NEEDED_GB = 2

/** Checks whether a file can be created in a folder: a disk may be read-only whatever the rights are. */
export function isWritable(folder: string): boolean {
  try {
    rmdirSync(mkdtempSync(join(folder, '.doctor-')))
    return true
  } catch {
    return false
  }
}

export async function examine(): Promise<Finding[]> {
  const findings: Finding[] = []
  const report = (ok: boolean, line: string) => findings.push({ ok, line })

  report(true, `Node ${process.versions.node} runs the scripts`)
  const disk = statfsSync('.')
  const free = (disk.bavail * disk.bsize) / 1024 ** 3
  report(
    free >= NEEDED_GB,
    `${free.toFixed(1)} GB free on this disk${free >= NEEDED_GB ? '' : `; ${NEEDED_GB} GB are needed`}`,
  )
  const readOnly = ['.', 'node_modules', 'dist', '.wrangler'].filter(
    (name) => existsSync(name) && !isWritable(name),
  )
  report(
    readOnly.length === 0,
    readOnly.length === 0
      ? 'This folder can be written'
      : `Nothing can be written in ${readOnly.map((name) => resolve(name)).join(', ')}: npm start needs to`,
  )
  const workerd = existsSync('node_modules/workerd/package.json')
  report(workerd, workerd ? 'workerd is installed' : 'workerd is missing: npm ci')

  const browser = findBrowser({ install: false })
  report(browser.ok, browser.ok ? `Browser for the journeys: ${browser.path}` : browser.problem)

  const port = readPort()
  for (const each of [port, sandboxPortOf(port)]) {
    const free = await isFree(each)
    report(free, free ? `Port ${each} is free` : `Port ${each} is taken (a running shop is one reason)`)
  }

  if (existsSync('.dev.vars')) {
    const problems = varProblems(parseVars(readFileSync('.dev.vars', 'utf8')))
    if (problems.length === 0) report(true, '.dev.vars is complete')
    for (const problem of problems) report(false, `.dev.vars: ${problem}`)
  } else report(true, '.dev.vars is not there yet: npm start writes it')

  report(
    existsSync('dist/treadline/index.js'),
    existsSync('dist/treadline/index.js') ? 'The shop is built' : 'The shop is not built yet: npm run build',
  )
  const seeded = existsSync('.wrangler/state/treadline.json')
  report(true, seeded ? 'The demo shop is loaded' : 'The demo shop is not loaded yet: npm start does it')
  return findings
}

if (import.meta.main) {
  const { values } = readOptions('npm run doctor', { options: { help: { type: 'boolean' } } })
  if (values.help) process.stdout.write(HELP)
  else {
    const findings = await examine()
    for (const { ok, line } of findings) process.stdout.write(`${ok ? 'ok     ' : 'PROBLEM'} ${line}\n`)
    process.exitCode = findings.every((f) => f.ok) ? 0 : 1
  }
}
