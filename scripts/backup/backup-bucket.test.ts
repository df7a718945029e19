import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cloudflareApi } from '../deploy/cloudflare-api.ts'
import { ACCOUNT, fakeCloudflare, TOKEN } from '../deploy/testing/fake-cloudflare.ts'
import { serveFake } from '../deploy/testing/serve-fake.ts'
import { runCommand } from '../testing/run-command.harness.ts'
import { downloadBackup, uploadBackup } from './backup-bucket.ts'
import { takeBackup } from './take-backup.ts'
import { openSmallShop } from './testing/small-shop.fixture.ts'

const root = mkdtempSync(join(tmpdir(), 'treadline-downloads-'))
const NAME = 'interrupted-download'
const folder = join('backups/production', NAME)
afterAll(() => {
  for (const one of [root, folder]) rmSync(one, { recursive: true, force: true })
})

/** Blocks of 512 bytes; the manifest of a shop is larger, and writing it ends the command in the middle. */
const LARGEST_FILE = 16

test('[H4] a download that ends in the middle of a file leaves no half of it, and the same command finishes it', async () => {
  const fake = fakeCloudflare()
  const { fetch } = fake
  const api = cloudflareApi({ baseUrl: 'https://api.test/client/v4', account: ACCOUNT, token: TOKEN, fetch })
  const { db, close } = await openSmallShop(3)
  const owner = { environment: 'production', database: 'treadline', release: null }
  const saved = join(root, NAME)
  await takeBackup(
    { ...owner, db, readBookmark: null, copyFiles: null },
    { folder: saved, now: 0, progress: () => undefined },
  )
  close()
  expect(statSync(join(saved, 'manifest.json')).size).toBeGreaterThan(LARGEST_FILE * 512)
  await uploadBackup(api, { name: 'production', worker: 'treadline' }, saved, () => undefined)
  const served = await serveFake(fake)
  const drill = ['scripts/drill.ts', '--from', `r2:${NAME}`]
  const limited = ['-c', `ulimit -f ${LARGEST_FILE}; exec "$0" "$@"`, process.execPath, ...drill]
  const isInterrupted = await new Promise((resolve) => {
    execFile('sh', limited, { env: { ...process.env, ...served.env } }, (error) => resolve(error !== null))
  })
  expect(isInterrupted).toBe(true)
  const names = readdirSync(folder)
  expect(names).toContain('manifest.json.part')
  for (const name of names.filter((one) => !one.endsWith('.part')))
    expect(readFileSync(join(folder, name))).toEqual(readFileSync(join(saved, name)))
  const again = await runCommand('drill', drill.slice(1), served.env)
  expect([again.stderr, again.status]).toEqual(['', 0])
  expect(readdirSync(folder).sort()).toEqual([...readdirSync(saved), 'drill.json'].sort())
  await served.close()
}, 60_000)

test.each([
  'production/../manifest.json',
  'production/..\\out/manifest.json',
  'production/foreign/../../out',
])('[H4] the key %s of a bucket, which leads out of the backup, is refused', async (key) => {
  const { fetch, buckets } = fakeCloudflare()
  const api = cloudflareApi({ baseUrl: 'https://api.test/client/v4', account: ACCOUNT, token: TOKEN, fetch })
  buckets.add('treadline-backups')
  const keys = ['production/foreign/manifest.json', key]
  // Not by `openBucket`: an address would lose its dots.
  const listing = {
    ...api,
    call: async (...[, method]: Parameters<typeof api.call>) =>
      method === 'GET'
        ? keys.map((one) => ({ key: one, size: 2, etag: 'ab', http_metadata: null }))
        : expect.fail(method),
    download: async () => Buffer.from('{}'),
  } as typeof api
  const parent = join(root, 'parent')
  const [, wanted = ''] = key.split('/')
  const download = downloadBackup(listing, { name: 'production', worker: 'treadline' }, parent, wanted)
  await expect(download).rejects.toThrow('has a file that no backup has')
  expect(existsSync(parent)).toBe(false)
})
