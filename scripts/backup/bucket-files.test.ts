import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { cloudflareApi } from '../deploy/cloudflare-api.ts'
import { ACCOUNT, fakeCloudflare, TOKEN } from '../deploy/testing/fake-cloudflare.ts'
import type { Progress } from '../load/progress.ts'
import { type Bucket, copyFiles, openBucket } from './bucket-files.ts'
import { takeBackup } from './take-backup.ts'
import { openSmallShop } from './testing/small-shop.fixture.ts'

const root = mkdtempSync(join(tmpdir(), 'treadline-files-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
afterEach(() => void vi.restoreAllMocks())

/** A bucket whose list and whose bytes may differ, as when a file is replaced in between. */
function bucketWith(listed: string, bytes: string, etag?: string): Bucket {
  const md5 = createHash('md5').update(listed).digest('hex')
  const file = { key: 'photos/1.jpg', size: listed.length, etag: etag ?? md5, contentType: 'image/jpeg' }
  return { list: async () => [file], read: async () => Buffer.from(bytes), put: async () => undefined }
}

test('[H4] a file that is replaced by one of the same size while it is copied is not stored', async () => {
  const folder = join(root, 'replaced', 'backup')
  await expect(copyFiles(bucketWith('photo', 'phono'), folder, () => {})).rejects.toThrow(
    'The file photos/1.jpg changed while it was copied',
  )
  await copyFiles(bucketWith('photo', 'photo'), folder, () => {})
  // A file that was uploaded in parts has an etag that is no MD5.
  await copyFiles(bucketWith('photo', 'phono', 'abc-2'), folder, () => {})
  expect(readdirSync(join(root, 'replaced', 'files'))).toHaveLength(2)
})

test('[H4] the progress of a copy has all tables in one phase, and files', async () => {
  const { db, close } = await openSmallShop(2)
  const phases: string[] = []
  const progress = (phase: string, done: number, total: number) =>
    void phases.push(`${phase}: ${done}/${total}`)
  const owner = { environment: 'production', database: 'treadline', release: null, readBookmark: null }
  const folder = join(root, 'progress', 'backup')
  const copy = (to: string, report: Progress) => copyFiles(bucketWith('photo', 'photo'), to, report)
  await takeBackup({ ...owner, db, copyFiles: copy }, { folder, now: 0, progress })
  close()
  const ofTables = phases.filter((phase) => phase.includes(' tables, '))
  const [, total = ''] = /^\d+ tables, (\d+) rows: /.exec(ofTables[0] ?? '') ?? []
  expect(new Set(ofTables.map((phase) => phase.replace(/: .*/, ''))).size).toBe(1)
  expect(ofTables.at(-1)).toMatch(new RegExp(`: ${total}/${total}$`))
  expect(Number(total)).toBeGreaterThan(2)
  expect(phases.slice(-2)).toEqual(['1 file of the bucket: 0/1', '1 file of the bucket: 1/1'])
})

test('[H4] a large file has longer for its upload than a small one', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  const { fetch } = fakeCloudflare()
  const api = cloudflareApi({ baseUrl: 'https://api.test/client/v4', account: ACCOUNT, token: TOKEN, fetch })
  const bucket = openBucket(api, 'treadline-backups')
  for (const size of [1_000, 30_000_000])
    await bucket.put({ key: 'photos/1.jpg', contentType: 'image/jpeg' }, new Uint8Array(size))
  expect(timeout.mock.calls).toEqual([[30_010], [330_000]])
})
