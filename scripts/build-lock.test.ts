import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'treadline-build-lock-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const MODULE = JSON.stringify(resolve('scripts/build-lock.ts'))

/** Starts a process that builds or deploys in the folder for `ms`; returns what it writes first. */
function start(kind: 'buildAlone' | 'withLockedBuild', ms: number) {
  const code = `import { appendFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { ${kind} } from ${MODULE}
const log = (line) => { console.log(line); appendFileSync('log.txt', line + '\\n') }
await ${kind}(async () => { log('begun'); await delay(${ms}); log('ended') }).catch(({ message }) => console.log(message))`
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', code]
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  const first = once(child.stdout, 'data').then(([text]) => String(text).trim())
  return { child, first, ended: once(child, 'exit') }
}

const LONG_MS = 600_000

test('[H4] a deployment refuses files of a build that was stopped in the middle, or that is not of these sources', async () => {
  const shop = mkdtempSync(join(folder, 'shop-'))
  mkdirSync(join(shop, 'worker'))
  mkdirSync(join(shop, 'dist/treadline'), { recursive: true })
  for (const file of ['worker/app.ts', 'dist/treadline/index.js']) writeFileSync(join(shop, file), '')
  const code = `import { hashOf, withBuiltShop } from ${JSON.stringify(resolve('scripts/build.ts'))}
if (process.argv[1] === 'stamp') (await import('node:fs')).writeFileSync('dist/.shop', hashOf(['worker']))
await withBuiltShop(async () => console.log('deployed')).catch(({ message }) => console.log(message))`
  const deploy = (...args: string[]) =>
    execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', '-e', code, ...args], {
      cwd: shop,
      encoding: 'utf8',
    }).trim()
  const refusal = 'The build or its sources have changed meanwhile: run the command again.'
  expect(deploy()).toBe(refusal)
  expect(deploy('stamp')).toBe('deployed')
  writeFileSync(join(shop, 'worker/app.ts'), 'another')
  expect(deploy()).toBe(refusal)
})

test('[H4] builds of one folder run one after the other', async () => {
  await Promise.all(Array.from({ length: 3 }, () => start('buildAlone', 200).ended))
  expect(readFileSync(join(folder, 'log.txt'), 'utf8').trim().split('\n')).toEqual(
    Array.from({ length: 3 }, () => ['begun', 'ended']).flat(),
  )
})

test('[H4] a killed build stops no other build and no deployment', async () => {
  const killed = start('buildAlone', LONG_MS)
  expect(await killed.first).toBe('begun')
  killed.child.kill('SIGKILL')
  for (const kind of ['buildAlone', 'withLockedBuild'] as const) {
    const next = start(kind, 0)
    expect(await next.first).toMatch(/^begun/)
    await next.ended
  }
})

test('[H4] a build is refused while a deployment runs from the folder, another deployment is not', async () => {
  const deployments = [start('withLockedBuild', LONG_MS), start('withLockedBuild', LONG_MS)]
  for (const { first } of deployments) expect(await first).toBe('begun')
  expect(await start('buildAlone', 0).first).toBe(
    'A deployment from this folder runs: wait until it has ended, then start this again.',
  )
  for (const { child } of deployments) child.kill('SIGKILL')
})
