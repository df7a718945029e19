/** Opens what a backup is taken of: the local shop, or a deployed environment. */
import { existsSync } from 'node:fs'
import { basename, isAbsolute, relative, sep } from 'node:path'
import { describeIncomplete } from '../../worker/config.ts'
import { terminal } from '../confirm-prompt.ts'
import { findDatabase } from '../deploy/account-state.ts'
import type { CloudflareApi } from '../deploy/cloudflare-api.ts'
import { mainVersion, readDeployments, scriptPath } from '../deploy/deployments.ts'
import { type DeployEnvironment, readEnvironment } from '../deploy/environment.ts'
import { remoteD1 } from '../deploy/remote-d1.ts'
import { signIn } from '../deploy/sign-in.ts'
import type { Progress } from '../load/progress.ts'
import { LOCAL_DATABASE, openLocalD1 } from '../load/target.ts'
import { NotReady } from '../not-ready.ts'
import { downloadBackup, uploadBackup } from './backup-bucket.ts'
import { copyFiles, openBucket } from './bucket-files.ts'
import { readManifest } from './manifest.ts'
import type { BackupSource } from './take-backup.ts'
import { readBookmark } from './time-travel.ts'

export interface OpenSource extends BackupSource {
  /** Uploads a whole backup and returns its place; `null` for a local shop. */
  upload: ((folder: string, progress: Progress) => Promise<string>) | null
  close(): Promise<void>
}

/** Git ignores this folder. */
const BACKUPS = 'backups'

/** Folder of the backups of an environment. */
export function backupsOf(environment: string): string {
  return `${BACKUPS}/${environment}`
}

/** Throws `NotReady` for a folder from which the next commit could publish customers' data. */
export function checkFolder(folder: string): void {
  const [first = ''] = relative('.', folder).split(sep)
  if (isAbsolute(first) || first === '..' || first === BACKUPS) return
  throw new NotReady(
    `--to ${folder} would be a folder inside this repository, which could publish customers' data. Write --to r2, or a folder outside: --to ../${basename(folder)}`,
  )
}

/** Returns a folder's name for a time, such as 2026-11-26T04-00-00Z. */
export function folderName(now: number): string {
  return new Date(now)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
}

/** Opens the shop of this machine. Throws `NotReady` when there is none. */
export async function openLocalSource(persistTo: string): Promise<OpenSource> {
  const state = `${persistTo}/v3`
  if (!existsSync(state)) throw new NotReady(`There is no local shop in ${persistTo}: run npm start once`)
  const { db, close } = await openLocalD1(state)
  return {
    environment: 'local',
    database: LOCAL_DATABASE,
    release: null,
    db,
    readBookmark: null,
    copyFiles: null,
    upload: null,
    close,
  }
}

/**
 * Signs in to the account that stores backups: that of BACKUP_API_TOKEN and BACKUP_ACCOUNT_ID, otherwise the account of
 * the shop. Throws `NotReady` for one without the other.
 */
async function signInForBackups({
  BACKUP_API_TOKEN: token,
  BACKUP_ACCOUNT_ID: account,
  ...env
}: NodeJS.ProcessEnv): Promise<CloudflareApi> {
  if (Boolean(token) !== Boolean(account))
    throw new NotReady(
      describeIncomplete(['BACKUP_API_TOKEN', 'BACKUP_ACCOUNT_ID'], {
        BACKUP_API_TOKEN: token,
        BACKUP_ACCOUNT_ID: account,
      }),
    )
  const backups = token ? { CLOUDFLARE_API_TOKEN: token, CLOUDFLARE_ACCOUNT_ID: account } : {}
  return (await signIn({ ...env, ...backups }, terminal)).api
}

export interface RemoteEnvironment {
  api: CloudflareApi
  environment: DeployEnvironment
}

/** Signs in and finds an environment's database. Throws `NotReady` before its first deployment. */
export async function openRemote(name: string): Promise<RemoteEnvironment & { databaseId: string }> {
  const environment = readEnvironment(name)
  const { api } = await signIn(process.env, terminal)
  const databaseId = await findDatabase(api, environment.names.database)
  if (databaseId === null)
    throw new NotReady(
      `The account has no database ${environment.names.database}: run npm run deploy -- --env ${name}`,
    )
  return { api, environment, databaseId }
}

/** Opens a deployed environment. */
export async function openRemoteSource(name: string): Promise<OpenSource> {
  const { api, environment, databaseId } = await openRemote(name)
  const backups = await signInForBackups(process.env)
  const [deployment] = await readDeployments(api, scriptPath(environment.worker))
  return {
    environment: name,
    database: environment.names.database,
    release: mainVersion(deployment?.versions),
    db: remoteD1(api, databaseId, { isIdempotent: true }),
    readBookmark: () => readBookmark(api, databaseId),
    copyFiles: (folder, progress) => copyFiles(openBucket(api, environment.names.bucket), folder, progress),
    upload: (folder, progress) => uploadBackup(backups, environment, folder, progress),
    close: async () => undefined,
  }
}

const IN_BUCKET = 'r2:'

/**
 * Returns the folder of a backup; `r2:TIME` and `r2:newest` are downloaded first. Throws `NotReady` when there is no
 * whole one.
 */
export async function findBackup(from: string, environmentName: string): Promise<string> {
  if (!from.startsWith(IN_BUCKET)) {
    if (!existsSync(from)) throw new NotReady(`There is no folder ${from}`)
    readManifest(from)
    return from
  }
  const environment = readEnvironment(environmentName)
  const api = await signInForBackups(process.env)
  return downloadBackup(api, environment, backupsOf(environmentName), from.slice(IN_BUCKET.length))
}
