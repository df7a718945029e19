/** The database and the bucket of a deployed environment, for the commands that load data (`--to remote`). */
import * as v from 'valibot'
import { terminal } from '../confirm-prompt.ts'
import { d1Target, type LoadableBucket, type LoadableD1, type Target } from '../load/target.ts'
import { findDatabase, findSubdomain } from './account-state.ts'
import { CALL_BYTES } from './data-steps.ts'
import { type DeployEnvironment, readEnvironment, toSiteUrl } from './environment.ts'
import { remoteD1 } from './remote-d1.ts'
import { signIn } from './sign-in.ts'

export interface RemoteShop {
  /** Name of the database, for questions. */
  name: string
  /** What the environment is for. */
  kind: DeployEnvironment['kind']
  db: LoadableD1
  target: Target
  /** Returns the shop's public address. */
  readSiteUrl(): Promise<string>
}

/** Opens an environment. Throws when nobody is signed in, and before its first deployment. */
export async function openRemoteShop(environment: string): Promise<RemoteShop> {
  const deployed = readEnvironment(environment)
  const { names, kind } = deployed
  const { api } = await signIn(process.env, terminal)
  const id = await findDatabase(api, names.database)
  if (id === null)
    throw new Error(
      `The environment ${environment} has no database yet: npm run deploy -- --env ${environment}`,
    )
  const db = remoteD1(api, id)
  const bucket: LoadableBucket = {
    async put(key, file, { httpMetadata: { contentType } }) {
      const path = `/accounts/{account}/r2/buckets/${names.bucket}/objects/${key.split('/').map(encodeURIComponent).join('/')}`
      await api.call(v.unknown(), 'PUT', path, { body: file, contentType })
    },
  }
  return {
    name: names.database,
    kind,
    db,
    target: d1Target(db, bucket, CALL_BYTES),
    readSiteUrl: async () => toSiteUrl(deployed, await findSubdomain(api)),
  }
}
