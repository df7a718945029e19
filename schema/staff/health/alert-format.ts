/** Texts about alerts, for mails and pages. */
import type { AlertRule } from './alert-rules.ts'

/** Returns for example `7.4 times the rows of its week (route /search); the limit is 3.` */
export function formatMeasured(
  { unit, threshold }: AlertRule,
  value: number,
  route: string | null = null,
): string {
  return `${round(value)} ${unit}${route === null ? '' : ` (route ${route})`}; the limit is ${round(threshold)}.`
}

function round(value: number): string {
  return String(value >= 100 ? Math.round(value) : Math.round(value * 10) / 10)
}
