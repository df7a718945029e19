/** Lists of brands, models and sizes; a long list shows the values with the most tires first and unfolds. */
import type { ReactNode } from 'react'
import type { Season } from '../../../schema/catalog/product/product.ts'
import { toTreadPattern } from '../../../schema/catalog/product/tire-appearance.ts'
import { sizeSlug } from '../../../schema/catalog/sizes/tire-size.ts'
import { conditionLabel } from '../../../schema/catalog/sizes/tire-text.ts'
import { formatCount } from '../../../schema/platform/count.ts'
import { fromPrice, type IndexLink, IndexList } from '../finder/index-list.tsx'
import { DrawnList } from './illustrated-lists.tsx'
import { findLandingByPath } from './landing-index.ts'
import { filterLinks, type WidgetData } from './widget-data.ts'

/** Lines shown above a list of tires; an overview shows all lines. */
const SHOWN = 12

function byName(lines: readonly IndexLink[]): IndexLink[] {
  return lines.toSorted((a, b) => a.label.localeCompare(b.label, 'en-US', { numeric: true }))
}

function UnfoldingIndex({ lines, all, noun }: { lines: readonly IndexLink[]; all: boolean; noun: string }) {
  if (all || lines.length <= SHOWN) return <IndexList lines={byName(lines)} />
  const first = lines.toSorted((a, b) => b.count - a.count).slice(0, SHOWN)
  return (
    <>
      <IndexList lines={byName(first)} />
      <details className="widget-more">
        <summary>
          All {formatCount(lines.length)} {noun}
        </summary>
        <IndexList lines={byName(lines)} />
      </details>
    </>
  )
}

function Chapter({ title, overview, children }: { title: string; overview: boolean; children: ReactNode }) {
  // On an overview the heading of the page has the same text.
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
  const lines = filterLinks(data, 'brand')
  if (lines.length === 0) return null
  return (
    <Chapter title="Brands" overview={overview && data.page.target?.route === 'brand'}>
      <UnfoldingIndex lines={lines} all={overview} noun="brands" />
    </Chapter>
  )
}

export function SizesList(data: WidgetData) {
  const overview = data.page.overview
  const lines = filterLinks(data, 'size')
  if (lines.length === 0) return null
  return (
    <Chapter title="Sizes" overview={overview && data.page.target?.route === 'size'}>
      <UnfoldingIndex lines={lines} all={false} noun="sizes" />
    </Chapter>
  )
}

/** The models of a brand, with a drawing of the tread where the landing of the model names its season. */
export function ModelList(data: WidgetData) {
  const { context, page } = data
  const brand = page.target?.values[0]?.label ?? ''
  const lines = filterLinks(data, 'model').map((line) => {
    const { season, pattern, tread_new } = findLandingByPath(context.landings, line.href)?.settings ?? {}
    const tire = {
      brand,
      model: line.label,
      section: 225,
      aspect: 45,
      rim: 17,
      season: season ?? null,
      pattern: pattern ?? toTreadPattern(line.label, (season ?? 'All seasons') as Season),
      treadNew: Number(tread_new) || null,
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

/** The description of a brand, and its tires in stock by condition. */
export function BrandInfo(data: WidgetData) {
  const { page, result } = data
  const brand = page.target?.values[0]?.label
  if (!brand || result.total === 0) return null
  const conditions = result.buckets.condition ?? []
  const sizes = (result.buckets.size ?? []).filter(({ count }) => count > 0)
  const mostStocked = sizes.toSorted((a, b) => b.count - a.count)[0]
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
        {mostStocked ? (
          <div>
            <dt>Sizes</dt>
            <dd className="num">
              {formatCount(sizes.length)}, most in{' '}
              <a href={`/t/s/${sizeSlug(mostStocked.label)}`}>{mostStocked.label}</a>
            </dd>
          </div>
        ) : null}
      </dl>
    </section>
  )
}
