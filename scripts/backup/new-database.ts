/** New databases of an account, for restores. */
import * as v from 'valibot'
import { terminal } from '../confirm-prompt.ts'
import { findDatabase } from '../deploy/account-state.ts'
import { type CloudflareApi, findOrCreate } from '../deploy/cloudflare-api.ts'
import {
  DATABASE_NAME,
  type DeployEnvironment,
  environmentNames,
  readEnvironment,
} from '../deploy/environment.ts'
import { remoteD1 } from '../deploy/remote-d1.ts'
import { signIn } from '../deploy/sign-in.ts'
import type { LoadableD1 } from '../load/target.ts'
import { NotReady } from '../not-ready.ts'
import { isBeingRestored } from './restore-database.ts'

export interface NewDatabase {
  api: CloudflareApi
  environment: DeployEnvironment
  id: string
  name: string
  db: LoadableD1
  /** Whether this call has created it. */
  isNew: boolean
}

const PATH = '/accounts/{account}/d1/database'

/** Throws `NotReady` for a name that a new database cannot have, and for the database of an environment. */
export function checkNewName(name: string): void {
  if (!DATABASE_NAME.test(name))
    throw new NotReady(
      `A database has a name of 1 to 63 lower-case letters, digits, hyphens and underscores, not "${name}"`,
    )
  const owner = environmentNames().find((one) => readEnvironment(one).names.database === name)
  if (owner !== undefined)
    throw new NotReady(`${name} is the database of ${owner}: a backup is restored into a new one only`)
}

/**
 * Creates a database in the region of an environment, or opens the one that an interrupted restore has created. Its name
 * was checked by `checkNewName`.
 */
export async function openNewDatabase(environmentName: string, name: string): Promise<NewDatabase> {
  const environment = readEnvironment(environmentName)
  const { api } = await signIn(process.env, terminal)
  let isNew = false
  const id = await findOrCreate(
    () => findDatabase(api, name),
    async () => {
      const body = { name, primary_location_hint: environment.region }
      const { uuid } = await api.call(v.object({ uuid: v.string() }), 'POST', PATH, { body })
      isNew = true
      return uuid
    },
  )
  return { api, environment, id, name, db: remoteD1(api, id, { isIdempotent: true }), isNew }
}

/**
 * Creates the database of a drill. One that an interrupted drill has left is deleted first; throws `NotReady` for any
 * other database of that name, and leaves it as it is.
 */
export async function openDrillDatabase(environmentName: string): Promise<NewDatabase> {
  const name = `${readEnvironment(environmentName).names.database}-drill`
  checkNewName(name)
  let database = await openNewDatabase(environmentName, name)
  if (!database.isNew && (await isBeingRestored(database.db))) {
    await deleteDatabase(database)
    database = await openNewDatabase(environmentName, name)
  }
  if (!database.isNew)
    throw new NotReady(
      `The account has a database ${name} that no drill has left: look at it, then delete or rename it`,
    )
  return database
}

export async function deleteDatabase({ api, id }: NewDatabase): Promise<void> {
  await api.call(v.unknown(), 'DELETE', `${PATH}/${id}`)
}
