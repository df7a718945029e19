/** Watches a release that shoppers see: how many of its requests fail, by the data points that the Worker writes. */
import * as v from 'valibot'
import { column } from '../../schema/platform/metrics/data-point.ts'
import { type CloudflareApi, CloudflareError } from './cloudflare-api.ts'
import { tryOptional } from './optional.ts'

/** The share of the shoppers who see a release first, in percent. */
export const FIRST_PERCENT = 10

/** Seconds between two looks. */
const LOOK_SECONDS = 15

/** A release is rejected when more than this share of its requests fail; fewer requests prove nothing. */
const MAX_FAILED = 0.01
const MIN_REQUESTS = 20

const COUNTS = v.object({ data: v.array(v.object({ requests: v.unknown(), failed: v.unknown() })) })

interface WatchInput {
  api: CloudflareApi
  dataset: string
  version: string
  seconds: number
  wait: (ms: number) => Promise<unknown>
  log: (line: string) => void
}

/** Returns whether the data points can be read; the log has the reason if not, which says nothing about a release. */
export async function canWatch(input: WatchInput): Promise<boolean> {
  if (input.seconds === 0) return false
  const look = await tryOptional(() => readCounts(input, LOOK_SECONDS))
  if (!look.ok) input.log(`  not watched: ${look.problem}`)
  return look.ok
}

/** Returns what is wrong with the release after the watch, at once when it is clear; `null` for nothing. */
export async function watchRelease(input: WatchInput): Promise<string | null> {
  const { seconds, wait, log } = input
  log(`  watching for ${seconds} s; Ctrl+C takes the release back …`)
  let requests = 0
  for (let waited = 0; waited < seconds; ) {
    const look = Math.min(LOOK_SECONDS, seconds - waited)
    await wait(look * 1_000)
    waited += look
    const counts = await readCounts(input, waited).catch((error: unknown) => {
      // A look that fails says nothing about the release; the next one counts its requests too.
      if (error instanceof CloudflareError) return null
      throw error
    })
    if (!counts) continue
    requests = counts.requests
    if (requests >= MIN_REQUESTS && counts.failed / requests > MAX_FAILED)
      return `${counts.failed} of ${requests} requests failed`
  }
  const note = requests < MIN_REQUESTS ? `, too few for a result (${MIN_REQUESTS} needed)` : ''
  log(`  watched for ${seconds} s, ${requests} requests${note}`)
  return null
}

/** Returns how many requests of the version the last seconds had. */
async function readCounts(
  { api, dataset, version }: WatchInput,
  seconds: number,
): Promise<{ requests: number; failed: number }> {
  const failed = `if(${column('request', 'problem')} != '', _sample_interval, 0)`
  const sql = `SELECT sum(_sample_interval) AS requests, sum(${failed}) AS failed FROM ${dataset}
    WHERE blob1 = 'request' AND ${column('request', 'version')} = '${version}' AND timestamp > NOW() - INTERVAL '${seconds}' SECOND`
  const { data } = await api.call(COUNTS, 'POST', '/accounts/{account}/analytics_engine/sql', {
    body: new TextEncoder().encode(sql),
    contentType: 'text/plain',
    isBare: true,
    isIdempotent: true,
  })
  return { requests: Number(data[0]?.requests ?? 0), failed: Number(data[0]?.failed ?? 0) }
}
