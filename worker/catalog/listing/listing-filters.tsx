/** The filters of a listing as one GET form, which works without JavaScript; the island avoids page loads. */
import { Button } from '../../../client/platform/ui/button.tsx'
import { Checkbox, Radio } from '../../../client/platform/ui/check.tsx'
import {
  type Bucket,
  type ChoiceFilter,
  FILTER_LIMIT,
  FILTER_TYPES,
  type FilterType,
  type ListingQuery,
  type ListingResult,
  SINGLE_FILTERS,
} from '../../../schema/catalog/listing/listing.ts'
import { withSelectedBuckets } from '../../../schema/catalog/listing/listing-filters.ts'
import { listingParams } from '../../../schema/catalog/listing/listing-url.ts'
import { parseMinimum } from '../../../schema/catalog/product/minimum-filter.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { CachedMarkup, type CachedPiece } from '../../platform/cache/cached-markup.tsx'
import type { FilterOptions } from '../index/listing-engine.ts'
import type { Landing } from '../landing/landing.ts'
import { FilterIcon } from './filter-icon.tsx'
import { PriceGroup, type PricePreset, TreadGroup } from './filter-range.tsx'
import {
  chosenLabel,
  FILTER_PLURALS,
  FILTER_TITLES,
  ratingBuckets,
  sortBuckets,
  valueLabel,
} from './filter-text.ts'

export interface FilterProps {
  landing: Landing
  query: ListingQuery
  result: ListingResult
  options: FilterOptions
  pricePresets: readonly PricePreset[]
}

/** Filters with more values than this have a search field. */
const SEARCH_FROM = 20

interface GroupProps {
  filter: ChoiceFilter
  type: FilterType
  buckets: readonly Bucket[]
  chosen: readonly string[]
}

/** Checks whether only one value of a filter can be chosen: true for Boolean and smart filters, and for ratings. */
function isSingleChoice(filter: ChoiceFilter, type: FilterType): boolean {
  return type === 'Boolean' || SINGLE_FILTERS.includes(filter)
}

function Row({ filter, type, bucket, chosen }: Omit<GroupProps, 'buckets'> & { bucket: Bucket }) {
  const Choice = isSingleChoice(filter, type) ? Radio : Checkbox
  const isMinimum = parseMinimum(filter, bucket.key) !== null
  const label = isMinimum ? bucket.label : valueLabel(filter, bucket.key, bucket.label)
  return (
    <Choice
      id={`f-${filter}-${bucket.key}`}
      name={filter}
      value={bucket.key}
      defaultChecked={chosen.includes(bucket.key)}
      label={
        filter === 'condition' || filter === 'seasons' ? (
          <>
            <FilterIcon filter={filter} value={bucket.key} />
            {label}
          </>
        ) : (
          label
        )
      }
      count={bucket.count}
    />
  )
}

function Group({ filter, type, buckets, chosen }: GroupProps) {
  const row = (bucket: Bucket) => (
    <Row key={bucket.key} filter={filter} type={type} bucket={bucket} chosen={chosen} />
  )
  const more = buckets.slice(FILTER_LIMIT)
  const plural = FILTER_PLURALS[filter] ?? 'values'
  return (
    <fieldset>
      <legend>{FILTER_TITLES[filter]}</legend>
      <div className={type === 'ShortNumber' ? 'filters-numbers' : undefined}>
        {isSingleChoice(filter, type) ? (
          <Radio id={`f-${filter}`} name={filter} value="" defaultChecked={chosen.length === 0} label="Any" />
        ) : null}
        {buckets.slice(0, FILTER_LIMIT).map(row)}
        {more.length > 0 ? (
          <details id={`all-${filter}`} open={more.some(({ key }) => chosen.includes(key))}>
            <summary>
              All {buckets.length} {plural}
            </summary>
            {buckets.length > SEARCH_FROM ? (
              <input
                className="input if-script"
                type="search"
                id={`find-${filter}`}
                data-find={plural}
                placeholder={`Find among ${buckets.length} ${plural}`}
                aria-label={`Find among ${buckets.length} ${plural}`}
                autoComplete="off"
              />
            ) : null}
            <div className="filters-more">{more.map(row)}</div>
          </details>
        ) : null}
      </div>
    </fieldset>
  )
}

/** One group with a cache key of its content, because many pages have the same values and counts. */
function groupPiece({ filter, type, buckets, chosen }: GroupProps): CachedPiece {
  let content = ''
  for (const { key, label, count } of buckets) content += `${key}|${label}|${count},`
  return {
    key: `facet ${filter} ${type} ${chosen.join(',')} ${content}`,
    render: () => <Group filter={filter} type={type} buckets={buckets} chosen={chosen} />,
  }
}

/** Hidden fields for parameters of the query without a group on this page, so that submitting keeps them. */
function HiddenParams({ landing, query }: Pick<FilterProps, 'landing' | 'query'>) {
  const own = new Set<string>([...landing.facets, 'page'])
  const isOwn = (name: string) => own.has(name) || /_(from|to)$/.test(name)
  return listingParams(query, landing.base)
    .filter(([name]) => !isOwn(name))
    .map(([name, value]) => <input key={`${name}${value}`} type="hidden" name={name} value={value} />)
}

/** Returns the groups that can narrow the list: those with a value that not all results have. */
function groupPieces({ landing, query, result, options }: FilterProps): CachedPiece[][] {
  return landing.facets.map((filter) => {
    const chosen = query.choices[filter] ?? []
    const type = options.types?.get(filter) ?? FILTER_TYPES[filter]
    const found = result.buckets[filter] ?? []
    const counted = filter === 'rating' ? ratingBuckets(found) : found
    const buckets = sortBuckets(
      filter,
      withSelectedBuckets(filter, counted, chosen, (value) => chosenLabel(filter, value, options)),
    )
    const [only] = buckets
    const isUseless =
      chosen.length === 0 && buckets.length < 2 && (only?.count ?? result.total) === result.total
    return isUseless ? [] : [groupPiece({ filter, type, buckets, chosen })]
  })
}

export function FilterForm(props: FilterProps) {
  const { landing, query, result } = props
  const [first = [], ...others] = groupPieces(props)
  return (
    <form className="filters" action={landing.path} method="get" aria-label="Filters">
      <div className="filters-scroll">
        <CachedMarkup className="filters-groups" pieces={first} />
        <TreadGroup landing={landing} query={query} result={result} />
        <PriceGroup landing={landing} query={query} presets={props.pricePresets} />
        <CachedMarkup className="filters-groups" pieces={others.flat()} />
      </div>
      <HiddenParams landing={landing} query={query} />
      <div className="filters-end">
        <Button type="submit" wide>
          <span className="if-script">Show {formatQuantity(result.total, 'tire')}</span>
          <span className="if-no-script">Show results</span>
        </Button>
      </div>
    </form>
  )
}
