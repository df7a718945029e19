/**
 * Sends webhooks (H14y). A message is a row that the change itself wrote, so it is sent at least once whatever happens to the Worker: every
 * request that may change something, every run of the queue and of cron looks for rows that are due.
 */
import { MINUTE_MS } from '../../../schema/platform/duration.ts'
import { isHopeless, retryPause, WEBHOOK_LOG_MS } from '../../../schema/staff/api/webhook.ts'
import { parseConfig } from '../../config.ts'
import type { Env } from '../../env.ts'
import { describeError } from '../../platform/security/log-redaction.ts'
import { parseWebhookAddress } from './webhook-address.ts'
import {
  type DueMessage,
  deleteOldMessages,
  findDueMessage,
  findDueWebhooks,
  type LeasedWebhook,
  leaseWebhook,
  recordAccepted,
  recordFailed,
  releaseWebhook,
} from './webhook-queue.sql.ts'
import { webhookHeaders } from './webhook-signature.ts'

/** A receiver answers within this time and does its own work later. */
const TIMEOUT_MS = 5_000
/** Messages of one run; the rest is a message of the queue again. */
const RUN_MAX = 100
/** How long an isolate remembers that the shop has no webhooks. */
const NONE_MS = MINUTE_MS

interface Sender {
  DB: D1Database
  OUTBOX: Queue<{ webhook: string }>
}

let noneUntil = 0

/** Queues the webhooks with a message that is due. Never throws: cron looks again within a minute. */
export async function queueWebhooks({ DB, OUTBOX }: Sender, now: number): Promise<void> {
  if (now < noneUntil) return
  try {
    const { due, hasAny } = await findDueWebhooks(DB, now)
    noneUntil = hasAny ? 0 : now + NONE_MS
    if (due.length > 0) await OUTBOX.sendBatch(due.map((webhook) => ({ body: { webhook } })))
  } catch (error) {
    console.error('queueing webhooks failed', describeError(error))
  }
}

/** Makes this isolate look for webhooks again, after one was added. */
export function expectWebhooks(): void {
  noneUntil = 0
}

/** Carts and reports of pages are many and change nothing that a webhook is about. */
const QUIET = /^\/(api\/)?cart\/|^\/api\/ext\/(events|security-report)$/

/** Whether a request may change something that a webhook is about. Returns from a payment provider place orders, too. */
export function mayNotify({ method, url }: Request): boolean {
  const { pathname } = new URL(url)
  if (['GET', 'HEAD', 'OPTIONS'].includes(method)) return pathname.startsWith('/checkout/')
  return !QUIET.test(pathname)
}

/** Sends what is due to one address, the oldest first. Returns true if another run is at it, so that this one comes again. */
export async function sendWebhook(env: Env, id: string, clock: () => number): Promise<boolean> {
  const parsed = parseConfig(env)
  if (!parsed.ok) return false
  const { sessionSecret, siteUrl } = parsed.config
  const leased = await leaseWebhook(env.DB, id, clock())
  if (leased === 'busy') return true
  if (!leased) return false
  const target = { ...leased, sessionSecret, ownHost: new URL(siteUrl).hostname }
  for (let sent = 0; sent < RUN_MAX; sent++) {
    const message = await findDueMessage(env.DB, id, clock())
    if (!message) break
    const isOpen = await tryMessage(env.DB, target, message, clock)
    if (!isOpen) break
  }
  await releaseWebhook(env.DB, id)
  // What came during the run was not queued; this isolate may not know yet that the shop has webhooks.
  expectWebhooks()
  await queueWebhooks(env, clock())
  return false
}

interface Target extends LeasedWebhook {
  sessionSecret: string
  ownHost: string
}

/** Sends one message and writes what came of it. Returns whether the next one may follow at once. */
async function tryMessage(
  db: D1Database,
  target: Target,
  message: DueMessage,
  clock: () => number,
): Promise<boolean> {
  const at = clock()
  const { status, error } = await post(target, message, at)
  const end = clock()
  const tried = { webhookId: target.id, messageId: message.id, at, ms: end - at, status, error }
  if (error === null) {
    await recordAccepted(db, tried)
    Object.assign(target, { failures: 0, failingSince: null })
    return true
  }
  target.failures += 1
  target.failingSince ??= at
  const { failures, failingSince } = target
  const isStopped = isHopeless({ failures, failingSince, status }, end)
  // A host that does not answer gets one message at a time, a host that refuses one may take the next.
  const pausedUntil = status === null ? end + retryPause(failures) : 0
  await recordFailed(db, tried, { dueAt: end + retryPause(message.attempts + 1), pausedUntil, isStopped })
  return status !== null && !isStopped
}

async function post(
  { address, ownHost, sessionSecret, secretName }: Target,
  { id, type, subject, at, data }: DueMessage,
  now: number,
): Promise<{ status: number | null; error: string | null }> {
  if (parseWebhookAddress(address, ownHost) === null)
    return { status: null, error: 'This address isn’t allowed.' }
  const facts = data === null ? { subject, isGone: true } : JSON.parse(data)
  const body = JSON.stringify({ type, timestamp: new Date(at).toISOString(), data: facts })
  const signed = { id: `msg_${id}`, time: Math.floor(now / 1000), body }
  const headers = webhookHeaders(signed, { sessionSecret, name: secretName })
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(address, { method: 'POST', headers, body, redirect: 'manual', signal })
    await response.body?.cancel()
    const { status } = response
    return { status, error: response.ok ? null : `HTTP ${status}` }
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    return { status: null, error: isLate ? 'No answer within 5 seconds.' : 'The connection failed.' }
  }
}

/** Deletes messages that are older than the log. */
export function forgetOldMessages({ DB }: Env, now: number): Promise<void> {
  return deleteOldMessages(DB, now - WEBHOOK_LOG_MS)
}
