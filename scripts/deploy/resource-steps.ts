/** Steps that create what an account lacks: database, namespace, bucket and queues, all found by name. */
import * as v from 'valibot'
import { findDatabase, findNamespace, findQueue, hasBucket } from './account-state.ts'
import { findOrCreate } from './cloudflare-api.ts'
import { queueNames } from './environment.ts'
import type { Step, StepInput } from './plan.ts'

/** A resource that the account lacks. */
interface Resource {
  id: string
  title: string
  path: string
  body: object
  /** Returns the id of the resource; `null` when it does not exist. */
  find: () => Promise<string | null>
  /** Name of the id in the answer to its creation. */
  idName: string
  save: (id: string) => void
}

export function resourceSteps(input: StepInput): Step[] {
  const { api, environment, state, ids } = input
  const { names, region } = environment
  const missing: Resource[] = []
  if (state.databaseId === null)
    missing.push({
      id: 'database',
      title: `the D1 database ${names.database} in ${region}`,
      path: '/accounts/{account}/d1/database',
      body: { name: names.database, primary_location_hint: region },
      find: () => findDatabase(api, names.database),
      idName: 'uuid',
      save: (id) => {
        ids.database = id
      },
    })
  if (state.namespaceId === null)
    missing.push({
      id: 'namespace',
      title: `the KV namespace ${names.namespace}`,
      path: '/accounts/{account}/storage/kv/namespaces',
      body: { title: names.namespace },
      find: () => findNamespace(api, names.namespace),
      idName: 'id',
      save: (id) => {
        ids.namespace = id
      },
    })
  if (!state.hasBucket)
    missing.push({
      id: 'bucket',
      title: `the R2 bucket ${names.bucket}`,
      path: '/accounts/{account}/r2/buckets',
      body: { name: names.bucket },
      find: async () => ((await hasBucket(api, names.bucket)) ? names.bucket : null),
      idName: 'name',
      save: () => undefined,
    })
  for (const queue of queueNames(environment).filter((name) => !state.queues.has(name)))
    missing.push({
      id: `queue ${queue}`,
      title: `the queue ${queue}`,
      path: '/accounts/{account}/queues',
      body: { queue_name: queue },
      find: async () => (await findQueue(api, queue))?.id ?? null,
      idName: 'queue_id',
      save: (id) => {
        ids.queues.set(queue, id)
      },
    })
  return missing.map((resource) => toStep(input, resource))
}

function toStep({ api }: StepInput, { id, title, path, body, find, idName, save }: Resource): Step {
  const answer = v.object({ [idName]: v.string() })
  const create = async () => (await api.call(answer, 'POST', path, { body }))[idName] ?? ''
  return {
    id,
    title: `create ${title}`,
    calls: [{ method: 'POST', path }],
    run: async () => save(await findOrCreate(find, create)),
  }
}
