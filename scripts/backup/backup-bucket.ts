/** Backups in a bucket of the account, `<worker>-backups`: one folder for each environment and time. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import * as v from 'valibot'
import { formatQuantity } from '../../schema/platform/count.ts'
import { hasBucket } from '../deploy/account-state.ts'
import { type CloudflareApi, findOrCreate } from '../deploy/cloudflare-api.ts'
import { DEFAULT_ENVIRONMENT, type DeployEnvironment } from '../deploy/environment.ts'
import type { Progress } from '../load/progress.ts'
import { NotReady } from '../not-ready.ts'
import { type Bucket, openBucket, storedFile, storeFile } from './bucket-files.ts'
import { hasManifest, MANIFEST_FILE, makeFolder, parseManifest, readManifest, tableFile } from './manifest.ts'
import { writeWholeFile } from './whole-file.ts'

/** Names the newest backup of a bucket. */
const NEWEST = 'newest'

type Environment = Pick<DeployEnvironment, 'name' | 'worker'>

const bucketName = ({ worker }: Environment) => `${worker}-backups`

const openBackups = (api: CloudflareApi, environment: Environment) =>
  openBucket(api, bucketName(environment), [`${environment.name}/`])

/** A name that stays in its folder: keys of a bucket come from outside. */
const FILE_NAME = /^\w[\w.-]*$/

/** The name of a backup begins with its day; other folders of the bucket are never the newest backup. */
const TIME = /^\d{4}-\d{2}-\d{2}/

/** Uploads a backup, its manifest last, and the files of the shop's bucket that no earlier backup has uploaded. */
export async function uploadBackup(
  api: CloudflareApi,
  environment: Environment,
  folder: string,
  progress: Progress,
): Promise<string> {
  const name = bucketName(environment)
  const path = '/accounts/{account}/r2/buckets'
  await findOrCreate(
    async () => (await hasBucket(api, name)) || null,
    async () => (await api.call(v.unknown(), 'POST', path, { body: { name } })) !== undefined,
  )
  const bucket = openBackups(api, environment)
  const known = new Set((await bucket.list()).map(({ key }) => key))
  const target = `${environment.name}/${basename(folder)}`
  const tables = readdirSync(folder).filter((one) => one !== MANIFEST_FILE)
  // Equal files of the bucket have one key.
  const files = new Map([
    ...readManifest(folder)
      .files.map((file) => [`${environment.name}/files/${file.etag}`, storedFile(folder, file)] as const)
      .filter(([key]) => !known.has(key)),
    ...[...tables, MANIFEST_FILE].map((one) => [`${target}/${one}`, join(folder, one)] as const),
  ])
  const phase = `uploading ${formatQuantity(files.size, 'file')}`
  let done = 0
  for (const [key, path] of files) {
    progress(phase, done, files.size)
    await put(bucket, key, path)
    done += 1
  }
  progress(phase, done, files.size)
  return `${name}/${target}`
}

/**
 * Downloads a backup by the time in its name, or the newest one, into a folder of `parent` unless it is there; its
 * manifest comes last. Returns the folder.
 */
export async function downloadBackup(
  api: CloudflareApi,
  environment: Environment,
  parent: string,
  wanted: string,
): Promise<string> {
  const bucket = openBackups(api, environment)
  const stored = (await hasBucket(api, bucketName(environment))) ? await bucket.list() : []
  const keys = stored.map(({ key }) => key)
  const times = keys.flatMap((key) => {
    const [, time, file] = key.split('/')
    return time !== undefined && file === MANIFEST_FILE ? [time] : []
  })
  const named = times.filter((one) => TIME.test(one))
  const time = wanted === NEWEST ? named.sort().at(-1) : times.find((one) => one === wanted)
  if (time === undefined) {
    const flags = environment.name === DEFAULT_ENVIRONMENT ? '' : ` --env ${environment.name}`
    throw new NotReady(
      wanted === NEWEST
        ? `The bucket ${bucketName(environment)} has no backup yet: npm run backup -- --from remote --to r2${flags}`
        : `The bucket ${bucketName(environment)} has no whole backup ${wanted}`,
    )
  }
  const source = `${environment.name}/${time}/`
  const names = keys.filter((key) => key.startsWith(source)).map((key) => key.slice(source.length))
  const wrong = [time, ...names].find((name) => !FILE_NAME.test(name))
  if (wrong !== undefined)
    throw new NotReady(
      `The bucket ${bucketName(environment)} has a file that no backup has: ${source}${wrong}`,
    )
  const folder = join(parent, time)
  if (hasManifest(folder)) return folder
  makeFolder(folder)
  for (const name of names.filter((one) => one !== MANIFEST_FILE))
    writeWholeFile(join(folder, name), await bucket.read(source + name))
  const manifest = await bucket.read(source + MANIFEST_FILE)
  const { files, tables } = parseManifest(Buffer.from(manifest).toString(), source + MANIFEST_FILE)
  const lost = tables.find((table) => !existsSync(tableFile(folder, table)))
  if (lost)
    throw new NotReady(
      `The backup ${time} of ${bucketName(environment)} lacks the file of the table ${lost.name}`,
    )
  for (const file of files)
    await storeFile(folder, file, () => bucket.read(`${environment.name}/files/${file.etag}`))
  writeWholeFile(join(folder, MANIFEST_FILE), manifest)
  return folder
}

function put(bucket: Bucket, key: string, path: string): Promise<void> {
  return bucket.put({ key, contentType: 'application/octet-stream' }, new Uint8Array(readFileSync(path)))
}
