/** What is watched at /staff/health/: the state of each alert rule, the worst first, and what is left of the budgets. */
import { formatSamples, formatValue } from '../../../schema/staff/health/alert-format.ts'
import type { AlertRule, Measurement } from '../../../schema/staff/health/alert-rule.ts'
import { ALERT_RULES } from '../../../schema/staff/health/alert-rules.ts'
import type { OpenIncident } from '../../../schema/staff/health/incidents.ts'
import { budgetRuleName, MAX_USED_BUDGET, OBJECTIVES } from '../../../schema/staff/health/objective-rules.ts'
import type { LastQueries, Readings } from '../../../schema/staff/health/readings.ts'
import { type RuleState, ruleState, severity } from '../../../schema/staff/health/rule-state.ts'
import { StaffTable } from '../staff-table.tsx'
import type { LastMeasurements } from './watching.sql.ts'

export interface WatchedProps {
  readings: Readings
  queries: LastQueries | null
  hasToken: boolean
  open: readonly OpenIncident[]
  measured: LastMeasurements
}

/** Returns the state of each rule by its name. */
export function ruleStates(watched: WatchedProps): ReadonlyMap<string, RuleState> {
  return new Map(
    ALERT_RULES.map((rule) => [rule.name, ruleState(rule, measure(rule, watched), watched.open)]),
  )
}

/** Returns the last measurement of a rule, or why there is none. */
function measure({ name, source }: AlertRule, watched: WatchedProps): Measurement | string {
  const { readings, queries, hasToken, measured } = watched
  if (source.kind === 'readings') return source.measure(readings)
  if (!hasToken) return 'No METRICS_TOKEN'
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
    case 'ending':
      return <span className="tag">Fine, alert open</span>
    case 'unknown':
      return <span className="tag">Not measured</span>
    case 'fine':
      return 'Fine'
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
  const cells = (more: string, value: string) => [
    <RowName key="name" name={rule.subject} more={more} />,
    <StateTag key="state" rule={rule} state={state} />,
    value,
    formatValue(rule.threshold),
  ]
  if (state.kind === 'unknown') return cells(state.reason, '')
  const { value, samples, route } = state.measurement
  const unit = route === undefined ? rule.unit : `${rule.unit} (route ${route})`
  return cells(`${unit}. ${formatSamples(rule, samples)}`, formatValue(value))
}

/** Names a row, with what its numbers mean in smaller letters. */
function RowName({ name, more }: { name: string; more: string }) {
  return (
    <>
      {name} <small>{more}</small>
    </>
  )
}

/** Shows whether a budget allows releases; `left` is its percentage, `null` when unknown. */
function BudgetState({ left }: { left: number | null }) {
  if (left === null) return <span className="tag">Not measured</span>
  if (left >= 100 - MAX_USED_BUDGET) return 'Fine'
  return <strong className="tag tag-filled">Release only repairs</strong>
}

/** Lists the objectives with what is left of their budgets of 28 days. */
export function Objectives({ states }: { states: ReadonlyMap<string, RuleState> }) {
  const rows = OBJECTIVES.map((objective) => {
    const state = states.get(budgetRuleName(objective))
    const used = state && state.kind !== 'unknown' ? state.measurement.value : null
    const left = used === null ? null : Math.max(0, 100 - used)
    return {
      key: objective.name,
      cells: [
        <RowName key="name" name={objective.subject} more={objective.promise} />,
        left === null ? '' : `${formatValue(left)} %`,
        <BudgetState key="state" left={left} />,
      ],
    }
  })
  const columns = [{ title: 'Objective' }, { title: 'Budget left', isNumber: true }, { title: 'State' }]
  return <StaffTable label="Objectives of 28 days" columns={columns} rows={rows} />
}
