/** The empty list: suggests the filter to remove, with the number of results, or similar sizes. */
import { EmptyState } from '../../../client/platform/ui/empty-state.tsx'
import { paths } from '../../../schema/paths.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { IndexList } from '../finder/index-list.tsx'
import { ListStockAlert } from '../stock-alerts/stock-alert-button.tsx'
import type { EmptyListingSuggestion } from './empty-listing-suggestions.ts'
import type { FilterProps } from './listing-filters.tsx'

export function EmptyListing({
  landing,
  query,
  options,
  suggestions,
}: FilterProps & { suggestions: readonly EmptyListingSuggestion[] }) {
  const drops = suggestions.flatMap((suggestion) =>
    suggestion.kind === 'drop' && suggestion.count > 0 ? [suggestion] : [],
  )
  const sizes = suggestions.flatMap((suggestion) => (suggestion.kind === 'size' ? [suggestion.line] : []))
  const [best, ...others] = drops.sort((a, b) => b.count - a.count)
  const label = (suggestion: { label: string; count: number }) =>
    `${formatQuantity(suggestion.count, 'tire')} without "${suggestion.label}"`
  const narrowed = suggestions.some(({ kind }) => kind === 'drop')
  return (
    <>
      <EmptyState
        title={narrowed ? 'No tires match these filters' : `No ${landing.heading} in stock today`}
        {...(best
          ? { action: { href: best.href, label: `Show ${label(best)}` } }
          : { action: { href: paths.sizes, label: 'All sizes in stock' } })}
      >
        {narrowed && others.length > 0 ? (
          <ul className="suggestions">
            {others.map((suggestion) => (
              <li key={suggestion.href}>
                <a href={suggestion.href}>{label(suggestion)}</a>
              </li>
            ))}
          </ul>
        ) : null}
        {narrowed ? null : (
          <p>New tires come in every day. These sizes are close; check that they fit your car.</p>
        )}
      </EmptyState>
      <ListStockAlert query={query} options={options} />
      {sizes.length > 0 ? <IndexList lines={sizes} columns={3} /> : null}
    </>
  )
}
