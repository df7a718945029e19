/** Brands, models and sizes as printed indices; long ones show the most stocked and unfold. */
import type { ReactNode } from 'react'
import type { Season } from '../../../schema/catalog/product/product.ts'
import { toTreadPattern } from '../../../schema/catalog/product/tire-appearance.ts'
import { sizeSlug } from '../../../schema/catalog/sizes/tire-size.ts'
import { conditionLabel } from '../../../schema/catalog/sizes/tire-text.ts'
import { fromPrice, type IndexLine, IndexList } from '../finder/index-list.tsx'
import { formatCount } from '../listing/filter-text.ts'
import { DrawnList } from './illustrated-lists.tsx'
import { findLandingByPath } from './landing-index.ts'
import { type WidgetData, waysOf } from './widget-data.ts'

/** Lines above a list of tires; an overview shows all. */
const SHOWN = 12

function byName(lines: readonly IndexLine[]): IndexLine[] {
  return lines.toSorted((a, b) => a.label.localeCompare(b.label, 'en-US', { numeric: true }))
}

function UnfoldingIndex({ lines, all, what }: { lines: readonly IndexLine[]; all: boolean; what: string }) {
  if (all || lines.length <= SHOWN) return <IndexList lines={byName(lines)} />
  const first = lines.toSorted((a, b) => b.count - a.count).slice(0, SHOWN)
  return (
    <>
      <IndexList lines={byName(first)} />
      <details className="widget-more">
        <summary>
          All {formatCount(lines.length)} {what}
        </summary>
        <IndexList lines={byName(lines)} />
      </details>
    </>
  )
}

function Chapter({ title, overview, children }: { title: string; overview: boolean; children: ReactNode }) {
  // On an overview the page's own heading says it.
  if (overview)
    return (
      <section className="rule" aria-label={title}>
        {children}
      </section>
    )
  return (
    <section>
      <div className="chapter">
        <h2 className="t-28">{title}</h2>
      </div>
      {children}
    </section>
  )
}

export function BrandList(data: WidgetData) {
  const overview = data.page.overview
  const lines = waysOf(data, 'brand')
  if (lines.length === 0) return null
  return (
    <Chapter title="Brands" overview={overview && data.page.target?.route === 'brand'}>
      <UnfoldingIndex lines={lines} all={overview} what="brands" />
    </Chapter>
  )
}

export function SizesList(data: WidgetData) {
  const overview = data.page.overview
  const lines = waysOf(data, 'size')
  if (lines.length === 0) return null
  return (
    <Chapter title="Sizes" overview={overview && data.page.target?.route === 'size'}>
      <UnfoldingIndex lines={lines} all={false} what="sizes" />
    </Chapter>
  )
}

/** Models with their tread, where the landing of the model says what it is. */
export function ModelList(data: WidgetData) {
  const { context, page } = data
  const brand = page.target?.values[0]?.label ?? ''
  const lines = waysOf(data, 'model').map((line) => {
    const {
      season,
      pattern,
      tread_new: treadNew,
    } = findLandingByPath(context.landings, line.href)?.settings ?? {}
    const tire = {
      brand,
      model: line.label,
      section: 225,
      aspect: 45,
      rim: 17,
      season: season ?? null,
      pattern: pattern ?? toTreadPattern(line.label, (season ?? 'All seasons') as Season),
      treadNew: Number(treadNew) || null,
    }
    return { ...line, picture: season ? { tire, view: 'tread' as const } : null }
  })
  if (lines.length === 0) return null
  return (
    <Chapter title="Models" overview={false}>
      <DrawnList lines={lines} title={`Models of ${brand}`} />
    </Chapter>
  )
}

/** What a brand is and what of it is in stock. */
export function BrandInfo(data: WidgetData) {
  const { page, result } = data
  const brand = page.target?.values[0]?.label
  if (!brand || result.total === 0) return null
  const conditions = result.buckets.condition ?? []
  const sizes = (result.buckets.size ?? []).filter(({ count }) => count > 0)
  const usual = sizes.toSorted((a, b) => b.count - a.count)[0]
  return (
    <section className="brand-info" aria-label={`About ${brand}`}>
      {page.texts.about ? <p className="measure">{page.texts.about}</p> : null}
      <dl className="facts-list">
        {conditions.map(({ key, label, count, minPriceByTire }) => (
          <div key={key}>
            <dt>{conditionLabel(label)}</dt>
            <dd className="num">
              {formatCount(count)}
              {fromPrice({ minPriceByTire }, ', from ')}
            </dd>
          </div>
        ))}
        {usual ? (
          <div>
            <dt>Sizes</dt>
            <dd className="num">
              {formatCount(sizes.length)}, most in <a href={`/t/s/${sizeSlug(usual.label)}`}>{usual.label}</a>
            </dd>
          </div>
        ) : null}
      </dl>
    </section>
  )
}
