/** What we watch at /staff/health/: the state of each alert rule, the worst first, and what is left of the budgets. */
import { formatCount } from '../../../schema/platform/count.ts'
import { formatMinutes, formatSamples, formatValue } from '../../../schema/staff/health/alert-format.ts'
import type { AlertRule } from '../../../schema/staff/health/alert-rule.ts'
import { ALERT_RULES } from '../../../schema/staff/health/alert-rules.ts'
import type { OpenIncident } from '../../../schema/staff/health/incidents.ts'
import { budgetRuleName, OBJECTIVES } from '../../../schema/staff/health/objective-rules.ts'
import type { LastQueries, Readings } from '../../../schema/staff/health/readings.ts'
import {
  type RuleState,
  ruleState,
  severity,
  type TimedMeasurement,
} from '../../../schema/staff/health/rule-state.ts'
import { Timestamp } from '../frame/timestamp.tsx'
import { StaffTable } from '../staff-table.tsx'
import type { LastMeasurements } from './watching.sql.ts'

export interface WatchedProps {
  readings: Readings
  queries: LastQueries | null
  hasToken: boolean
  open: readonly OpenIncident[]
  measured: LastMeasurements
  /** Milliseconds. */
  now: number
}

/** Returns the state of each rule by its name. */
export function ruleStates(watched: WatchedProps): ReadonlyMap<string, RuleState> {
  return new Map(
    ALERT_RULES.map((rule) => [
      rule.name,
      ruleState(rule, measure(rule, watched), watched.open, watched.now),
    ]),
  )
}

/** Returns the last measurement of a rule, or why there is none. */
function measure({ name, source }: AlertRule, watched: WatchedProps): TimedMeasurement | string {
  const { readings, queries, hasToken, measured, now } = watched
  if (source.kind === 'readings') return { ...source.measure(readings), measuredAt: now }
  if (!hasToken) return 'Needs data points.'
  if (queries?.failed.includes(name))
    return `Queries have failed for ${formatMinutes(Math.round(readings.unreadableAge / 60))}.`
  return measured.get(name) ?? 'Cron has made no query yet.'
}

function StateTag({ rule, state }: { rule: AlertRule; state: RuleState }) {
  switch (state.kind) {
    case 'over':
      return (
        <strong className={`tag ${rule.urgency === 'now' ? 'tag-error' : 'tag-filled'}`}>
          Over the limit
        </strong>
      )
    case 'few':
      return <span className="tag">Too few to say</span>
    case 'old':
    case 'unknown':
      return <span className="tag">Not measured</span>
    case 'fine':
      return state.endsAt === null ? 'Fine' : <span className="tag">Fine, alert open</span>
  }
}

/** Lists the rules with value and limit. */
export function WatchedRules({ states }: { states: ReadonlyMap<string, RuleState> }) {
  const rows = ALERT_RULES.flatMap((rule) => {
    const state = states.get(rule.name)
    return state ? [{ rule, state, order: severity(rule, state) }] : []
  })
    .sort((a, b) => a.order - b.order)
    .map(({ rule, state }) => ({ key: rule.name, cells: ruleCells(rule, state) }))
  const columns = [
    { title: 'Watched' },
    { title: 'State' },
    { title: 'Value', isNumber: true },
    { title: 'Limit', isNumber: true },
  ]
  return <StaffTable label="What we watch" columns={columns} rows={rows} />
}

function ruleCells(rule: AlertRule, state: RuleState): React.ReactNode[] {
  const value = measuredValue(state)
  return [
    <RowName key="name" name={rule.subject} more={<Details rule={rule} state={state} />} />,
    <StateTag key="state" rule={rule} state={state} />,
    value === null ? '' : formatValue(value),
    formatValue(rule.threshold),
  ]
}

/** Returns the value of a rule; `null` when none says something about the present. */
function measuredValue(state: RuleState): number | null {
  return state.kind === 'over' || state.kind === 'fine' ? state.measurement.value : null
}

/** Says what the value of a rule is, or why it has none. */
function Details({ rule, state }: { rule: AlertRule; state: RuleState }) {
  if (state.kind === 'unknown') return state.reason
  if (state.kind === 'old') {
    return (
      <>
        Last measured at <Timestamp at={state.measuredAt} />.
      </>
    )
  }
  const { samples, route } = state.measurement
  const from = formatSamples(rule, samples)
  if (state.kind === 'few') return `${from} ${formatCount(rule.minSamples)} are needed.`
  return `${rule.unit}${route === undefined ? '' : ` (route ${route})`}. ${from}`
}

/** Names a row, with what its numbers mean in smaller letters. */
function RowName({ name, more }: { name: string; more: React.ReactNode }) {
  return (
    <>
      {name} <small>{more}</small>
    </>
  )
}

/** Lists the objectives with what is left of their budgets of 28 days. */
export function Objectives({ states }: { states: ReadonlyMap<string, RuleState> }) {
  const rows = OBJECTIVES.flatMap((objective) => {
    const rule = ALERT_RULES.find(({ name }) => name === budgetRuleName(objective))
    const state = rule && states.get(rule.name)
    if (!state) return []
    const used = measuredValue(state)
    return {
      key: objective.name,
      cells: [
        <RowName
          key="name"
          name={objective.subject}
          more={
            <>
              {objective.promise}. {used === null ? <Details rule={rule} state={state} /> : null}
            </>
          }
        />,
        state.kind === 'over' ? (
          <strong key="state" className="tag tag-filled">
            Release only repairs
          </strong>
        ) : (
          <StateTag key="state" rule={rule} state={state} />
        ),
        used === null ? '' : `${formatValue(Math.max(0, 100 - used))}%`,
      ],
    }
  })
  const columns = [{ title: 'Objective' }, { title: 'State' }, { title: 'Budget left', isNumber: true }]
  return <StaffTable label="Objectives of 28 days" columns={columns} rows={rows} />
}
