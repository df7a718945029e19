/** Texts about alerts, for mails and pages. */
import type { AlertRule } from './alert-rules.ts'

/** Returns for example `7.4 % of all requests; the limit is 1.` */
export function formatMeasured({ unit, threshold }: AlertRule, value: number): string {
  return `${round(value)} ${unit}; the limit is ${round(threshold)}.`
}

function round(value: number): string {
  return String(value >= 100 ? Math.round(value) : Math.round(value * 10) / 10)
}
