/** The measures of a product, and what stands beside it: the model in other sizes, the size in other models. */
import { LinkButton } from '../../client/ui/button.tsx'
import { TreadGauge } from '../../client/ui/tread-gauge.tsx'
import { loadLabel } from '../../schema/domain/load-index.ts'
import { formatMoney } from '../../schema/domain/money.ts'
import { priceByTire } from '../../schema/domain/price.ts'
import { type Offer, type Product, speedLabel } from '../../schema/domain/product.ts'
import { overallDiameter, parseTireSize, widthInches } from '../../schema/domain/tire-size.ts'
import { conditionLabel, sizeAndIndex } from '../../schema/domain/tire-text.ts'
import { shownVariant } from '../../schema/domain/variant.ts'
import { brandHref, conditionHref, optionSlug, productHref, sizeHref } from '../../schema/paths.ts'

const CONSTRUCTIONS: Record<string, string> = {
  R: 'Radial',
  ZR: 'Radial, high speed (ZR)',
  D: 'Bias (D)',
  B: 'Belted bias (B)',
}

export function ProductFacts({ product }: { product: Product }) {
  const { tire, partNumber, features } = product
  if (!tire && features.length === 0) return null
  const size = tire && parseTireSize(tire.size)
  const rows: [name: string, value: string, href?: string][] = tire
    ? [
        ['Size', tire.size, sizeHref(tire.size)],
        ...(size
          ? [
              ['Width', `${widthInches(size).toFixed(1)} in (${tire.section} mm)`] as [string, string],
              ['Height', `${overallDiameter(size).toFixed(1)} in`] as [string, string],
            ]
          : []),
        ['Rim', `${tire.rim} in`],
        ['Construction', CONSTRUCTIONS[tire.construction] ?? tire.construction],
        ['Load index', tire.tireLoad > 0 ? `${loadLabel(tire.tireLoad)} per tire` : ''],
        ['Speed rating', [tire.tireSpeed, speedLabel(tire.speedRated)].filter(Boolean).join(', ')],
        ['Season', tire.season],
        ['Condition', conditionText(product), conditionHref(tire.condition)],
        ['Tread', `${tire.treadDepth}/32 in, ${tire.treadNew}/32 in when new`],
        ['Run flat', tire.runFlat ? 'Yes' : 'No'],
        ['Brand', tire.brand, brandHref(tire.brand)],
        ['Model', tire.model],
        ['Part number', partNumber ?? ''],
      ]
    : []
  return (
    <section className="section wrap" aria-labelledby="measures">
      <div className="chapter">
        <h2 className="t-40" id="measures">
          {tire ? 'All its measures' : 'What it is'}
        </h2>
      </div>
      <dl className="facts-list facts-columns">
        {rows
          .filter(([, value]) => value !== '')
          .map(([name, value, href]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{href ? <a href={href}>{value}</a> : value}</dd>
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
    </section>
  )
}

/** Sub-conditions tell unsold stock apart: an older one, or without labels. */
const SUB_CONDITIONS: Record<string, string> = { 'New-O': 'New, older stock', 'New-N': 'New, without labels' }

function conditionText({ tire }: Product): string {
  if (!tire) return ''
  return SUB_CONDITIONS[tire.subCondition ?? ''] ?? conditionLabel(tire.condition)
}

/** The model in other sizes as a table (4 rows; `total` is how many there are). */
export function OtherSizes({
  product,
  offers,
  total,
  now,
}: {
  product: Product
  offers: readonly Offer[]
  total: number
  now: number
}) {
  const { tire } = product
  if (!tire || offers.length === 0) return null
  return (
    <section className="section wrap" aria-labelledby="other-sizes">
      <div className="chapter">
        <h2 className="t-40" id="other-sizes">
          {tire.model} in other sizes
        </h2>
        <a href={`${brandHref(tire.brand)}?model=${optionSlug(tire.model)}`}>All {total}</a>
      </div>
      <div className="sizes-scroll">
        <table className="sizes-table">
          <thead>
            <tr>
              <th scope="col">Size</th>
              <th scope="col">Condition</th>
              <th scope="col">Tread</th>
              <th scope="col" className="wide-only">
                DOT
              </th>
              <th scope="col" className="wide-only right">
                Left
              </th>
              <th scope="col" className="right">
                Per tire
              </th>
              <th scope="col" className="wide-only">
                <span className="visually-hidden">Page</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {offers.map((offer) => (
              <SizeRow key={offer.product.id} offer={offer} now={now} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function SizeRow({ offer, now }: { offer: Offer; now: number }) {
  const { product, stock } = offer
  const { tire } = product
  const unit = shownVariant(offer)
  if (!tire || !unit) return null
  const href = productHref(product)
  return (
    <tr>
      <th scope="row">
        <a href={href} className="cond nowrap">
          {sizeAndIndex(tire)}
        </a>
      </th>
      <td>{conditionLabel(tire.condition)}</td>
      <td>
        <TreadGauge left={tire.treadDepth} full={tire.treadNew} />
      </td>
      <td className="wide-only quiet num">{tire.dot?.slice(-4) ?? ''}</td>
      <td className={stock.manage && stock.qty <= 2 ? 'wide-only right num oxide' : 'wide-only right num'}>
        {stock.manage ? stock.qty : 'In stock'}
      </td>
      <td className="right">
        <b className="cond">{formatMoney(priceByTire(unit, now))}</b>
      </td>
      <td className="wide-only right">
        <LinkButton href={href}>
          See it<span className="visually-hidden">: {sizeAndIndex(tire)}</span>
        </LinkButton>
      </td>
    </tr>
  )
}
