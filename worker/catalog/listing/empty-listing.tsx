/**
 * The empty list: clears the filters, drops one of them or leads to similar sizes, each with its number of results; then an
 * alert and the phone (H13i).
 */
import { EmptyState } from '../../../client/platform/ui/empty-state.tsx'
import { clearAll } from '../../../schema/catalog/listing/listing-filters.ts'
import { listingHref } from '../../../schema/catalog/listing/listing-url.ts'
import { paths } from '../../../schema/paths.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { PHONE } from '../../../schema/platform/shop-phone.ts'
import { IndexList } from '../finder/index-list.tsx'
import { ListStockAlert } from '../stock-alerts/stock-alert-button.tsx'
import type { EmptyListingSuggestion } from './empty-listing-suggestions.ts'
import type { FilterProps } from './listing-filters.tsx'

interface EmptyListingProps extends Pick<FilterProps, 'landing' | 'query' | 'options'> {
  suggestions: readonly EmptyListingSuggestion[]
}

export function EmptyListing({ landing, query, options, suggestions }: EmptyListingProps) {
  const drops = suggestions.flatMap((suggestion) =>
    suggestion.kind === 'drop' && suggestion.count > 0 ? [suggestion] : [],
  )
  const sizes = suggestions.flatMap((suggestion) => (suggestion.kind === 'size' ? [suggestion.line] : []))
  const all = suggestions.find(({ kind }) => kind === 'clear')
  const isNarrowed = all !== undefined
  return (
    <>
      <EmptyState
        title={isNarrowed ? 'No tires match these filters' : `No ${landing.heading} in stock today`}
        action={
          all?.kind === 'clear' && all.count > 0
            ? {
                href: listingHref(landing.path, clearAll(query, landing.base), landing.base),
                label: `Clear filters: ${formatQuantity(all.count, 'tire')}`,
              }
            : { href: paths.sizes, label: 'All sizes in stock' }
        }
      >
        {drops.length > 0 ? (
          <ul className="suggestions">
            {drops
              .toSorted((a, b) => b.count - a.count)
              .map(({ href, label, count }) => (
                <li key={href}>
                  <a href={href}>
                    {formatQuantity(count, 'tire')} without “{label}”
                  </a>
                </li>
              ))}
          </ul>
        ) : null}
        {isNarrowed ? null : (
          <p>
            New tires come in every day.
            {sizes.length > 0 ? ' The sizes below are close; check that they fit your car.' : null}
          </p>
        )}
        <p>
          Call <a href={PHONE.href}>{PHONE.label}</a> and we’ll look for it.
        </p>
      </EmptyState>
      <ListStockAlert query={query} options={options} />
      {sizes.length > 0 ? (
        <section className="empty-sizes" aria-labelledby="nearest-sizes">
          <h3 className="t-22" id="nearest-sizes">
            Nearest sizes in stock
          </h3>
          <IndexList lines={sizes} columns={3} />
        </section>
      ) : null}
    </>
  )
}
