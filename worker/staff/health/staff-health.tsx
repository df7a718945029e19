/** /staff/health/: the release, what it reaches, alerts, what waits, and the payments of today. */
import type { Context } from 'hono'
import { paymentName } from '../../../schema/orders/payment.ts'
import { paths } from '../../../schema/paths.ts'
import { formatCount } from '../../../schema/platform/count.ts'
import { DAY_MS, MINUTE_MS } from '../../../schema/platform/duration.ts'
import { shopDay, shopDayEnd } from '../../../schema/platform/shop-calendar.ts'
import { formatMeasured } from '../../../schema/staff/health/alert-format.ts'
import type { AlertRule } from '../../../schema/staff/health/alert-rule.ts'
import { ALERT_RULES } from '../../../schema/staff/health/alert-rules.ts'
import { toReadings } from '../../../schema/staff/health/readings.ts'
import { type RuleState, severity } from '../../../schema/staff/health/rule-state.ts'
import type { AppEnv } from '../../env.ts'
import type { PaymentCount } from '../../orders/payments/payment-call.sql.ts'
import type { PaymentOutcome } from '../../orders/payments/payment-outcome.ts'
import { type Health, readHealth } from '../../platform/health/read-health.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { Timestamp } from '../frame/timestamp.tsx'
import { StaffTable } from '../staff-table.tsx'
import { Objectives, ruleStates, WatchedRules } from './watched-rules.tsx'
import { type Incident, readHealthRows, readWatched } from './watching.sql.ts'

const DEPENDENCIES: Record<keyof Health['checks'], string> = {
  database: 'Database',
  namespace: 'Namespace',
  bucket: 'Bucket',
  object: 'Cart object',
}

const STEPS: Record<PaymentOutcome['step'], string> = {
  begin: 'Start',
  pay: 'Payment',
  read: 'Status check',
  end: 'Cancellation',
  refund: 'Refund',
}

/** The outcomes that are counted; another one is shown as it is. */
const OUTCOMES: Readonly<Record<string, string>> = {
  paid: 'Paid',
  declined: 'Declined',
  refunded: 'Refunded',
  technical: 'Refused by the provider for technical reasons',
  timeout: 'No answer in time',
}

function Reached({ ok }: { ok: boolean }) {
  return ok ? 'Answers' : <strong className="tag tag-error">No answer</strong>
}

/** Says what comes next of an open incident whose rule does not fire now. */
function NextOfIncident({ rule, state }: { rule: AlertRule; state: RuleState }) {
  switch (state.kind) {
    case 'over':
      return null
    case 'old':
    case 'unknown':
      return <p>Not measured now; the alert stays open until the rule is measured again.</p>
    case 'few':
    case 'fine':
      return state.endsAt === null ? null : (
        <p>
          {state.kind === 'few' ? `Now too few ${rule.sampled} to say` : 'Fine now'}; the alert ends at{' '}
          <Timestamp at={state.endsAt} /> if it stays so.
        </p>
      )
  }
}

