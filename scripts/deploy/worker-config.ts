/** The built Worker's configuration, as `npm run build` writes it, with the parts that a deployment needs. */
import { readFileSync } from 'node:fs'
import * as v from 'valibot'

const CONFIG = v.object({
  main: v.string(),
  compatibility_date: v.string(),
  compatibility_flags: v.array(v.string()),
  triggers: v.object({ crons: v.array(v.string()) }),
  assets: v.object({ binding: v.string() }),
  durable_objects: v.object({ bindings: v.array(v.object({ name: v.string(), class_name: v.string() })) }),
  migrations: v.array(v.object({ tag: v.string(), new_sqlite_classes: v.array(v.string()) })),
  kv_namespaces: v.array(v.object({ binding: v.string() })),
  r2_buckets: v.array(v.object({ binding: v.string() })),
  d1_databases: v.array(v.object({ binding: v.string() })),
  queues: v.object({
    producers: v.array(v.object({ binding: v.string(), queue: v.string() })),
    consumers: v.array(
      v.object({
        queue: v.string(),
        max_batch_size: v.number(),
        max_batch_timeout: v.number(),
        max_retries: v.number(),
        max_concurrency: v.number(),
      }),
    ),
  }),
  ratelimits: v.array(
    v.object({
      name: v.string(),
      namespace_id: v.string(),
      simple: v.object({ limit: v.number(), period: v.number() }),
    }),
  ),
  version_metadata: v.object({ binding: v.string() }),
  observability: v.record(v.string(), v.unknown()),
})

export type WorkerConfig = v.InferOutput<typeof CONFIG>

/** Reads the configuration of a build. Throws for a part that a deployment does not know. */
export function readWorkerConfig(folder = 'dist/treadline'): WorkerConfig {
  const file = `${folder}/wrangler.json`
  const result = v.safeParse(CONFIG, JSON.parse(readFileSync(file, 'utf8')))
  if (result.success) return result.output
  const [issue] = result.issues
  throw new Error(`${file}: ${v.getDotPath(issue) ?? ''} ${issue.message}`)
}
