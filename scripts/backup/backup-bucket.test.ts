import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { cloudflareApi } from '../deploy/cloudflare-api.ts'
import { ACCOUNT, fakeCloudflare, TOKEN } from '../deploy/testing/fake-cloudflare.ts'
import { downloadBackup, uploadBackup } from './backup-bucket.ts'
import { readManifest } from './manifest.ts'
import { takeBackup } from './take-backup.ts'
import { openSmallShop } from './testing/small-shop.fixture.ts'

/** The file during whose writing the disk is full. */
const disk = vi.hoisted(() => ({ fullAt: '' }))
vi.mock('node:fs', async (original) => {
  const own = await original<typeof fs>()
  return {
    ...own,
    writeFileSync(path: string, content: string | Uint8Array, options?: fs.WriteFileOptions) {
      if (!disk.fullAt || !path.includes(disk.fullAt)) return own.writeFileSync(path, content, options)
      own.writeFileSync(path, content.slice(0, content.length / 2), options)
      throw new Error('no space left on the disk')
    },
  }
})

const root = fs.mkdtempSync(join(tmpdir(), 'treadline-downloads-'))
afterAll(() => fs.rmSync(root, { recursive: true, force: true }))
beforeEach(() => {
  disk.fullAt = ''
})

const ENVIRONMENT = { name: 'production', worker: 'treadline' }

test('[H4] a download that a full disk interrupts leaves no half of a file, and the same command finishes it', async () => {
  const { fetch } = fakeCloudflare()
  const api = cloudflareApi({ baseUrl: 'https://api.test/client/v4', account: ACCOUNT, token: TOKEN, fetch })
  const shop = await openSmallShop(3)
  const source = {
    environment: 'production',
    database: 'treadline',
    release: null,
    db: shop.db,
    readBookmark: null,
    copyFiles: null,
  }
  const saved = join(root, 'saved', 'backup')
  await takeBackup(source, { folder: saved, now: 0, progress: () => undefined })
  shop.close()
  await uploadBackup(api, ENVIRONMENT, saved)
  const download = () => downloadBackup(api, ENVIRONMENT, join(root, 'downloaded'), 'newest')
  const folder = join(root, 'downloaded', 'backup')
  for (const name of ['sales_order.jsonl.gz', 'manifest.json']) {
    disk.fullAt = join(folder, name)
    await expect(download()).rejects.toThrow('no space left')
    expect(fs.existsSync(join(folder, name))).toBe(false)
  }
  disk.fullAt = ''
  expect(readManifest(await download())).toEqual(readManifest(saved))
  expect(fs.readdirSync(folder).sort()).toEqual(fs.readdirSync(saved).sort())
})
