/** The facts of a product: the data of its tire, its features and its files. */
import { extraFacts } from '../../../schema/catalog/attributes/extra-attributes.ts'
import type { Product } from '../../../schema/catalog/product/product.ts'
import type { Parts } from '../../../schema/catalog/product/product-parts.ts'
import { unitLabel } from '../../../schema/catalog/product/variant.ts'
import { loadLabel } from '../../../schema/catalog/sizes/load-index.ts'
import { explainSidewall, type SidewallTerm } from '../../../schema/catalog/sizes/sidewall-terms.ts'
import { formatDotAndAge } from '../../../schema/catalog/sizes/tire-age.ts'
import {
  metricMeasures,
  overallDiameter,
  parseTireSize,
  sizeHref,
  widthInches,
} from '../../../schema/catalog/sizes/tire-size.ts'
import { conditionLabel, formatSpeed, seasonLabel } from '../../../schema/catalog/sizes/tire-text.ts'
import { brandHref, conditionHref, modelHref } from '../../../schema/paths.ts'

const CONSTRUCTIONS: Record<string, string> = {
  R: 'Radial',
  ZR: 'Radial, high speed (ZR)',
  D: 'Bias (D)',
  B: 'Belted bias (B)',
}

export function ProductFacts({
  product,
  files,
  now,
}: {
  product: Product
  files: Parts['links']
  now: number
}) {
  const { tire, partNumber, features, extra } = product
  if (!tire && features.length === 0 && files.length === 0) return null
  const size = tire && parseTireSize(tire.size)
  const rows: FactRow[] = tire
    ? [
        ['Size', tire.size, { href: sizeHref(tire.size) }],
        ...(size
          ? [
              [
                'Width',
                `${widthInches(size).toFixed(1)} in (${Math.round(metricMeasures(size).section)} mm)`,
              ] as FactRow,
              ['Height', `${overallDiameter(size).toFixed(1)} in`] as FactRow,
            ]
          : []),
        ['Rim', `${tire.rim} in`],
        ['Construction', CONSTRUCTIONS[tire.construction] ?? tire.construction],
        [
          'Load index',
          tire.tireLoad > 0 ? `${loadLabel(tire.tireLoad)} per tire` : '',
          { term: 'load_index' },
        ],
        ['Load index, dual', tire.tireLoadDual ? `${loadLabel(tire.tireLoadDual)} per tire` : ''],
        ['Load range', tire.loadRange ?? '', { term: 'load_range' }],
        ['Speed rating', formatSpeed(tire), { term: 'speed' }],
        ['Season', seasonLabel(tire.season)],
        ['Condition', conditionText(product), { href: conditionHref(tire.condition) }],
        ['Tread', `${tire.treadDepth}/32 in, ${tire.treadNew}/32 in when new`],
        ['DOT', formatDotAndAge(tire.dot, now), { term: 'dot' }],
        ['Run flat', tire.runFlat ? 'Yes' : 'No', { term: 'run_flat' }],
        ['Brand', tire.brand, { href: brandHref(tire.brand) }],
        ['Model', tire.model, { href: modelHref(tire.brand, tire.model) }],
        ['Sold as', product.type === 'configurable' ? '' : unitLabel(product.setqty)],
        ['Part number', partNumber ?? ''],
        ...extraFacts(extra).map(
          ({ code, label, value }): FactRow => [label, value, code === 'made_in' ? {} : { term: code }],
        ),
      ]
    : []
  return (
    <section className="section wrap" aria-labelledby="measures">
      <div className="chapter">
        <h2 className="t-40" id="measures">
          {tire ? 'Specifications' : 'What’s included'}
        </h2>
      </div>
      <dl className="facts-list facts-columns">
        {rows
          .filter(([, value]) => value !== '')
          .map(([name, value, { href, term } = {}]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {href ? (
                  <a href={href}>{value}</a>
                ) : term ? (
                  <ExplainedValue term={term} value={value} />
                ) : (
                  value
                )}
              </dd>
            </div>
          ))}
      </dl>
      {features.length > 0 ? (
        <ul className="features measure">
          {features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
      ) : null}
      {files.length > 0 ? (
        <>
          <h3 className="t-22 files-head">{files.length === 1 ? 'The file' : 'The files'}</h3>
          <ul className="features measure">
            {files.map(({ id, title }) => (
              <li key={id}>{title}</li>
            ))}
          </ul>
          <p className="quiet t-14 measure">
            Yours to download once you’ve placed your order. We won’t ship anything.
          </p>
        </>
      ) : null}
    </section>
  )
}

/** A row: the name, the value, and its link or its explanation. An empty value is left out. */
type FactRow = [name: string, value: string, more?: { href?: string; term?: SidewallTerm }]

/** A value that opens its explanation in place, without script (H13g). */
function ExplainedValue({ term, value }: { term: SidewallTerm; value: string }) {
  return (
    <details className="explained">
      <summary>{value}</summary>
      <p className="t-14 quiet">{explainSidewall(term, value)}</p>
    </details>
  )
}

/** Names the sub-condition of unsold stock: older, or without labels. */
const SUB_CONDITIONS: Record<string, string> = { 'New-O': 'New, older stock', 'New-N': 'New, without labels' }

function conditionText({ tire }: Product): string {
  if (!tire) return ''
  return SUB_CONDITIONS[tire.subCondition ?? ''] ?? conditionLabel(tire.condition)
}
