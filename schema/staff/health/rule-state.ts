/** The present state of each alert rule, as `/staff/health/` shows it. */
import { type AlertRule, isFiring, type Measurement } from './alert-rule.ts'
import { type OpenIncident, QUIET_MS } from './incidents.ts'

export type RuleState =
  /** The rule fires. */
  | { kind: 'over'; measurement: Measurement }
  /** The rule is quiet; its incident ends at this time in milliseconds if it stays so. */
  | { kind: 'ending'; measurement: Measurement; endsAt: number }
  | { kind: 'unknown'; reason: string }
  | { kind: 'fine'; measurement: Measurement }

/** Returns the state of a rule; a text instead of a measurement says why there is none. */
export function ruleState(
  rule: AlertRule,
  measured: Measurement | string,
  open: readonly Pick<OpenIncident, 'rule' | 'firedAt'>[],
): RuleState {
  if (typeof measured === 'string') return { kind: 'unknown', reason: measured }
  if (isFiring(rule, measured)) return { kind: 'over', measurement: measured }
  const incident = open.find(({ rule: name }) => name === rule.name)
  return incident
    ? { kind: 'ending', measurement: measured, endsAt: incident.firedAt + QUIET_MS }
    : { kind: 'fine', measurement: measured }
}

/** Returns the place of a state in a list with the worst first. */
export function severity({ urgency }: AlertRule, { kind }: RuleState): number {
  if (kind === 'over') return urgency === 'now' ? 0 : 1
  return { ending: 2, unknown: 3, fine: 4 }[kind]
}
