/** The watch of the shop: cron reads what waits, evaluates the rules of the alerts, and writes mails about incidents. */
import { MINUTE_MS } from '../../../schema/platform/duration.ts'
import type { Measurement } from '../../../schema/staff/health/alert-rule.ts'
import { ALERT_RULES } from '../../../schema/staff/health/alert-rules.ts'
import { incidentChanges } from '../../../schema/staff/health/incidents.ts'
import { type Readings, toReadings } from '../../../schema/staff/health/readings.ts'
import { parseConfig } from '../../config.ts'
import type { Env } from '../../env.ts'
import { enqueueOutbox } from '../../platform/mail/outbox.sql.ts'
import { writePoint } from '../../platform/metrics/write-point.ts'
import { type MeasuredPoints, measurePoints } from './measure-points.ts'
import { readWatched, saveMinute } from './watching.sql.ts'

/** Rules about data points are measured at every fifth minute, because each one is a query. */
const POINTS_EVERY_MS = 5 * MINUTE_MS

/** Watches the shop once, with one batch that reads and one that writes. */
export async function watchShop(env: Env, now: number): Promise<void> {
  const { rows, open } = await readWatched(env.DB, now)
  const readings = toReadings(rows)
  const points = await measureDuePoints(env, now)
  const measured = new Map([...measureReadings(readings), ...(points?.measured ?? [])])
  const changes = incidentChanges(ALERT_RULES, measured, open, now)
  const openAlerts = open.length + changes.opened.length - changes.ended.length
  writeMinute(env, readings, openAlerts)
  const minute = {
    isCatalogBehind: rows.isCatalogBehind,
    failedQueries: points?.failed.join(' ') ?? null,
    points: points?.measured ?? new Map<string, Measurement>(),
  }
  await enqueueOutbox(env.OUTBOX, await saveMinute(env.DB, now, minute, changes))
}

function measureReadings(readings: Readings): [string, Measurement][] {
  return ALERT_RULES.flatMap(({ name, source }) =>
    source.kind === 'readings' ? [[name, source.measure(readings)]] : [],
  )
}

/** Returns `null` in a minute without queries. Without a token no query is made, so that none fails. */
async function measureDuePoints(env: Env, now: number): Promise<MeasuredPoints | null> {
  if (now % POINTS_EVERY_MS >= MINUTE_MS) return null
  const parsed = parseConfig(env)
  if (!parsed.ok || !parsed.config.metrics) return { measured: new Map(), failed: [] }
  return measurePoints(parsed.config.metrics, ALERT_RULES)
}

function writeMinute(env: Env, readings: Readings, openAlerts: number): void {
  const { payments, unconfirmedPayments, unreadableAge, failedJourneys, ...ages } = readings
  writePoint(env, 'minute', {
    version: env.VERSION?.id ?? '',
    ...ages,
    paymentTries: payments.tries,
    paymentFailures: payments.failures,
    openAlerts,
  })
}
