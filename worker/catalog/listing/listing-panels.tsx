/**
 * The filter and sort panels of a small screen, and the bar that opens them, which works without JavaScript.
 */
import Filters from '../../../client/catalog/listing/filters.island.tsx'
import { Island } from '../../../client/platform/islands/island.tsx'
import { availableSorts, DEFAULT_SORT, SORTS } from '../../../schema/catalog/listing/listing.ts'
import { activeChips, toggleSort } from '../../../schema/catalog/listing/listing-filters.ts'
import { listingHref } from '../../../schema/catalog/listing/listing-url.ts'
import { renderToHtml } from '../../platform/cache/fragment-cache.ts'
import { chosenLabel } from './filter-text.ts'
import { FilterForm, type FilterProps } from './listing-filters.tsx'

function PanelHead({ panel, title }: { panel: string; title: string }) {
  return (
    <div className="panel-head">
      <h2 className="t-28" id={`${panel}-title`}>
        {title}
      </h2>
      <button
        type="button"
        className="text-button"
        popoverTarget={panel}
        popoverTargetAction="hide"
        // biome-ignore lint/a11y/noAutofocus: the button is hidden until the panel opens and then takes the focus
        autoFocus
      >
        Close
      </button>
    </div>
  )
}

function SortLinks({ landing, query }: Pick<FilterProps, 'landing' | 'query'>) {
  return (
    <ul data-swap="sorts">
      {availableSorts(query).map(({ value, label }) => (
        <li key={value}>
          <a
            id={`sort-${value}`}
            href={listingHref(landing.path, toggleSort(query, value), landing.base)}
            aria-current={value === query.sort ? 'true' : undefined}
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The filters and the sort orders: popovers on a small screen; on a wide one the filters are a column. */
export function ListingPanels(props: FilterProps) {
  const panels = renderToHtml(
    <>
      <div className="filters-panel" id="filters" popover="auto">
        <PanelHead panel="filters" title="Filters" />
        <div data-swap="filters">
          <FilterForm {...props} />
        </div>
      </div>
      <div className="sorts" id="sorts" popover="auto">
        <PanelHead panel="sorts" title="Sort by" />
        <SortLinks {...props} />
      </div>
    </>,
  )
  return <Island name="filters" when="interaction" component={() => <Filters panels={panels} />} props={{}} />
}

/** The bar of a small screen with the buttons of both panels. */
export function ListingDock({ landing, query, options }: FilterProps) {
  const count = activeChips(query, landing.base, (filter, value) =>
    chosenLabel(filter, value, options),
  ).length
  const sorts = availableSorts(query)
  const current =
    sorts.find(({ value }) => value === query.sort) ?? SORTS.find(({ value }) => value === DEFAULT_SORT)
  return (
    <div className="dock" data-swap="dock">
      <button type="button" popoverTarget="filters">
        Filters
        {count > 0 ? (
          <>
            {' '}
            <span className="badge num">{count}</span>
            <span className="visually-hidden"> active</span>
          </>
        ) : null}
      </button>
      <button type="button" popoverTarget="sorts">
        <span className="visually-hidden">Sort by: </span>
        {current?.label}
      </button>
    </div>
  )
}
