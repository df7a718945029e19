/** Filters of type Range: two number fields, and with JavaScript a slider with two thumbs above them. */
import { TreadGauge } from '../../../client/catalog/product/tread-gauge.tsx'
import {
  type ListingQuery,
  type ListingResult,
  PRICE_PRESETS,
  RANGE_FILTERS,
  type Range,
  type RangeFilter,
  SLIDER_FILTERS,
} from '../../../schema/catalog/listing/listing.ts'
import {
  priceBucketLabels,
  toggleFrom,
  toggleRange,
} from '../../../schema/catalog/listing/listing-filters.ts'
import { listingHref, RANGE_PARAMS } from '../../../schema/catalog/listing/listing-url.ts'
import { formatCount } from '../../../schema/platform/count.ts'
import { CachedMarkup, type CachedPiece } from '../../platform/cache/cached-markup.tsx'
import type { ListingEngine } from '../index/listing-engine.ts'
import type { Landing } from '../landing/landing.ts'

const LABELS: Record<RangeFilter, { legend: string; unit: string; before: string }> = {
  price_by_tire: { legend: 'Price per tire', unit: 'dollars', before: '$' },
  final_price: { legend: 'Price of the set', unit: 'dollars', before: '$' },
  tread_depth: { legend: 'Tread left', unit: '32nds of an inch', before: '' },
}

const ENDS = [
  { end: 'from', word: 'at least' },
  { end: 'to', word: 'at most' },
] as const

/**
 * The two fields of a range; an empty field is an open bound. The thumbs have no name, so the browser never
 * submits them. A script keeps thumbs and fields in step and draws the part between the thumbs by changing
 * attributes.
 */
function RangeFields({ filter, range }: { filter: RangeFilter; range: Range | undefined }) {
  const { min, max, step } = RANGE_FILTERS[filter]
  const { legend, unit, before } = LABELS[filter]
  const name = RANGE_PARAMS[filter]
  const from = range?.from ?? min
  const to = range?.to ?? max
  return (
    <div className="range" data-range={filter}>
      {SLIDER_FILTERS.includes(filter) ? (
        <div className="range-slider if-script">
          <svg viewBox={`${min} 0 ${max - min} 1`} preserveAspectRatio="none" aria-hidden="true">
            <rect x={from} width={Math.max(0, to - from)} height="1" />
          </svg>
          {ENDS.map(({ end, word }) => (
            <input
              key={end}
              type="range"
              // Where both thumbs are at the upper end, the one that can still move must be on top.
              className={end === 'from' && from > (min + max) / 2 ? 'on-top' : undefined}
              id={`r-${name}-${end}`}
              data-end={end}
              min={min}
              max={max}
              step={step}
              defaultValue={end === 'from' ? from : to}
              aria-label={`${legend}, ${word}, ${unit}`}
            />
          ))}
        </div>
      ) : null}
      <div className="range-fields">
        {ENDS.map(({ end, word }, index) => (
          <label key={end} className={before ? 'range-bound range-money' : 'range-bound'}>
            <span className="visually-hidden">
              {legend}, {word}, {unit}
            </span>
            {before ? <span aria-hidden="true">{before}</span> : null}
            <input
              className="input"
              type="number"
              inputMode="decimal"
              id={`f-${name}-${end}`}
              name={`${name}_${end}`}
              data-end={end}
              min={min}
              max={max}
              step={step}
              placeholder={index === 0 ? String(min) : max < 1000 ? String(max) : 'Any'}
              defaultValue={range?.[end] ?? ''}
              aria-describedby={`e-${name}`}
            />
          </label>
        ))}
        <span className="range-to quiet" aria-hidden="true">
          to
        </span>
      </div>
      <p className="field-error" id={`e-${name}`} hidden />
    </div>
  )
}

/** Deepest tread that a gauge of the filter draws. */
const GAUGE = 13

