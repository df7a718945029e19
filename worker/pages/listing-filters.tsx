/** The filters of a listing as one GET form: it works as it is, the island only saves the page load. */
import Filters from '../../client/islands/filters.tsx'
import { Island } from '../../client/islands/island.tsx'
import { Button } from '../../client/ui/button.tsx'
import { Checkbox, Radio } from '../../client/ui/check.tsx'
import { TreadGauge } from '../../client/ui/tread-gauge.tsx'
import {
  type Bucket,
  type ChoiceFilter,
  FILTER_LIMIT,
  type ListingQuery,
  type ListingResult,
  RANGE_FILTERS,
  SINGLE_FILTERS,
} from '../../schema/domain/listing.ts'
import { withChosen } from '../../schema/domain/listing-toggle.ts'
import { listingParams } from '../../schema/domain/listing-url.ts'
import type { FilterOptions } from '../search/listing-engine.ts'
import {
  chosenLabel,
  FILTER_PLURALS,
  FILTER_TITLES,
  formatCount,
  inOrder,
  valueLabel,
} from './filter-text.ts'
import { Kept, type Piece } from './kept.tsx'
import type { Landing } from './landing.ts'

export interface FilterProps {
  landing: Landing
  query: ListingQuery
  result: ListingResult
  options: FilterOptions
}

function Row({
  filter,
  bucket,
  chosen,
}: {
  filter: ChoiceFilter
  bucket: Bucket
  chosen: readonly string[]
}) {
  const Choice = SINGLE_FILTERS.includes(filter) ? Radio : Checkbox
  return (
    <Choice
      id={`f-${filter}-${bucket.key}`}
      name={filter}
      value={bucket.key}
      defaultChecked={chosen.includes(bucket.key)}
      label={valueLabel(filter, bucket.key, bucket.label)}
      count={bucket.count}
    />
  )
}

function Group({
  filter,
  buckets,
  chosen,
}: {
  filter: ChoiceFilter
  buckets: readonly Bucket[]
  chosen: readonly string[]
}) {
  const row = (bucket: Bucket) => <Row key={bucket.key} filter={filter} bucket={bucket} chosen={chosen} />
  const single = SINGLE_FILTERS.includes(filter)
  const more = buckets.slice(FILTER_LIMIT)
  return (
    <fieldset>
      <legend>{FILTER_TITLES[filter]}</legend>
      <div>
        {single ? (
          <Radio id={`f-${filter}`} name={filter} value="" defaultChecked={chosen.length === 0} label="Any" />
        ) : null}
        {buckets.slice(0, FILTER_LIMIT).map(row)}
        {more.length > 0 ? (
          <details open={more.some(({ key }) => chosen.includes(key))}>
            <summary>
              All {buckets.length} {FILTER_PLURALS[filter] ?? 'values'}
            </summary>
            {more.map(row)}
          </details>
        ) : null}
      </div>
    </fieldset>
  )
}

/** One group, rendered once per content: the same brands and counts come again and again. */
function groupPiece(filter: ChoiceFilter, buckets: readonly Bucket[], chosen: readonly string[]): Piece {
  const content = buckets.map(({ key, label, count }) => `${key}|${label}|${count}`).join(',')
  return {
    keep: `facet ${filter} ${chosen.join(',')} ${content}`,
    render: () => <Group filter={filter} buckets={buckets} chosen={chosen} />,
  }
}

function TreadGroup({ query, result }: Pick<FilterProps, 'query' | 'result'>) {
  const range = query.ranges.tread_depth
  const from = range?.from ?? null
  const steps = result.treadSteps
  const known = steps.some((step) => step.from === from)
  const all = known ? steps : [...steps, { from, count: result.total }]
  return (
    <fieldset>
      <legend>Tread left, at least</legend>
      <div>
        {from === null ? null : (
          <p className="filters-gauge">
            <TreadGauge left={from} full={13} />
          </p>
        )}
        {all.map((step) => (
          <Radio
            key={step.from}
            id={`f-tread-${step.from ?? 'any'}`}
            name="tread_from"
            value={step.from ?? ''}
            defaultChecked={step.from === from}
            label={step.from === null ? 'Any' : `${step.from}/32 in`}
            count={step.count}
          />
        ))}
        {range?.to == null ? null : <input type="hidden" name="tread_to" value={range.to} />}
      </div>
    </fieldset>
  )
}

function PriceGroup({ query }: Pick<FilterProps, 'query'>) {
  const { min, max, step } = RANGE_FILTERS.price_by_tire
  const range = query.ranges.price_by_tire
  const bound = (name: 'from' | 'to', label: string, fallback: number) => (
    <label className="filters-bound">
      <span className="visually-hidden">{label}</span>
      <span aria-hidden="true">$</span>
      <input
        className="input"
        id={`f-price-${name}`}
        type="number"
        inputMode="numeric"
        name={`price_${name}`}
        min={min}
        max={max}
        step={step}
        placeholder={String(fallback)}
        defaultValue={range?.[name] ?? ''}
      />
    </label>
  )
  return (
    <fieldset>
      <legend>Price per tire</legend>
      <div className="filters-range">
        {bound('from', 'From, dollars', min)}
        <span className="quiet">to</span>
        {bound('to', 'To, dollars', max)}
      </div>
    </fieldset>
  )
}

/** What the question holds beyond the groups of this page, so that sending the form does not lose it. */
function Carried({ landing, query }: Pick<FilterProps, 'landing' | 'query'>) {
  const own = new Set<string>([...landing.facets, 'price_from', 'price_to', 'tread_from', 'tread_to', 'page'])
  return listingParams(query, landing.base)
    .filter(([name]) => !own.has(name))
    .map(([name, value]) => <input key={`${name}${value}`} type="hidden" name={name} value={value} />)
}

function FilterForm({ landing, query, result, options }: FilterProps) {
  const [first = [], ...others] = landing.facets.map((filter) => {
    const chosen = query.choices[filter] ?? []
    const buckets = inOrder(
      filter,
      withChosen(result.buckets[filter] ?? [], chosen, (value) => chosenLabel(filter, value, options)),
    )
    // A group with one value that everything has asks nothing.
    const idle =
      chosen.length === 0 && buckets.length < 2 && (buckets[0]?.count ?? result.total) === result.total
    return idle ? [] : [groupPiece(filter, buckets, chosen)]
  })
  return (
    <form className="filters" action={landing.path} method="get" aria-label="Filters">
      <Kept className="filters-groups" pieces={first} />
      <TreadGroup query={query} result={result} />
      <PriceGroup query={query} />
      <Kept className="filters-groups" pieces={others.flat()} />
      <Carried landing={landing} query={query} />
      <div className="filters-end">
        <Button type="submit" wide>
          <span className="if-script">
            Show {formatCount(result.total)} {result.total === 1 ? 'tire' : 'tires'}
          </span>
          <span className="if-no-script">Show results</span>
        </Button>
      </div>
    </form>
  )
}

/** The form in its panel: a column on a wide screen, a popover that needs no script on a small one. */
export function ListingFilters(props: FilterProps) {
  return (
    <div className="filters-panel" id="filters" popover="auto">
      <div className="panel-head">
        <h2 className="t-28">Filters</h2>
        <button type="button" className="text-button" popoverTarget="filters" popoverTargetAction="hide">
          Close
        </button>
      </div>
      <Island
        name="filters"
        when="interaction"
        component={() => <Filters form={<FilterForm {...props} />} />}
        props={{}}
      />
    </div>
  )
}
