/** What is watched at /staff/health/: the state of each alert rule, the worst first, and what is left of the budgets. */
import { formatCount } from '../../../schema/platform/count.ts'
import { formatSamples, formatValue } from '../../../schema/staff/health/alert-format.ts'
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
import { Timestamp } from '../../content/chat/chat-view.tsx'
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
    return `Queries have failed for ${Math.round(readings.unreadableAge / 60)} minutes.`
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
      return <span className="tag">Too few {rule.sampled} to say</span>
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
  return <StaffTable label="What is watched" columns={columns} rows={rows} />
}

function ruleCells(rule: AlertRule, state: RuleState): React.ReactNode[] {
  const cells = (more: React.ReactNode, value: string) => [
    <RowName key="name" name={rule.subject} more={more} />,
    <StateTag key="state" rule={rule} state={state} />,
    value,
    formatValue(rule.threshold),
  ]
  if (state.kind === 'unknown') return cells(state.reason, '')
  if (state.kind === 'old') {
    const last = (
      <>
        Last measured at <Timestamp at={state.measuredAt} />.
      </>
    )
    return cells(last, '')
  }
  const { value, samples, route } = state.measurement
  const from = formatSamples(rule, samples)
  if (state.kind === 'few') return cells(`${from} ${formatCount(rule.minSamples)} are needed.`, '')
  const unit = route === undefined ? rule.unit : `${rule.unit} (route ${route})`
  return cells(`${unit}. ${from}`, formatValue(value))
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
    const isKnown = state.kind === 'over' || state.kind === 'fine'
    return {
      key: objective.name,
      cells: [
        <RowName key="name" name={objective.subject} more={objective.promise} />,
        isKnown ? `${formatValue(Math.max(0, 100 - state.measurement.value))} %` : '',
        state.kind === 'over' ? (
          <strong key="state" className="tag tag-filled">
            Release only repairs
          </strong>
        ) : (
          <StateTag key="state" rule={rule} state={state} />
        ),
      ],
    }
  })
  const columns = [{ title: 'Objective' }, { title: 'Budget left', isNumber: true }, { title: 'State' }]
  return <StaffTable label="Objectives of 28 days" columns={columns} rows={rows} />
}
