/** /staff/health/: the release, what it reaches, alerts, what waits, and the payments of today. */
import type { Context } from 'hono'
import { paymentTitle } from '../../../schema/orders/payment.ts'
import { paths } from '../../../schema/paths.ts'
import { DAY_MS, MINUTE_MS } from '../../../schema/platform/duration.ts'
import { shopDay, shopDayEnd } from '../../../schema/platform/shop-calendar.ts'
import { formatMeasured } from '../../../schema/staff/health/alert-format.ts'
import { ALERT_RULES, isFiring } from '../../../schema/staff/health/alert-rules.ts'
import { type LastQueries, type Readings, toReadings } from '../../../schema/staff/health/readings.ts'
import { Timestamp } from '../../content/chat/chat-view.tsx'
import type { AppEnv } from '../../env.ts'
import type { PaymentCount } from '../../orders/payments/payment-call.sql.ts'
import { type Health, readHealth } from '../../platform/health/read-health.ts'
import { staffPage } from '../staff-frame.tsx'
import { type Incident, readHealthRows, readWatched } from './watching.sql.ts'

const DEPENDENCIES: Record<keyof Health['checks'], string> = {
  database: 'Database',
  namespace: 'Namespace',
  bucket: 'Bucket',
  object: 'Cart object',
}

/** A table that scrolls when it is wider than the window. */
function Table({ label, head, rows }: { label: string; head: string[]; rows: (string | number)[][] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls, so it needs keyboard focus
    <section className="staff-counts" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((title) => (
              <th scope="col" key={title}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...cells]) => (
            <tr key={[first, ...cells].join()}>
              <th scope="row">{first}</th>
              {cells.map((cell, at) => (
                <td key={head[at + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Alerts({ incidents }: { incidents: readonly Incident[] }) {
  if (incidents.length === 0) return <p>No alert today.</p>
  return (
    <ul className="staff-list">
      {incidents.map(({ rule: name, value, route, openedAt, endedAt }) => {
        const rule = ALERT_RULES.find((one) => one.name === name)
        return (
          <li className="staff-line" key={`${name} ${openedAt}`}>
            {endedAt === null ? (
              <strong className="tag tag-filled">Open</strong>
            ) : (
              <span className="tag">Over</span>
            )}{' '}
            {rule?.title ?? name}
            <p>{rule ? formatMeasured(rule, value, route) : null}</p>
            <p className="t-14 quiet">
              Since <Timestamp at={openedAt} />
              {endedAt === null ? null : (
                <>
                  , over <Timestamp at={endedAt} />
                </>
              )}
              . What to do: docs/operations.md#{name}
            </p>
          </li>
        )
      })}
    </ul>
  )
}

interface WatchedProps {
  readings: Readings
  queries: LastQueries | null
  hasToken: boolean
  /** Names of the rules with an open incident. */
  open: readonly string[]
}

function Watched({ readings, queries, hasToken, open }: WatchedProps) {
  const rows = ALERT_RULES.map((rule) => {
    const { name, title, source } = rule
    const isQuery = source.kind === 'points'
    if (isQuery && !hasToken)
      return [title, 'Not measured', 'The Worker has no METRICS_TOKEN: docs/operations.md#alerts']
    if (isQuery && !queries) return [title, 'Not measured', 'Cron has made no query yet.']
    if (isQuery && queries?.failed.includes(name)) {
      const minutes = Math.round(readings.unreadableAge / 60)
      return [title, 'Not measured', `Queries have failed for ${minutes} minutes.`]
    }
    if (isQuery)
      return [title, open.includes(name) ? 'Alert is open' : 'Fine', 'Measured every five minutes.']
    const measurement = source.measure(readings)
    const state = isFiring(rule, measurement) ? 'Too much' : 'Fine'
    return [title, state, formatMeasured(rule, measurement.value)]
  })
  return <Table label="What is watched" head={['Alert', 'Now', 'Measured']} rows={rows} />
}

function Payments({ payments }: { payments: readonly PaymentCount[] }) {
  if (payments.length === 0) return <p>Nobody has tried to pay online today.</p>
  const rows = payments.map(({ provider, step, outcome, count }) => [
    paymentTitle(provider),
    step,
    outcome,
    count,
  ])
  return <Table label="Payments of today" head={['Provider', 'Step', 'Outcome', 'Number']} rows={rows} />
}

export async function staffHealthPage(c: Context<AppEnv>): Promise<Response> {
  const now = Date.now()
  const today = (shopDayEnd(shopDay(now)) ?? now) - DAY_MS
  const [health, { rows, open }, { payments, incidents, lastMinute }] = await Promise.all([
    readHealth(c.env),
    readWatched(c.env.DB, now),
    readHealthRows(c.env.DB, today),
  ])
  const checks = Object.entries(health.checks) as [keyof Health['checks'], Health['checks']['database']][]
  return staffPage(c, 'Health', paths.staffHealth, [
    <p key="release">
      Release {health.release || 'unknown'}, migration {health.schema ?? 'unknown'}.{' '}
      {lastMinute === null ? (
        'Cron has not run yet.'
      ) : (
        <>
          Cron ran last <Timestamp at={lastMinute * MINUTE_MS} />.
        </>
      )}
    </p>,
    <h2 key="alerts-title">Alerts</h2>,
    <Alerts key="alerts" incidents={incidents} />,
    <h2 key="reach-title">What the shop reaches</h2>,
    <Table
      key="reach"
      label="What the shop reaches"
      head={['Part', 'State', 'Time']}
      rows={checks.map(([name, { ok, ms }]) => [
        DEPENDENCIES[name],
        ok ? 'Answers' : 'No answer',
        `${ms} ms`,
      ])}
    />,
    <h2 key="watched-title">What is watched</h2>,
    <Watched
      key="watched"
      readings={toReadings(rows)}
      queries={rows.queries}
      hasToken={c.get('config').metrics !== null}
      open={open.map(({ rule }) => rule)}
    />,
    <h2 key="payments-title">Payments of today</h2>,
    <Payments key="payments" payments={payments} />,
  ])
}
