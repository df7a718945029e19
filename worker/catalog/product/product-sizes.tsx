/** A table of the model in other sizes, and rows of cards: tires of the same size, linked products. */
import type { ReactElement } from 'react'
import { TreadGauge } from '../../../client/catalog/product/tread-gauge.tsx'
import { LinkButton } from '../../../client/platform/ui/button.tsx'
import { priceByTire } from '../../../schema/catalog/price/price.ts'
import type { Offer, Product } from '../../../schema/catalog/product/product.ts'
import { defaultVariant, unitLabel } from '../../../schema/catalog/product/variant.ts'
import { conditionLabel, sizeAndIndex } from '../../../schema/catalog/sizes/tire-text.ts'
import { modelHref, productHref } from '../../../schema/paths.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { CachedMarkup, type CachedPiece } from '../../platform/cache/cached-markup.tsx'
import { Cards } from './product-card.tsx'

/** The table of other sizes; `rows` has their markup. */
export function OtherSizes({ product, rows }: { product: Product; rows: readonly string[] }) {
  const { tire } = product
  if (!tire || rows.length === 0) return null
  return (
    <section className="section wrap" aria-labelledby="other-sizes">
      <div className="chapter">
        <h2 className="t-40" id="other-sizes">
          {tire.model} in other sizes
        </h2>
        <a href={modelHref(tire.brand, tire.model)}>All sizes</a>
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
          <CachedMarkup as="tbody" pieces={rows} />
        </table>
      </div>
    </section>
  )
}

/** Returns the row of a tire in the table; `null` when the tire cannot be bought. */
export function sizeRowElement({ offer, now }: { offer: Offer; now: number }): ReactElement | null {
  const { product, stock } = offer
  const { tire } = product
  const unit = defaultVariant(offer)
  if (!tire || !unit) return null
  const href = productHref(product)
  return (
    <tr data-price-sku={unit.sku} data-setqty={unit.setqty}>
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
      <td className="right sizes-price">
        <b className="cond">{formatMoney(priceByTire(unit, now))}</b>
        {unit.setqty > 1 ? (
          <span className="sizes-set">in a {unitLabel(unit.setqty).toLowerCase()}</span>
        ) : null}
      </td>
      <td className="wide-only right">
        <LinkButton href={href}>
          See it<span className="visually-hidden">: {sizeAndIndex(tire)}</span>
        </LinkButton>
      </td>
    </tr>
  )
}

/** A section of cards; renders nothing without cards. */
export function CardSection({
  id,
  title,
  cards,
  more,
}: {
  /** Id of the heading. */
  id: string
  title: string
  cards: readonly (CachedPiece | string)[]
  /** A link at the right of the heading. */
  more?: { href: string; label: string }
}) {
  if (cards.length === 0) return null
  return (
    <section className="section wrap" aria-labelledby={id}>
      <div className="chapter">
        <h2 className="t-40" id={id}>
          {title}
        </h2>
        {more ? <a href={more.href}>{more.label}</a> : null}
      </div>
      <Cards pieces={cards} columns={4} />
    </section>
  )
}
