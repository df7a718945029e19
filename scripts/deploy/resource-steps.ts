/** Steps that create what an account lacks: database, namespace, bucket and queues, all found by name. */
import * as v from 'valibot'
import { findDatabase, findNamespace, findQueue, hasBucket } from './account-state.ts'
import { findOrCreate } from './cloudflare-api.ts'
import { queueNames, type Step, type StepInput } from './plan.ts'

export function resourceSteps({ api, environment, state, ids }: StepInput): Step[] {
  const { names, region } = environment
  const steps: Step[] = []
  if (state.databaseId === null) {
    const path = '/accounts/{account}/d1/database'
    steps.push({
      id: 'database',
      title: `create the D1 database ${names.database} in ${region}`,
      calls: [{ method: 'POST', path }],
      run: async () => {
        ids.database = await findOrCreate(
          () => findDatabase(api, names.database),
          async () => {
            const body = { name: names.database, primary_location_hint: region }
            return (await api.call(v.object({ uuid: v.string() }), 'POST', path, { body })).uuid
          },
        )
      },
    })
  }
  if (state.namespaceId === null) {
    const path = '/accounts/{account}/storage/kv/namespaces'
    steps.push({
      id: 'namespace',
      title: `create the KV namespace ${names.namespace}`,
      calls: [{ method: 'POST', path }],
      run: async () => {
        ids.namespace = await findOrCreate(
          () => findNamespace(api, names.namespace),
          async () =>
            (await api.call(v.object({ id: v.string() }), 'POST', path, { body: { title: names.namespace } }))
              .id,
        )
      },
    })
  }
  if (!state.hasBucket) {
    const path = '/accounts/{account}/r2/buckets'
    steps.push({
      id: 'bucket',
      title: `create the R2 bucket ${names.bucket}`,
      calls: [{ method: 'POST', path }],
      run: async () => {
        await findOrCreate(
          async () => (await hasBucket(api, names.bucket)) || null,
          async () => {
            await api.call(v.unknown(), 'POST', path, { body: { name: names.bucket } })
            return true
          },
        )
      },
    })
  }
  for (const queue of queueNames(environment).filter((name) => !state.queues.has(name))) {
    const path = '/accounts/{account}/queues'
    steps.push({
      id: `queue ${queue}`,
      title: `create the queue ${queue}`,
      calls: [{ method: 'POST', path }],
      run: async () => {
        const { id } = await findOrCreate(
          () => findQueue(api, queue),
          async () => {
            const made = await api.call(v.object({ queue_id: v.string() }), 'POST', path, {
              body: { queue_name: queue },
            })
            return { id: made.queue_id, consumers: [] }
          },
        )
        ids.queues.set(queue, id)
      },
    })
  }
  return steps
}
