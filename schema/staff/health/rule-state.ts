/** The present state of each alert rule, as `/staff/health/` shows it. */
import { MINUTE_MS } from '../../platform/duration.ts'
import { type AlertRule, hasEnoughSamples, isFiring, type Measurement } from './alert-rule.ts'
import { type OpenIncident, QUIET_MS } from './incidents.ts'

/** An older measurement says nothing about the present; cron measures each rule at least every five minutes. */
const CURRENT_MS = 15 * MINUTE_MS

/** A measurement with its time in milliseconds. */
export type TimedMeasurement = Measurement & { measuredAt: number }

export type RuleState =
  /** The rule fires. */
  | { kind: 'over'; measurement: Measurement }
  /**
   * The rule is quiet, with too few samples for a value in the state `few`. `endsAt` is when its open incident ends if it stays
   * so, in milliseconds; `null` without an incident.
   */
  | { kind: 'few' | 'fine'; measurement: Measurement; endsAt: number | null }
  | { kind: 'old'; measuredAt: number }
  | { kind: 'unknown'; reason: string }

/** Returns the state of a rule; a text instead of a measurement says why there is none. */
export function ruleState(
  rule: AlertRule,
  measured: TimedMeasurement | string,
  open: readonly Pick<OpenIncident, 'rule' | 'firedAt'>[],
  now: number,
): RuleState {
  if (typeof measured === 'string') return { kind: 'unknown', reason: measured }
  const { measuredAt, ...measurement } = measured
  if (now - measuredAt > CURRENT_MS) return { kind: 'old', measuredAt }
  if (isFiring(rule, measurement)) return { kind: 'over', measurement }
  const incident = open.find(({ rule: name }) => name === rule.name)
  const kind = rule.sampled === undefined || hasEnoughSamples(rule, measurement) ? 'fine' : 'few'
  return { kind, measurement, endsAt: incident ? incident.firedAt + QUIET_MS : null }
}

/** Returns the place of a state in a list with the worst first. */
export function severity({ urgency }: AlertRule, state: RuleState): number {
  if (state.kind === 'over') return urgency === 'now' ? 0 : 1
  if ('endsAt' in state && state.endsAt !== null) return 2
  return { old: 3, unknown: 3, few: 4, fine: 5 }[state.kind]
}
