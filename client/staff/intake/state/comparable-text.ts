/** Says in words what a suggestion is based on (H14). */
import { formatMoney } from '../../../../schema/platform/money.ts'
import type { Comparable } from '../../../../schema/staff/intake/price/price-suggestion.ts'

const RUNG_LABELS: Readonly<Record<Comparable['rung'], string>> = {
  model: 'Same model and size',
  tier: 'Like brand, same size',
  size: 'Same size',
  rim: 'Same rim',
}

/** Returns how a comparable is like the tire, and its number. */
export function nameComparable({ rung, sku }: Comparable): string {
  return `${RUNG_LABELS[rung]}, ${sku}`
}

/** Returns what became of it and what each difference adds: `Sold for $71.00 after 9 days. Tread +8%, age −3%.` */
export function explainComparable(comparable: Comparable): string {
  const { isSold, days, price, adjustments, isUpperBound } = comparable
  const span = days === 1 ? '1 day' : `${days} days`
  const fate = isSold
    ? `Sold for ${formatMoney(price)} after ${span}.`
    : `Listed at ${formatMoney(price)} for ${span}${isUpperBound ? ', so it counts as too much' : ''}.`
  const parts = adjustments
    .filter(({ percent }) => percent !== 0)
    .map(({ cause, percent }) => `${cause} ${percent > 0 ? '+' : '−'}${Math.abs(percent)}%`)
  const text = parts.join(', ')
  return text ? `${fate} ${text[0]?.toUpperCase()}${text.slice(1)}.` : fate
}
