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
  analytics_engine_datasets: v.array(v.object({ binding: v.string() })),
  ratelimits: v.array(
    v.object({
      name: v.string(),
      namespace_id: v.string(),
      simple: v.object({ limit: v.number(), period: v.number() }),
    }),
  ),
  version_metadata: v.object({ binding: v.string() }),
  observability: v.record(v.string(), v.unknown()),
  // Every build has source maps (vite.config.ts), so an upload always contains them.
  upload_source_maps: v.literal(true),
})

/** Parts of the file that an upload does not need. */
const NOT_UPLOADED = new Set([
  'configPath',
  'userConfigPath',
  'topLevelName',
  'definedEnvironments',
  'jsx_factory',
  'jsx_fragment',
  'rules',
  'name',
  'logfwdr',
  'python_modules',
  'dev',
  'no_bundle',
])

export type WorkerConfig = v.InferOutput<typeof CONFIG>

/** Reads the configuration of a build. Throws for a part that a deployment does not know. */
export function readWorkerConfig(folder = 'dist/treadline'): WorkerConfig {
  const file = `${folder}/wrangler.json`
  const config = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  const unknown = Object.keys(config).find(
    (name) => !(name in CONFIG.entries) && !NOT_UPLOADED.has(name) && !isEmpty(config[name]),
  )
  if (unknown) throw new Error(`${file}: a deployment does not know "${unknown}" (scripts/deploy/upload.ts)`)
  const result = v.safeParse(CONFIG, config)
  if (result.success) return result.output
  const [issue] = result.issues
  throw new Error(`${file}: ${v.getDotPath(issue) ?? ''} ${issue.message}`)
}

/** The build writes every part of a configuration, most of them empty. */
function isEmpty(part: unknown): boolean {
  return part === null || (typeof part === 'object' && Object.keys(part).length === 0)
}
