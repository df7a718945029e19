/** Watches a release that some shoppers see: how many of its requests fail, by the data points that the Worker writes. */
import * as v from 'valibot'
import { column } from '../../schema/platform/metrics/data-point.ts'
import { type CloudflareApi, CloudflareError } from './cloudflare-api.ts'

/** The share of shoppers who see a release while it is watched, in percent. */
export const WATCHED_PERCENT = 10

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

/** Returns what is wrong with the release after the watch, at once when it is clear; `null` for nothing. */
export async function watchRelease(input: WatchInput): Promise<string | null> {
  const { api, dataset, version, seconds, wait, log } = input
  let requests = 0
  for (let waited = 0; waited < seconds; waited += LOOK_SECONDS) {
    await wait(Math.min(LOOK_SECONDS, seconds - waited) * 1_000)
    const counts = await readCounts(api, dataset, version, seconds)
    if (typeof counts === 'string') {
      log(`  not watched: ${counts}`)
      return null
    }
    requests = counts.requests
    if (requests >= MIN_REQUESTS && counts.failed / requests > MAX_FAILED)
      return `${counts.failed} of ${requests} requests of shoppers failed`
  }
  log(`  watched for ${seconds} s: ${requests} requests of shoppers`)
  return null
}

/** Returns the requests of a version; a text when they cannot be read, which says nothing about the release. */
async function readCounts(
  api: CloudflareApi,
  dataset: string,
  version: string,
  seconds: number,
): Promise<{ requests: number; failed: number } | string> {
  const failed = `if(${column('request', 'problem')} != '', _sample_interval, 0)`
  // A minute more: points arrive late.
  const sql = `SELECT sum(_sample_interval) AS requests, sum(${failed}) AS failed FROM ${dataset}
    WHERE blob1 = 'request' AND ${column('request', 'version')} = '${version}' AND timestamp > NOW() - INTERVAL '${seconds + 60}' SECOND`
  try {
    const { data } = await api.call(COUNTS, 'POST', '/accounts/{account}/analytics_engine/sql', {
      body: new TextEncoder().encode(sql),
      contentType: 'text/plain',
      isBare: true,
      isIdempotent: true,
    })
    return { requests: Number(data[0]?.requests ?? 0), failed: Number(data[0]?.failed ?? 0) }
  } catch (error) {
    if (error instanceof CloudflareError) return error.message
    throw error
  }
}
