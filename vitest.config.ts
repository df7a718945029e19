import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { bundledWorker } from './scripts/bundled-worker.ts'
import { parseVars } from './scripts/local-vars.ts'
import { sharedRuntime } from './scripts/shared-runtime.ts'

const migrations = await readD1Migrations('./migrations')

/** Packages of hundreds of files; each test file would load them one by one. */
const BUNDLED = [
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
 * `npm test` runs all files and bundles the Worker for them. A file that is run alone starts sooner without, and its
 * errors name the lines of the sources.
 */
const bundling = process.env.BUNDLED_WORKER ? [bundledWorker('worker/index.ts')] : []

/** A hundred thousand acts each: SQLite of Node instead of a runtime for each. */
const MODELS = 'worker/**/*-model{,-more}.node.test.ts'

/** Some tests count or start programs for seconds; on a machine that is busy elsewhere that is a minute. */
const PATIENT = { testTimeout: 120_000, hookTimeout: 120_000 }

/** Files that take longest. Vitest knows no times in a fresh clone and begins with the largest. */
const LONG = /\/(pages-axe|order-faults|commands|order-model(-more)?\.node)\.test\.ts$/

/** Begins with the longest files, so that none is left alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/** Wrangler gives the variables in .dev.vars to worker tests too. An empty text unsets each; tests name their own below. */
function unsetLocalVars(): Record<string, string> {
  const names = existsSync('.dev.vars') ? Object.keys(parseVars(readFileSync('.dev.vars', 'utf8'))) : []
  return Object.fromEntries(names.map((name) => [name, '']))
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Vitest leaves one core to itself; on two that is one file after the other.
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
          exclude: [MODELS],
          // No rule keeps a state: what a file loads the next one finds loaded.
          isolate: false,
          ...PATIENT,
        },
      },
      {
        // As in production: React's development build remembers a stack for each element of a hundred thousand mails.
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: { name: 'models', environment: 'node', include: [MODELS], env: { NODE_ENV: 'production' } },
      },
      {
        plugins: [
          ...bundling,
          cloudflareTest({
            main: './worker/testing/worker-main.harness.ts',
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              // What a test has no double for is not there, at once: no name is looked up, nobody outside is asked.
              outboundService: () => new Response('no test asks anybody outside', { status: 503 }),
              bindings: {
                ...unsetLocalVars(),
                TEST_MIGRATIONS: migrations,
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
        // Beside node_modules, which several checkouts may share.
        cacheDir: '.wrangler/vitest',
        // The runtime has these; nothing can bundle them.
        ssr: { optimizeDeps: { rolldownOptions: { external: /^node:/ } } },
        test: {
          name: 'worker',
          include: ['worker/**/*.test.{ts,tsx}'],
          exclude: ['worker/**/*.node.test.{ts,tsx}'],
          isolate: false,
          // A line that a Durable Object logs while its test file ends cannot reach Vitest, which then fails the run (decision 150).
          disableConsoleIntercept: true,
          setupFiles: ['worker/testing/new-test-file.harness.ts'],
          // A runtime that starts or ends leaves its core to another.
          maxWorkers: Math.ceil(1.5 * availableParallelism()),
          sequence: { groupOrder: 1 },
          deps: { optimizer: { ssr: { enabled: true, include: BUNDLED } } },
          ...PATIENT,
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
          testTimeout: 120_000,
          hookTimeout: 300_000,
          // A browser beside other work shows in seconds what it shows alone at once.
          expect: { poll: { timeout: 10_000 } },
          // Two files at a time, each at a shop of its own (e2e/shop.ts); a third one only makes browsers wait for a core.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
