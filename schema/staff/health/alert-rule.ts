/** What an alert rule is, and when one fires. */
import type { Readings } from './readings.ts'

/** A measured value, and the number of requests or attempts that it comes from. */
export interface Measurement {
  value: number
  samples: number
  /** The route with this value, for rules that compare routes. */
  route?: string | undefined
}

export interface AlertRule {
  /** Also the anchor in docs/operations.md. */
  name: string
  /** What we watch, as a row of `/staff/health/` names it: `Mails`. */
  subject: string
  /** What is wrong when the rule fires: `Emails are late`. */
  title: string
  /** What shoppers notice when the rule fires, one sentence. */
  effect: string
  /** `now`: somebody should look at once; `today`: during the working day. */
  urgency: 'now' | 'today'
  /** Names the value, for example `seconds since the oldest mail`. */
  unit: string
  /** Fires above this value. */
  threshold: number
  /** With fewer samples the rule is quiet. */
  minSamples: number
  /** Names the samples, for example `requests`; absent where the number of samples says nothing. */
  sampled?: string
  /** Minutes that the value covers; 0 for the present. */
  window: number
  source:
    | { kind: 'readings'; measure: (readings: Readings) => Measurement }
    /** Returns a query of `dataset` for the columns `value` and `samples`, and `route` where the rule compares routes. */
    | { kind: 'points'; query: (dataset: string) => string }
}

/** Checks whether a measurement has enough samples for its value to say something. */
export function hasEnoughSamples({ minSamples }: AlertRule, { samples }: Measurement): boolean {
  return samples >= minSamples
}

/** Checks whether a rule fires. */
export function isFiring(rule: AlertRule, measurement: Measurement): boolean {
  return hasEnoughSamples(rule, measurement) && measurement.value > rule.threshold
}
