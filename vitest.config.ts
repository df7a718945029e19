import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { bundledWorker } from './scripts/bundled-worker.ts'
import { parseVars } from './scripts/local-vars.ts'
import { sharedRuntime } from './scripts/shared-runtime.ts'
import { squashMigrations } from './scripts/squashed-migrations.ts'

/** Packages with hundreds of files, bundled because each test file would load these files one by one. */
const BUNDLED_PACKAGES = [
  '@hono/react-renderer',
  '@tanstack/react-router',
  '@tanstack/react-router/ssr/client',
  '@tanstack/react-router/ssr/server',
  'arctic',
  'drizzle-orm',
  'drizzle-orm/d1',
  'drizzle-orm/errors',
  'drizzle-orm/sqlite-core',
  'hono',
  'hono/body-limit',
  'hono/cookie',
  'hono/cors',
  'hono/http-exception',
  'hono/route',
  'ipaddr.js',
  'jose',
  'markdown-to-jsx/react',
  'react',
  'react-dom/client',
  'react-dom/server',
  'react/jsx-runtime',
  'stripe',
  'valibot',
]

/**
 * Bundles the Worker for `npm test`, which runs all files. A single file starts sooner without the bundle,
 * and its errors then name the lines of the sources.
 */
const bundlePlugins = process.env.BUNDLED_WORKER ? [bundledWorker('worker/index.ts')] : []

/** Tests with thousands of random operations each; they run on Node's SQLite instead of workerd. */
const MODEL_TESTS = 'worker/**/*-model{,-more}.node.test.ts'

/** Time limits for tests that count or start programs: seconds, or a minute on a busy machine. */
const LONG_TIMEOUTS = { testTimeout: 120_000, hookTimeout: 120_000 }

/** The slowest files. In a fresh clone Vitest knows no durations and starts with the largest files. */
const SLOW_FILES = /\/(pages-axe|order-faults|commands|order-model(-more)?\.node)\.test\.ts$/

/** Starts the slowest files first, so that none of them runs alone at the end. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification) => SLOW_FILES.test(moduleId)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}

/** Returns an empty value for each variable in .dev.vars, which wrangler would pass to worker tests. */
function unsetLocalVars(): Record<string, string> {
  const names = existsSync('.dev.vars') ? Object.keys(parseVars(readFileSync('.dev.vars', 'utf8'))) : []
  return Object.fromEntries(names.map((name) => [name, '']))
}

export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    // By default Vitest reserves one core for itself; with two cores it would run one file at a time.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'rules',
          environment: 'node',
          include: [
            'schema/**/*.test.ts',
            'client/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
            'worker/**/*.node.test.{ts,tsx}',
          ],
          exclude: [MODEL_TESTS],
          // Rules have no state, so files can share their loaded modules.
          isolate: false,
          setupFiles: ['scripts/testing/restored-globals.harness.ts'],
          ...LONG_TIMEOUTS,
        },
      },
      {
        // As in production: React's development build stores a stack for each element of thousands of
        // mails.
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          name: 'models',
          environment: 'node',
          include: [MODEL_TESTS],
          env: { NODE_ENV: 'production' },
        },
      },
      {
        plugins: [
          ...bundlePlugins,
          cloudflareTest({
            main: './worker/testing/worker-main.harness.ts',
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              // A request that no test fake answers fails at once, without a DNS lookup or a call to an
              // outside service.
              outboundService: () => new Response('no test calls an outside service', { status: 503 }),
              bindings: {
                ...unsetLocalVars(),
                TEST_MIGRATIONS: [squashMigrations('migrations')],
                SITE_URL: 'https://shop.example',
                CART_SECRET: 'a secret of the tests, long enough',
                SESSION_SECRET: 'sessions of the tests, long enough',
                STRIPE_SECRET_KEY: 'sk_test_treadline_sandbox',
                STRIPE_PUBLISHABLE_KEY: 'pk_test_treadline_sandbox',
                STRIPE_WEBHOOK_SECRET: 'whsec_treadline_sandbox',
                STRIPE_API_URL: 'https://stripe.example',
                STRIPE_JS_URL: 'https://stripe.example/v3/',
                MAIL_API_KEY: 're_treadline_sandbox',
                MAIL_API_URL: 'https://mail.example',
              },
            },
          }),
          sharedRuntime(10),
        ],
        // Outside node_modules, which several checkouts may share.
        cacheDir: '.wrangler/vitest',
        // These modules are part of the runtime and cannot be bundled.
        ssr: { optimizeDeps: { rolldownOptions: { external: /^node:/ } } },
        test: {
          name: 'worker',
          include: ['worker/**/*.test.{ts,tsx}'],
          exclude: ['worker/**/*.node.test.{ts,tsx}'],
          isolate: false,
          // A Durable Object may log after its test file has ended; Vitest cannot receive that line and would
          // fail (decision 150).
          disableConsoleIntercept: true,
          setupFiles: ['worker/testing/new-test-file.harness.ts'],
          // More workers than cores: a runtime that starts or stops leaves its core idle.
          maxWorkers: Math.ceil(1.5 * availableParallelism()),
          sequence: { groupOrder: 1 },
          deps: { optimizer: { ssr: { enabled: true, include: BUNDLED_PACKAGES } } },
          ...LONG_TIMEOUTS,
        },
      },
      {
        plugins: [cloudflareTest({ wrangler: { configPath: './sandbox/wrangler.toml' } })],
        test: {
          name: 'sandbox',
          include: ['sandbox/**/*.test.{ts,tsx}'],
          isolate: false,
          disableConsoleIntercept: true,
          setupFiles: ['sandbox/new-test-file.harness.ts'],
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/start-shop.ts'],
          // Files have no state of their own outside their tests; loading Playwright for each takes two seconds.
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 300_000,
          // A browser takes seconds instead of an instant when other work runs beside it.
          expect: { poll: { timeout: 10_000 } },
          // Two files at a time, each with its own shop (e2e/shop.ts); with a third file, browsers only wait
          // for a core.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        // No test of the shop: `npm run screens` runs it.
        test: {
          name: 'screens',
          environment: 'node',
          include: ['e2e/screens/*.run.ts'],
          globalSetup: ['e2e/start-shop.ts'],
          hookTimeout: 300_000,
          expect: { poll: { timeout: 10_000 } },
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
