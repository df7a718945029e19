/** Texts about alerts, for mails and pages. */
import { formatCount, formatQuantity } from '../../platform/count.ts'
import type { AlertRule } from './alert-rule.ts'

/** Returns for example `7.4 times the rows of its week (route /search); the limit is 3.` */
export function formatMeasured(
  { unit, threshold }: AlertRule,
  value: number,
  route: string | null = null,
): string {
  const amount = `${formatValue(value)}${unit.startsWith('%') ? '' : ' '}${unit}`
  return `${amount}${route === null ? '' : ` (route ${route})`}; the limit is ${formatValue(threshold)}.`
}

/** Returns for example `From 1,240 requests within 5 minutes.`; an empty text when the number of samples says nothing. */
export function formatSamples({ sampled, window }: AlertRule, samples: number): string {
  return sampled === undefined
    ? ''
    : `From ${formatCount(Math.round(samples))} ${sampled} within ${formatMinutes(window)}.`
}

/** Returns for example `5 minutes`, `6 hours` or `28 days`. */
export function formatMinutes(minutes: number): string {
  if (minutes >= 2 * 24 * 60) return formatQuantity(Math.round(minutes / (24 * 60)), 'day')
  if (minutes >= 2 * 60) return formatQuantity(Math.round(minutes / 60), 'hour')
  return formatQuantity(minutes, 'minute')
}

/** Returns a value as alerts show it: `412`, `7.4`. */
export function formatValue(value: number): string {
  return value >= 100 ? formatCount(Math.round(value)) : String(Math.round(value * 10) / 10)
}
