/** New databases of an account, for restores. */
import * as v from 'valibot'
import { terminal } from '../confirm-prompt.ts'
import { findDatabase } from '../deploy/account-state.ts'
import { type CloudflareApi, findOrCreate } from '../deploy/cloudflare-api.ts'
import { type DeployEnvironment, readEnvironment } from '../deploy/environment.ts'
import { NotReady } from '../deploy/not-ready.ts'
import { remoteD1 } from '../deploy/remote-d1.ts'
import { signIn } from '../deploy/sign-in.ts'
import type { LoadableD1 } from '../load/target.ts'

export interface NewDatabase {
  api: CloudflareApi
  environment: DeployEnvironment
  id: string
  name: string
  db: LoadableD1
}

const PATH = '/accounts/{account}/d1/database'

/**
 * Creates a database in the region of an environment, or opens the one that an interrupted restore has created. `toName`
 * receives the name of the environment's own database, which is refused.
 */
export async function openNewDatabase(
  environmentName: string,
  toName: (own: string) => string,
): Promise<NewDatabase> {
  const environment = readEnvironment(environmentName)
  const { names, region } = environment
  const name = toName(names.database)
  if (name === names.database)
    throw new NotReady(
      `${name} is the database of ${environmentName}: a backup is restored into a new one only`,
    )
  const { api } = await signIn(process.env, terminal)
  const id = await findOrCreate(
    () => findDatabase(api, name),
    async () => {
      const body = { name, primary_location_hint: region }
      return (await api.call(v.object({ uuid: v.string() }), 'POST', PATH, { body })).uuid
    },
  )
  return { api, environment, id, name, db: remoteD1(api, id, { isIdempotent: true }) }
}

export async function deleteDatabase({ api, id }: NewDatabase): Promise<void> {
  await api.call(v.unknown(), 'DELETE', `${PATH}/${id}`)
}
