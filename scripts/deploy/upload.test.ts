import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildShop } from '../build.ts'
import { runFile, WRANGLER } from '../testing/run-command.harness.ts'
import { readRelease } from './release.ts'
import { PRODUCTION } from './testing/deployment.fixture.ts'
import { objectMigrations, uploadForm } from './upload.ts'
import { readWorkerConfig } from './worker-config.ts'

const folder = mkdtempSync(join(tmpdir(), 'treadline-upload-'))
/** Beside the build, because its paths are relative. */
const CONFIG = 'dist/treadline/wrangler.upload-test.json'
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  rmSync(CONFIG, { force: true })
})
beforeAll(async () => void (await buildShop({ quiet: true })), 120_000)

interface Metadata {
  bindings: Record<string, unknown>[]
  migrations: object
  [name: string]: unknown
}

/** Returns the form that wrangler would send. */
async function wranglerForm(): Promise<FormData> {
  const file = join(folder, 'form')
  // With an id, as the upload has one; wrangler.toml has none, so that wrangler finds the database by its name.
  const config = JSON.parse(readFileSync('dist/treadline/wrangler.json', 'utf8'))
  config.d1_databases[0].database_id = 'treadline'
  writeFileSync(CONFIG, JSON.stringify(config))
  const args = ['deploy', '--dry-run', '--outfile', file, '-c', CONFIG]
  const { status, stderr } = await runFile(WRANGLER, args, { env: { CI: 'true' } })
  expect(status, stderr).toBe(0)
  const body = readFileSync(file)
  const boundary = /^--(.+)\r?\n/.exec(body.subarray(0, 200).toString('latin1'))?.[1]
  const headers = { 'Content-Type': `multipart/form-data; boundary=${boundary}` }
  return new Response(body, { headers }).formData()
}

const metadataOf = (form: FormData) => JSON.parse(String(form.get('metadata'))) as Metadata
const filesOf = (form: FormData) =>
  [...form]
    .flatMap(([name, value]) => (typeof value === 'string' ? [] : [[name, value.type, value.size]]))
    .sort()
const sorted = (bindings: Record<string, unknown>[]) =>
  bindings.map((one) => JSON.stringify(one, Object.keys(one).sort())).sort()

test('[H4] an upload has the modules and bindings that wrangler would send', async () => {
  const release = readRelease()
  const source = {
    environment: PRODUCTION,
    release,
    vars: { vars: {}, newSecrets: {} },
    // The names of wrangler.toml stand for ids on this machine.
    ids: { database: 'treadline', namespace: 'treadline-catalogue' },
  }
  const migrations = objectMigrations(release, null)
  const own = uploadForm(source, { assetToken: '', message: '', migrations })
  const theirs = await wranglerForm()
  expect(filesOf(own)).toEqual(filesOf(theirs))
  const [mine, wanted] = [metadataOf(own), metadataOf(theirs)]
  expect(sorted(mine.bindings)).toEqual(sorted(wanted.bindings))
  for (const name of ['main_module', 'compatibility_date', 'compatibility_flags', 'observability'])
    expect(mine[name], name).toEqual(wanted[name])
}, 60_000)

test('[H12] a source map names the files of this repository', () => {
  const map = readRelease().modules.find(({ name }) => name === 'index.js.map')
  expect(map?.type).toBe('application/source-map')
  const { file, sources } = JSON.parse(String(map?.content)) as { file: string; sources: string[] }
  expect(file).toBe('index.js')
  expect(sources).toContain('worker/app.ts')
  expect(sources.filter((source) => source.startsWith('.') || source.startsWith('/'))).toEqual([])
})

test('[H4] a part of the configuration that an upload does not know is refused', () => {
  const config = JSON.parse(readFileSync('dist/treadline/wrangler.json', 'utf8'))
  writeFileSync(join(folder, 'wrangler.json'), JSON.stringify({ ...config, placement: { mode: 'smart' } }))
  expect(() => readWorkerConfig(folder)).toThrow('a deployment does not know "placement"')
  writeFileSync(join(folder, 'wrangler.json'), JSON.stringify({ ...config, placement: {} }))
  expect(readWorkerConfig(folder).main).toBe('index.js')
})
