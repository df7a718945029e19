/** The watch of the shop: cron reads what waits, evaluates the rules of the alerts, and writes mails about incidents. */
import { MINUTE_MS } from '../../../schema/platform/duration.ts'
import { ALERT_RULES, incidentChanges, type Measurement } from '../../../schema/staff/health/alert-rules.ts'
import { type Readings, toReadings } from '../../../schema/staff/health/readings.ts'
import { parseConfig } from '../../config.ts'
import type { Env } from '../../env.ts'
import { enqueueOutbox } from '../../platform/mail/outbox.sql.ts'
import { writePoint } from '../../platform/metrics/write-point.ts'
import { measurePoints } from './measure-points.ts'
import { readWatched, saveMinute } from './watching.sql.ts'

/** Rules about data points are measured at every fifth minute, because each one is a query. */
const POINTS_EVERY_MS = 5 * MINUTE_MS

/** Watches the shop once, with one batch that reads and one that writes. */
export async function watchShop(env: Env, now: number): Promise<void> {
  const { rows, open } = await readWatched(env.DB, now)
  const readings = toReadings(rows)
  const measured = new Map([...measureReadings(readings), ...(await measureDuePoints(env, now))])
  const changes = incidentChanges(ALERT_RULES, measured, open, now)
  const openAlerts = open.length + changes.opened.length - changes.ended.length
  writeMinute(env, readings, openAlerts)
  await enqueueOutbox(env.OUTBOX, await saveMinute(env.DB, now, rows, changes))
}

function measureReadings(readings: Readings): [string, Measurement][] {
  return ALERT_RULES.flatMap(({ name, source }) =>
    source.kind === 'readings' ? [[name, source.measure(readings)]] : [],
  )
}

async function measureDuePoints(env: Env, now: number): Promise<ReadonlyMap<string, Measurement>> {
  const parsed = parseConfig(env)
  const isDue = now % POINTS_EVERY_MS < MINUTE_MS
  if (!isDue || !parsed.ok || !parsed.config.metrics) return new Map()
  return measurePoints(parsed.config.metrics, ALERT_RULES)
}

function writeMinute(env: Env, readings: Readings, openAlerts: number): void {
  const { payments, unconfirmedPayments, failedJourneys, ...ages } = readings
  writePoint(env, 'minute', {
    version: env.VERSION?.id ?? '',
    ...ages,
    paymentTries: payments.tries,
    paymentFailures: payments.failures,
    openAlerts,
  })
}
