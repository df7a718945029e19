/**
 * Runs the built shop and the sandbox on workerd, in this process: what `npm start`, the browser journeys and the
 * benchmarks share. State lies where `wrangler dev` keeps it, so both see the same shop.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from 'miniflare'
import { unstable_getMiniflareWorkerOptions as workerOptions } from 'wrangler'
import { bundleSandbox } from './build.ts'
import { printRuntimeLog, RuntimeNews } from './runtime-log.ts'

/** Keys that both Workers must agree on. */
const SANDBOX_KEYS = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'PAYPAL_CLIENT_ID',
  'PAYPAL_CLIENT_SECRET',
  'PAYPAL_WEBHOOK_ID',
  'AFTERPAY_MERCHANT_ID',
  'AFTERPAY_SECRET_KEY',
  'AFFIRM_PUBLIC_KEY',
  'AFFIRM_PRIVATE_KEY',
  'MAIL_API_KEY',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'FACEBOOK_APP_ID',
  'FACEBOOK_APP_SECRET',
  'CAPTCHA_SECRET',
]

export interface ServeOptions {
  port: number
  sandboxPort: number
  /** Folder of all local state; wrangler's own is `.wrangler/state/v3`. */
  state: string
  /** Variables and secrets of the shop, as in .dev.vars. */
  vars: Record<string, string>
  /** Answers on workerd's own socket instead of Miniflare's proxy: for measuring. */
  direct?: boolean
}

export interface Served {
  url: string
  sandboxUrl: string
  miniflare: Miniflare
  /** Runs the cron handler once, as the platform does every minute. */
  cron(): Promise<void>
  stop(): Promise<void>
}

/** Bindings and flags of a wrangler configuration; the scripts are ours to name. */
function settings(configPath: string): V4WorkerOptions {
  const { modulesRules: _, ...options } = workerOptions(resolve(configPath)).workerOptions
  return options as V4WorkerOptions
}

/** The built shop: the entry first, then every other module beside it. */
function shopWorker(vars: Record<string, string>): V4WorkerOptions {
  const directory = 'dist/treadline'
  const options = settings(join(directory, 'wrangler.json'))
  const modules = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(js|wasm)$/.test(name),
  )
  modules.sort((a, b) => Number(b === 'index.js') - Number(a === 'index.js'))
  return {
    ...options,
    name: 'treadline',
    modules: modules.map((path) =>
      path.endsWith('.wasm')
        ? { type: 'CompiledWasm', path, contents: readFileSync(join(directory, path)) }
        : { type: 'ESModule', path, contents: readFileSync(join(directory, path), 'utf8') },
    ),
    bindings: { ...options.bindings, ...vars },
  } as V4WorkerOptions
}

async function sandboxWorker(
  port: number,
  shopOrigin: string,
  vars: Record<string, string>,
): Promise<V4WorkerOptions> {
  const script = await bundleSandbox()
  const options = settings('sandbox/wrangler.toml')
  return {
    ...options,
    name: 'sandbox',
    modules: [{ type: 'ESModule', path: 'index.js', contents: readFileSync(script, 'utf8') }],
    bindings: {
      ...options.bindings,
      SHOP_WEBHOOK_URL: `${shopOrigin}/webhooks/stripe`,
      SHOP_PAYPAL_WEBHOOK_URL: `${shopOrigin}/webhooks/paypal`,
      ...Object.fromEntries(SANDBOX_KEYS.flatMap((name) => (vars[name] ? [[name, vars[name]]] : []))),
    },
    unsafeDirectSockets: [{ host: '127.0.0.1', port }],
  } as V4WorkerOptions
}

/** Starts both Workers; rejects when a port is taken. The shop must have been built. */
export async function serve(options: ServeOptions): Promise<Served> {
  if (!existsSync('dist/treadline/wrangler.json'))
    throw new Error('The shop is not built: run `npm run build`')
  const { port, sandboxPort, state, vars, direct = false } = options
  const shop = shopWorker(vars)
  if (direct) shop.unsafeDirectSockets = [{ host: '127.0.0.1', port }]
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: direct ? 0 : port,
      cf: false,
      resourcePersistencePath: state,
      handleStructuredLogs: printRuntimeLog,
      log: new RuntimeNews(),
      workers: [shop, await sandboxWorker(sandboxPort, vars.SITE_URL ?? `http://localhost:${port}`, vars)],
    }),
  )
  await miniflare.ready
  const url = `http://localhost:${port}`
  await warmUp(miniflare, url)
  return {
    url,
    sandboxUrl: `http://localhost:${sandboxPort}`,
    miniflare,
    async cron() {
      const worker = await miniflare.getWorker('treadline')
      await worker.scheduled({ cron: '* * * * *' })
    },
    stop: () => miniflare.dispose(),
  }
}

/** The first page of a fresh shop has the index of all lists built; anyone who comes before it is done reads that it is. */
async function warmUp(miniflare: Miniflare, url: string): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    const home = await miniflare.dispatchFetch(url, { redirect: 'manual' })
    await home.arrayBuffer()
    if (home.status !== 503) return
    await delay(500)
  }
}

/** The sandbox alone, for `npm run dev`, where Vite runs the shop. */
export async function serveSandbox(options: {
  port: number
  state: string
  shopOrigin: string
  vars: Record<string, string>
}): Promise<{ url: string; stop(): Promise<void> }> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      port: 0,
      cf: false,
      resourcePersistencePath: options.state,
      handleStructuredLogs: printRuntimeLog,
      log: new RuntimeNews(),
      workers: [await sandboxWorker(options.port, options.shopOrigin, options.vars)],
    }),
  )
  await miniflare.ready
  return { url: `http://localhost:${options.port}`, stop: () => miniflare.dispose() }
}
