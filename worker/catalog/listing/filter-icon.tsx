/**
 * Small icons before filter values: the remaining tread for a condition, the pattern of the tread blocks for
 * a season. The label beside an icon has the same meaning, so screen readers skip the icon.
 */
import type { ChoiceFilter } from '../../../schema/catalog/listing/listing.ts'

const block = (at: number) => `M${2 + 5 * at} 1h3.4l-2 9h-3.4z`
const blocks = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => block(from + i)).join('')

/** Unworn tread blocks out of four; `isRetread` draws the line under a new tread. */
const CONDITIONS: Record<string, { left: number; isRetread?: boolean }> = {
  new: { left: 4 },
  'driven-once': { left: 3 },
  used: { left: 2 },
  retread: { left: 4, isRetread: true },
}

/** Icon paths: continuous ribs for summer, blocks for all seasons, zigzag sipes for winter. */
const SEASONS: Record<string, string> = {
  summer: 'M4 1V11M9 1V11M14 1V11M19 1V11',
  'all-seasons': 'M4 1V5M4 7V11M9 1V3M9 5V9M14 1V5M14 7V11M19 1V3M19 5V9',
  winter: 'M2 3L6 6L10 3L14 6L18 3L22 6M2 8L6 11L10 8L14 11L18 8L22 11',
}

export function FilterIcon({ filter, value }: { filter: ChoiceFilter; value: string }) {
  const season = filter === 'seasons' ? SEASONS[value] : undefined
  const condition = filter === 'condition' ? CONDITIONS[value] : undefined
  if (!season && !condition) return null
  return (
    <svg className="filter-mark" viewBox="0 0 24 12" width="24" height="12" aria-hidden="true">
      {season ? <path className="cut" d={season} /> : null}
      {condition ? (
        <>
          <path d={blocks(0, condition.left)} />
          <path className="worn" d={blocks(condition.left, 4)} />
          {condition.isRetread ? <path className="cut" d="M0 11.5H22" /> : null}
        </>
      ) : null}
    </svg>
  )
}
