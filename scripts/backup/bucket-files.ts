/**
 * Files of the bucket that cannot be made again: documents, downloads and photographs. They are stored once for all
 * backups of an environment, by the hash that the bucket names them with.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { formatQuantity } from '../../schema/platform/count.ts'
import type { CloudflareApi } from '../deploy/cloudflare-api.ts'
import type { Progress } from '../load/progress.ts'
import { NotReady } from '../not-ready.ts'
import { afterChange, firstChange } from './first-change.ts'
import { ETAG, type Manifest, makeFolder } from './manifest.ts'
import { writeWholeFile } from './whole-file.ts'

type BucketFile = Manifest['files'][number]

/** Folders of the bucket; all other files are drawn from the catalog. */
const PREFIXES = ['private/', 'photos/']
const PAGE = 1000

/** How long an upload may take: as a small call, and the time of its bytes on a slow line of 100 kB/s. */
const UPLOAD_TIMEOUT_MS = 30_000
const UPLOAD_BYTES_PER_MS = 100

const OBJECTS = v.array(
  v.object({
    key: v.string(),
    size: v.number(),
    etag: ETAG,
    http_metadata: v.optional(v.nullable(v.object({ contentType: v.optional(v.string()) }))),
  }),
)

export interface Bucket {
  list(): Promise<BucketFile[]>
  read(key: string): Promise<Uint8Array>
  put(file: Pick<BucketFile, 'key' | 'contentType'>, bytes: Uint8Array): Promise<void>
}

/** Opens a bucket; it lists the files below some folders, those of the shop by default. */
export function openBucket(api: CloudflareApi, name: string, prefixes: readonly string[] = PREFIXES): Bucket {
  const objects = `/accounts/{account}/r2/buckets/${name}/objects`
  const pathOf = (key: string) => `${objects}/${key.split('/').map(encodeURIComponent).join('/')}`
  return {
    async list() {
      const files: BucketFile[] = []
      for (const prefix of prefixes) {
        for (let after = ''; ; ) {
          const query = new URLSearchParams({ prefix, per_page: String(PAGE), start_after: after })
          const page = await api.call(OBJECTS, 'GET', `${objects}?${query}`)
          for (const { key, size, etag, http_metadata } of page)
            files.push({
              key,
              size,
              etag,
              contentType: http_metadata?.contentType ?? 'application/octet-stream',
            })
          const last = page.at(-1)
          if (page.length < PAGE || !last) break
          after = last.key
        }
      }
      return files
    },
    read: (key) => api.download(pathOf(key)),
    async put({ key, contentType }, bytes) {
      const timeout = UPLOAD_TIMEOUT_MS + Math.ceil(bytes.length / UPLOAD_BYTES_PER_MS)
      await api.call(v.unknown(), 'PUT', pathOf(key), { body: bytes, contentType, timeout })
    },
  }
}

/** Returns where the bytes of a file are stored, beside the folders of the backups. */
export function storedFile(folder: string, { etag }: Pick<BucketFile, 'etag'>): string {
  return join(dirname(folder), 'files', etag)
}

/** Returns what is wrong with the stored bytes of a file; `null` when they are what the bucket had. */
export function findDamage(folder: string, file: BucketFile): 'missing' | 'damaged' | null {
  const path = storedFile(folder, file)
  if (!existsSync(path)) return 'missing'
  return isIntact(readFileSync(path), file) ? null : 'damaged'
}

/** Compares size and MD5; the etag of a file that was uploaded in parts is no MD5. */
function isIntact(bytes: Uint8Array, { size, etag }: Pick<BucketFile, 'size' | 'etag'>): boolean {
  if (bytes.length !== size) return false
  return !/^[0-9a-f]{32}$/.test(etag) || createHash('md5').update(bytes).digest('hex') === etag
}

/** Stores a file unless it is stored already. Throws when `read` returns other bytes than those of the bucket's list. */
export async function storeFile(
  folder: string,
  file: BucketFile,
  read: () => Promise<Uint8Array>,
): Promise<void> {
  if (findDamage(folder, file) === null) return
  const bytes = await read()
  if (!isIntact(bytes, file))
    throw new Error(`The file ${file.key} changed while it was copied: run the command again`)
  const path = storedFile(folder, file)
  makeFolder(dirname(path))
  writeWholeFile(path, bytes)
}

/** Copies the files that no earlier backup has; returns all files of the bucket. */
export async function copyFiles(bucket: Bucket, folder: string, progress: Progress): Promise<BucketFile[]> {
  const files = await bucket.list()
  const phase = `${formatQuantity(files.length, 'file')} of the bucket`
  for (const [index, file] of files.entries()) {
    progress(phase, index, files.length)
    await storeFile(folder, file, () => bucket.read(file.key))
  }
  progress(phase, files.length, files.length)
  return files
}

/** Puts the files of a backup into a bucket that lacks them; returns how many. A file that is there stays as it is. */
export async function restoreFiles(
  bucket: Bucket,
  folder: string,
  { files }: Pick<Manifest, 'files'>,
): Promise<number> {
  const known = new Set((await bucket.list()).map(({ key }) => key))
  const missing = files.filter(({ key }) => !known.has(key))
  const damaged = missing.filter((file) => findDamage(folder, file) !== null)
  if (damaged.length > 0)
    throw new NotReady(`The backup lacks these files: ${damaged.map(({ key }) => key).join(', ')}`)
  for (const [index, file] of missing.entries()) {
    const put = () => bucket.put(file, new Uint8Array(readFileSync(storedFile(folder, file))))
    await (index === 0 ? firstChange(put) : afterChange(put))
  }
  return missing.length
}
