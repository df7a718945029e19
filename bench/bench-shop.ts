/** A shop in a temporary folder, served by the bench Worker on workerd's own socket. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from 'miniflare'
import { unstable_getMiniflareWorkerOptions as workerOptions } from 'wrangler'
import { prepareShop } from '../scripts/local-shop.ts'
import { sandboxVars } from '../scripts/local-vars.ts'
import { freePort } from '../scripts/ports.ts'
import { printRuntimeLog, RuntimeWarnings } from '../scripts/runtime-log.ts'
import { onSignal } from '../scripts/signals.ts'
import { newQuoteId } from '../worker/identity/session/cart-id.ts'
import { bundleBench } from './bundle.ts'

const CART_SECRET = 'a secret of the benchmarks, long enough'
const UNITS = 2_000

export interface BenchShop {
  /** Origin without a trailing slash. */
  url: string
  db: D1Database
  kv: KVNamespace
  stop(): Promise<void>
}

/** Prepares a shop of `size` units and serves it, if wanted with V8's inspector on a port. */
export async function openBenchShop(
  log: (line: string) => void,
  size = UNITS,
  inspectorPort?: number,
): Promise<BenchShop> {
  const folder = mkdtempSync(join(tmpdir(), 'treadline-bench-'))
  // Deletes the folder at the end of the run, also after Ctrl+C.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  onSignal(() => process.exit(1))
  await prepareShop({ state: folder, size, log })
  return start(folder, inspectorPort)
}

/** Returns the id of a new guest cart. */
export function newGuestId(): string {
  return newQuoteId(CART_SECRET, (bytes) => crypto.getRandomValues(new Uint8Array(bytes)))
}

/** Answers with a file of the build; the Worker reads only manifests. */
function readAsset({ url }: { url: string }): Response {
  return new Response(readFileSync(join('dist/client', new URL(url).pathname), 'utf8'))
}

async function start(folder: string, inspectorPort?: number): Promise<BenchShop> {
  const port = await freePort()
  const configured = workerOptions(resolve('wrangler.toml')).workerOptions as V4WorkerOptions
  const { modulesRules: _, assets: __, ...options } = configured as V4WorkerOptions & Record<string, object>
  const worker = {
    ...options,
    name: 'treadline',
    modules: await bundleBench(),
    bindings: {
      ...options.bindings,
      ...sandboxVars(port, port + 1),
      CART_SECRET,
      SESSION_SECRET: CART_SECRET,
      // Large limits, so that a connection needs only a few carts.
      MAX_TIRES_PER_LINE: '999',
      MAX_TIRES_PER_ORDER: '99999',
    },
    durableObjects: {
      ...options.durableObjects,
      BARE: { className: 'BareObject', useSQLite: true },
      RECORDED_CART: { className: 'RecordedCartObject', useSQLite: true },
      BARE_SALE: { className: 'BareSaleObject', useSQLite: true },
    },
    // Without the router of static files, which would slow down both sides of a ratio.
    serviceBindings: { ASSETS: readAsset },
    unsafeDirectSockets: [{ host: '127.0.0.1', port }],
  }
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      port: 0,
      cf: false,
      ...(inspectorPort === undefined ? {} : { inspectorPort }),
      resourcePersistencePath: join(folder, 'v3'),
      handleStructuredLogs: printRuntimeLog,
      log: new RuntimeWarnings(),
      workers: [worker as unknown as V4WorkerOptions],
    }),
  )
  await miniflare.ready
  return {
    url: `http://127.0.0.1:${port}`,
    db: (await miniflare.getD1Database('DB')) as unknown as D1Database,
    kv: (await miniflare.getKVNamespace('KV')) as unknown as KVNamespace,
    stop: () => miniflare.dispose(),
  }
}
