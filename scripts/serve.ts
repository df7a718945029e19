/**
 * Runs the built shop and the sandbox on workerd in this process, for `npm start`, the browser journeys and
 * the benchmarks. State is stored where `wrangler dev` stores it, so both see the same shop.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from 'miniflare'
import { unstable_getMiniflareWorkerOptions as workerOptions } from 'wrangler'
import { bundleSandbox } from './build.ts'
import { printRuntimeLog, RuntimeWarnings } from './runtime-log.ts'

/** Keys that the shop and the sandbox must share. */
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
  /** Answers on workerd's own socket instead of Miniflare's proxy, for measurements. */
  direct?: boolean
}

export interface Served {
  url: string
  sandboxUrl: string
  miniflare: Miniflare
  /** Runs the cron handler once, as the platform does every minute; `at` is the time of the run. */
  cron(at?: Date): Promise<void>
  stop(): Promise<void>
}

/** Returns the bindings and flags of a wrangler configuration, without its scripts, which are set here. */
function settings(configPath: string): V4WorkerOptions {
  const { modulesRules: _, ...options } = workerOptions(resolve(configPath)).workerOptions
  return options as V4WorkerOptions
}

/** Returns the built shop as a Worker: the entry module first, then all others. */
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

/** Starts both Workers; rejects when a port is taken. Needs a built shop. */
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
      log: new RuntimeWarnings(),
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
    async cron(at) {
      const worker = await miniflare.getWorker('treadline')
      await worker.scheduled({ cron: '* * * * *', ...(at && { scheduledTime: at }) })
    },
    stop: () => miniflare.dispose(),
  }
}

/** Waits until the index of all lists is built; until then the first page of a fresh shop answers 503. */
async function warmUp(miniflare: Miniflare, url: string): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const home = await miniflare.dispatchFetch(url, { redirect: 'manual' })
    await home.arrayBuffer()
    if (home.status !== 503) return
    await delay(500)
  }
}

/** Starts the sandbox alone, for `npm run dev`, where Vite runs the shop. */
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
      log: new RuntimeWarnings(),
      workers: [await sandboxWorker(options.port, options.shopOrigin, options.vars)],
    }),
  )
  await miniflare.ready
  return { url: `http://localhost:${options.port}`, stop: () => miniflare.dispose() }
}
