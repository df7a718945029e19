/** A listing: heading, filters, cards and pagination. */
import type { ReactNode } from 'react'
import Sort from '../../../client/catalog/listing/sort.island.tsx'
import { Island } from '../../../client/platform/islands/island.tsx'
import { RemoveChip } from '../../../client/platform/ui/chip.tsx'
import { Pagination } from '../../../client/platform/ui/pagination.tsx'
import { PAGE_SIZE } from '../../../schema/catalog/listing/listing.ts'
import {
  activeChips,
  type Chip,
  clearAll,
  removeChip,
} from '../../../schema/catalog/listing/listing-filters.ts'
import { listingHref, listingParams } from '../../../schema/catalog/listing/listing-url.ts'
import { conditionLabel } from '../../../schema/catalog/sizes/tire-text.ts'
import { formatCount, formatQuantity } from '../../../schema/platform/count.ts'
import type { CachedPiece } from '../../platform/cache/cached-markup.tsx'
import { Deferred } from '../../platform/page/deferred.tsx'
import { formatLowestPrice } from '../finder/index-list.tsx'
import { Cards } from '../product/product-card.tsx'
import { ListStockAlert } from '../stock-alerts/stock-alert-button.tsx'
import { SavedVehicleLine } from '../vehicle/saved-vehicle.tsx'
import { CardsViewSwitch } from './cards-view-switch.tsx'
import { EmptyListing } from './empty-listing.tsx'
import type { EmptyListingSuggestion } from './empty-listing-suggestions.ts'
import { chosenLabel } from './filter-text.ts'
import type { FilterProps } from './listing-filters.tsx'
import { ListingDock, ListingPanels } from './listing-panels.tsx'

type CardMarkup = readonly (CachedPiece | string)[]

export interface ListingProps extends FilterProps {
  /** The cards of this page of the list; a promise while some of them are read. */
  cards: CardMarkup | Promise<CardMarkup>
  /** Suggestions for a list without results; otherwise empty. */
  suggestions: readonly EmptyListingSuggestion[]
  /** A text below the heading. */
  top?: ReactNode
  /** Widgets of a landing that lead to other lists: after the results, so that tires are in the first view. */
  more?: ReactNode
  /** Sizes of a car, above its tires. */
  carSizes?: ReactNode
  seo?: ReactNode
}

/** Returns `product` for a list in which no product has a condition, such as plans and kits. */
function resultNoun({ result: { total, buckets } }: FilterProps): 'tire' | 'product' {
  return total > 0 && buckets.condition?.every(({ count }) => count === 0) ? 'product' : 'tire'
}

/** Formats the lowest prices of the results: `From $29 used and $96 new.` */
function fromText(props: FilterProps): string {
  const { result, landing, query } = props
  const chosen = query.choices.condition
  if (resultNoun(props) === 'product') return ''
  const cheapest = ['used', 'new'].flatMap((key) => {
    const bucket = result.buckets.condition?.find((condition) => condition.key === key)
    return bucket?.minPriceByTire == null || landing.base.condition || (chosen && !chosen.includes(key))
      ? []
      : [`${formatLowestPrice(bucket.minPriceByTire)} ${conditionLabel(bucket.label).toLowerCase()}`]
  })
  if (cheapest.length > 0) return `From ${cheapest.join(' and ')}.`
  return result.minPriceByTire === null ? '' : `From ${formatLowestPrice(result.minPriceByTire)} per tire.`
}

/** Longer headings would take two lines of 64 px, and the price of the first card would be below the first view. */
const LONG_HEADING = 32

function headingSize({ isSizeHeading, heading }: FilterProps['landing']): string {
  if (isSizeHeading) return 't-104'
  return heading.length > LONG_HEADING ? 't-40' : 't-64'
}

function Chips({ landing, query, options }: FilterProps) {
  const chips = activeChips(query, landing.base, (filter, value) => chosenLabel(filter, value, options))
  if (chips.length === 0) return null
  const href = (chip: Chip) => listingHref(landing.path, removeChip(query, chip), landing.base)
  return (
    <ul className="chips chips-row" aria-label="Active filters">
      {chips.map((chip) => (
        <li key={href(chip)}>
          <RemoveChip href={href(chip)}>{chip.label}</RemoveChip>
        </li>
      ))}
      <li>
        <a
          className="text-button clear-all"
          href={listingHref(landing.path, clearAll(query, landing.base), landing.base)}
        >
          Clear all
        </a>
      </li>
    </ul>
  )
}

export function ListingView(props: ListingProps) {
  const { landing, query, result, options, cards, suggestions, top, more, carSizes, seo } = props
  const page = Math.floor(query.start / PAGE_SIZE) + 1
  const pages = Math.ceil(result.total / PAGE_SIZE)
  return (
    <div className="wrap">
      <div
        className={landing.isSizeHeading ? 'listing-head' : 'listing-head listing-head-words'}
        data-swap="head"
      >
        <h1 className={headingSize(landing)}>{landing.heading}</h1>
        <p className="quiet">
          {[`${formatQuantity(result.total, resultNoun(props))}.`, landing.dimensionsText, fromText(props)]
            .filter(Boolean)
            .join(' ')}
        </p>
      </div>
      {top ? <div className="listing-top">{top}</div> : null}
      <div className="listing">
        <a className="skip" href="#results">
          Skip to results
        </a>
        <ListingPanels {...props} />
        <div className="listing-results" id="results" tabIndex={-1}>
          {carSizes ? <div className="listing-car-sizes">{carSizes}</div> : null}
          <h2 className="visually-hidden">Results</h2>
          <p className="listing-busy" aria-hidden="true">
            <span>Loading …</span>
          </p>
          <div className="listing-tools">
            <div className="listing-chips" data-swap="chips">
              <Chips {...props} />
            </div>
            <SavedVehicleLine />
            <Island
              name="sort"
              when="interaction"
              component={Sort}
              props={{
                path: landing.path,
                sort: query.sort,
                carried: listingParams({ ...query, start: 0 }, landing.base).filter(
                  ([name]) => name !== 'sort',
                ),
              }}
            />
            <div data-swap="cards-view">
              <CardsViewSwitch back={listingHref(landing.path, query, landing.base)} />
            </div>
          </div>
          <div data-swap="list">
            <div
              data-announce={`${formatQuantity(result.total, resultNoun(props))}, page ${page} of ${Math.max(pages, 1)}`}
            >
              {result.ids.length > 0 ? (
                <Deferred of={cards}>{(pieces) => <Cards pieces={pieces} columns={3} />}</Deferred>
              ) : (
                <EmptyListing {...{ landing, query, options, suggestions }} />
              )}
            </div>
            <Pagination
              page={page}
              pages={pages}
              hrefFor={(n) =>
                listingHref(landing.path, { ...query, start: (n - 1) * PAGE_SIZE }, landing.base)
              }
              summary={`${query.start + 1} to ${query.start + result.ids.length} of ${formatCount(result.total)}`}
            />
            {result.ids.length > 0 ? <ListStockAlert query={query} options={options} /> : null}
          </div>
        </div>
      </div>
      {more ? <div className="listing-more">{more}</div> : null}
      {seo ? <div className="listing-seo">{seo}</div> : null}
      <ListingDock {...props} />
    </div>
  )
}