/** The tread filter: common depths as links, and fields for exact bounds. */
export function TreadGroup({
  landing,
  query,
  result,
}: {
  landing: Landing
  query: ListingQuery
  result: ListingResult
}) {
  const range = query.ranges.tread_depth
  const min = range?.from ?? null
  return (
    <fieldset>
      <legend>{LABELS.tread_depth.legend}</legend>
      <div>
        {min === null ? null : (
          <p className="filters-gauge">
            <TreadGauge left={min} full={Math.max(GAUGE, min)} />
          </p>
        )}
        <ul className="filters-marks filters-tread">
          {result.treadSteps.map(({ from, count }) =>
            from === null || (count === 0 && from !== min) ? null : (
              <li key={from}>
                <a
                  id={`tread-${from}`}
                  href={listingHref(landing.path, toggleFrom(query, 'tread_depth', from), landing.base)}
                  aria-current={from === min ? 'true' : undefined}
                  rel="nofollow"
                >
                  <b>{from}/32 in or more</b>
                  <span className="visually-hidden">, </span>
                  <span className="num">{formatCount(count)}</span>
                  <span className="visually-hidden"> tires</span>
                </a>
              </li>
            ),
          )}
        </ul>
        <CachedMarkup pieces={[fieldsPiece('tread_depth', range)]} />
      </div>
    </fieldset>
  )
}

/** The fields depend only on their bounds, and most lists have none, so their markup is cached. */
function fieldsPiece(filter: RangeFilter, range: Range | undefined): CachedPiece {
  return {
    key: `range ${filter} ${boundsText(range)}`,
    render: () => <RangeFields filter={filter} range={range} />,
  }
}

function boundsText(range: Range | undefined): string {
  return range ? `${range.from}-${range.to}` : ''
}

/** A preset price range per tire, and its number of results with the other filters unchanged. */
export interface PricePreset {
  range: Range
  label: string
  count: number
}

/** Counts the tires in each preset price range. */
export async function countPricePresets(listing: ListingEngine, query: ListingQuery): Promise<PricePreset[]> {
  const { ranges } = await listing.prices(query, 'price_by_tire', PRICE_PRESETS, 'ignored')
  const labels = priceBucketLabels(PRICE_PRESETS)
  return ranges.map(({ range, count }, index) => ({ range, count, label: labels[index] ?? '' }))
}

/** The price filter: preset ranges per tire as links, fields for exact bounds, and the price of the set. */
export function PriceGroup({
  landing,
  query,
  presets,
}: {
  landing: Landing
  query: ListingQuery
  presets: readonly PricePreset[]
}) {
  const { price_by_tire: range, final_price: whole } = query.ranges
  return (
    <fieldset>
      <legend>{LABELS.price_by_tire.legend}</legend>
      <div>
        <ul className="filters-marks filters-prices">
          {presets.map(({ range: { from, to }, label, count }) => {
            const chosen = range !== undefined && range.from === from && range.to === to
            return count === 0 && !chosen ? null : (
              <li key={label}>
                <a
                  id={`price-${from ?? ''}-${to ?? ''}`}
                  href={listingHref(
                    landing.path,
                    toggleRange(query, 'price_by_tire', { from, to }),
                    landing.base,
                  )}
                  aria-current={chosen ? 'true' : undefined}
                  rel="nofollow"
                >
                  <b>{label}</b>
                  <span className="visually-hidden">, </span>
                  <span className="num">{formatCount(count)}</span>
                  <span className="visually-hidden"> tires</span>
                </a>
              </li>
            )
          })}
        </ul>
        <CachedMarkup pieces={[fieldsPiece('price_by_tire', range), wholePiece(whole)]} />
      </div>
    </fieldset>
  )
}

function wholePiece(range: Range | undefined): CachedPiece {
  return {
    key: `whole ${boundsText(range)}`,
    render: () => (
      <details id="all-final_price" open={range !== undefined}>
        <summary>{LABELS.final_price.legend}</summary>
        <RangeFields filter="final_price" range={range} />
      </details>
    ),
  }
}
