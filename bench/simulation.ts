/** Simulates checkouts of all five ways to pay with faults between any two operations, on two threads. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { build } from 'esbuild'
import {
  addTally,
  newTally,
  type Tally,
} from '../worker/checkout/placement/testing/checkout-tally.harness.ts'
import type { BenchReport } from './goal.ts'

const GOAL = 1_000_000
const LIMIT_SECONDS = 600
const THREADS = 2
const PROGRESS_MS = 5_000

/**
 * Runs until `count` checkouts are simulated or ten minutes are over. The same seed gives the same checkouts, block by
 * block; the failure of a block names the block's own seed.
 */
export async function simulate(
  log: (line: string) => void,
  { seed, count = GOAL }: { seed: number; count?: number | undefined },
): Promise<BenchReport> {
  const folder = mkdtempSync(join(tmpdir(), 'simulation-'))
  try {
    const file = join(folder, 'thread.mjs')
    await bundleThread(file)
    log(`The simulation begins with seed ${seed}`)
    const { tally, seconds } = await runThreads(file, { seed, count }, log)
    return report(tally, seconds)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function bundleThread(outfile: string): Promise<void> {
  await build({
    entryPoints: ['bench/worker/simulation-thread.ts'],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    // CommonJS packages in the bundle call `require` for Node's own modules.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  })
}

async function runThreads(
  file: string,
  { seed, count }: { seed: number; count: number },
  log: (line: string) => void,
): Promise<{ tally: Tally; seconds: number }> {
  const tally = newTally()
  const from = performance.now()
  const elapsed = () => (performance.now() - from) / 1000
  const threads = Array.from(
    { length: Math.min(THREADS, count) },
    (_, index) =>
      new Worker(file, {
        workerData: { seed: seed + index, step: THREADS },
        resourceLimits: { maxYoungGenerationSizeMb: 64 },
      }),
  )
  const progress = setInterval(
    () =>
      log(
        `${grouped(tally.checkouts)} checkouts, ${Math.round(tally.checkouts / elapsed())}/s, all invariants hold`,
      ),
    PROGRESS_MS,
  )
  try {
    await new Promise<void>((resolve, reject) => {
      for (const thread of threads) {
        thread.on('error', reject)
        thread.on('message', (block: Tally) => {
          addTally(tally, block)
          if (tally.checkouts >= count || elapsed() >= LIMIT_SECONDS) resolve()
        })
      }
    })
    return { tally, seconds: elapsed() }
  } finally {
    clearInterval(progress)
    await Promise.all(threads.map((thread) => thread.terminate()))
  }
}

const grouped = (value: number) => value.toLocaleString('en-US')

function report(tally: Tally, seconds: number): BenchReport {
  const { checkouts, confirmed, failed, mails, faults, methods } = tally
  const perSecond = checkouts / seconds
  const inLimit = Math.round(perSecond * LIMIT_SECONDS)
  const orders = Object.entries(methods).map(([method, orders]) => `${method} ${grouped(orders)}`)
  return [
    `${grouped(checkouts)} checkouts with ${grouped(faults)} faults: ${grouped(confirmed)} orders confirmed, ${grouped(failed)} refused or canceled, ${grouped(mails)} mails; orders by method: ${orders.join(', ')}; no invariant was broken`,
    {
      measure: 'checkouts simulated with faults, on two threads, no invariant broken',
      figure: `${grouped(checkouts)} in ${Math.round(seconds)} s, ${Math.round(perSecond)}/s`,
      probe: `ten minutes at this rate: ${grouped(inLimit)}`,
      goal: '1,000,000 in ten minutes',
      isMet: checkouts >= GOAL && seconds <= LIMIT_SECONDS,
      reason:
        'each checkout runs the shop’s own code: its SQL, each call of a provider with its SDK, its mails, and alarms for up to three days',
    },
  ]
}
