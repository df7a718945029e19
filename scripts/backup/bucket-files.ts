/**
 * Files of the bucket that cannot be made again: documents, downloads and photographs. They are stored once for all
 * backups of an environment, by the hash that the bucket names them with.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import type { CloudflareApi } from '../deploy/cloudflare-api.ts'
import type { Manifest } from './manifest.ts'

type BucketFile = Manifest['files'][number]

/** Folders of the bucket; all other files are drawn from the catalog. */
const PREFIXES = ['private/', 'photos/']
const PAGE = 1000

const OBJECTS = v.array(
  v.object({
    key: v.string(),
    size: v.number(),
    // It becomes the name of a file.
    etag: v.pipe(v.string(), v.regex(/^[\w-]+$/)),
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
      await api.call(v.unknown(), 'PUT', pathOf(key), { body: bytes, contentType })
    },
  }
}

/** Returns where the bytes of a file are stored, beside the folders of the backups. */
export function storedFile(folder: string, { etag }: Pick<BucketFile, 'etag'>): string {
  return join(dirname(folder), 'files', etag)
}

/** Copies the files that no earlier backup has; returns all files of the bucket. */
export async function copyFiles(bucket: Bucket, folder: string): Promise<BucketFile[]> {
  const files = await bucket.list()
  for (const file of files) {
    const path = storedFile(folder, file)
    if (existsSync(path)) continue
    const bytes = await bucket.read(file.key)
    if (bytes.length !== file.size)
      throw new Error(`The file ${file.key} changed while it was copied: run the command again`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(`${path}.part`, bytes)
    renameSync(`${path}.part`, path)
  }
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
  for (const file of missing) await bucket.put(file, new Uint8Array(readFileSync(storedFile(folder, file))))
  return missing.length
}