function Alerts({
  incidents,
  states,
}: {
  incidents: readonly Incident[]
  states: ReadonlyMap<string, RuleState>
}) {
  if (incidents.length === 0) return <p>No alert today.</p>
  return (
    <ul className="staff-list">
      {sortIncidents(incidents, states).map(({ incident, rule, state }) => {
        const { rule: name, value, route, openedAt, endedAt } = incident
        return (
          <li className="staff-line" key={`${name} ${openedAt}`}>
            {endedAt !== null ? (
              <span className="tag">Over</span>
            ) : state?.kind === 'over' && rule?.urgency === 'now' ? (
              <strong className="tag tag-error">Open</strong>
            ) : (
              <strong className="tag tag-filled">Open</strong>
            )}{' '}
            <strong>{rule?.title ?? name}</strong>
            <p>{rule ? formatMeasured(rule, value, route) : null}</p>
            {endedAt === null && rule ? <p>{rule.effect}</p> : null}
            {endedAt === null && rule && state ? <NextOfIncident rule={rule} state={state} /> : null}
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

/** Returns the incidents with their rules: open ones first, the worst of them first; an older release may have named other rules. */
function sortIncidents(incidents: readonly Incident[], states: ReadonlyMap<string, RuleState>) {
  const all = incidents.map((incident) => {
    const rule = ALERT_RULES.find(({ name }) => name === incident.rule)
    const state = states.get(incident.rule)
    return { incident, rule, state, order: rule && state ? severity(rule, state) : Number.POSITIVE_INFINITY }
  })
  const open = all.filter(({ incident }) => incident.endedAt === null)
  const ended = all.filter(({ incident }) => incident.endedAt !== null)
  return [...open.sort((a, b) => a.order - b.order), ...ended]
}

function Payments({ payments }: { payments: readonly PaymentCount[] }) {
  if (payments.length === 0) return <p>Nobody has tried to pay online today.</p>
  const rows = payments.map(({ provider, step, outcome, count }) => ({
    key: `${provider} ${step} ${outcome}`,
    cells: [
      paymentName(provider),
      STEPS[step as PaymentOutcome['step']] ?? step,
      OUTCOMES[outcome] ?? outcome,
      formatCount(count),
    ],
  }))
  const columns = [
    { title: 'Provider' },
    { title: 'Step' },
    { title: 'Outcome' },
    { title: 'Number', isNumber: true },
  ]
  return <StaffTable label="Today’s payments" columns={columns} rows={rows} />
}

export async function staffHealthPage(c: Context<AppEnv>): Promise<Response> {
  const now = Date.now()
  const today = (shopDayEnd(shopDay(now)) ?? now) - DAY_MS
  const [health, { rows, open }, { payments, incidents, measured, lastMinute }] = await Promise.all([
    readHealth(c.env),
    readWatched(c.env.DB, now),
    readHealthRows(c.env.DB, today),
  ])
  const checks = Object.entries(health.checks) as [keyof Health['checks'], Health['checks']['database']][]
  const hasToken = c.get('config').metrics !== null
  const states = ruleStates({
    readings: toReadings(rows),
    queries: rows.queries,
    hasToken,
    open,
    measured,
    now,
  })
  return staffPage(c, {
    title: 'Health',
    current: paths.staffHealth,
    body: [
      <p key="release">
        Release {health.release || 'unknown'}, migration {health.schema ?? 'unknown'}.{' '}
        {lastMinute === null ? (
          'Cron hasn’t run yet.'
        ) : (
          <>
            Cron ran last <Timestamp at={lastMinute * MINUTE_MS} />.
          </>
        )}
      </p>,
      <h2 key="alerts-title">Alerts</h2>,
      <Alerts key="alerts" incidents={incidents} states={states} />,
      <h2 key="objectives-title">Objectives of 28 days</h2>,
      <Objectives key="objectives" states={states} />,
      <h2 key="reach-title">Services the shop reaches</h2>,
      <StaffTable
        key="reach"
        label="Services the shop reaches"
        columns={[{ title: 'Part' }, { title: 'State' }, { title: 'Time', isNumber: true }]}
        rows={checks.map(([name, { ok, ms }]) => ({
          key: name,
          cells: [DEPENDENCIES[name], <Reached key="state" ok={ok} />, `${formatCount(ms)} ms`],
        }))}
      />,
      <h2 key="watched-title">What we watch</h2>,
      hasToken ? null : (
        <p key="token">
          We can’t measure rules that need data points, because this Worker has no METRICS_TOKEN
          (docs/operations.md#alerts).
        </p>
      ),
      <WatchedRules key="watched" states={states} />,
      <h2 key="payments-title">Today’s payments</h2>,
      <Payments key="payments" payments={payments} />,
    ],
  })
}
