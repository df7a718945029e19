/** A product's page: pictures, price and set, then everything that was measured (mock: shared look "product"). */
import BuyBox, { type BuyUnit } from '../../client/islands/buy-box.tsx'
import Gallery, { type GalleryView } from '../../client/islands/gallery.tsx'
import { Island } from '../../client/islands/island.tsx'
import { Tag } from '../../client/ui/tag.tsx'
import { TreadGauge } from '../../client/ui/tread-gauge.tsx'
import { arrivesOn, formatDay, shipsToday } from '../../schema/domain/delivery.ts'
import { lookOf, pictureAlt, pictureHref, VIEWS } from '../../schema/domain/look.ts'
import { finalPrice, priceByTire } from '../../schema/domain/price.ts'
import { isShipped, type Offer, type Product, unitsLeft } from '../../schema/domain/product.ts'
import { conditionLabel, productTitle, sizeAndIndex, stockText } from '../../schema/domain/tire-text.ts'
import { sellableUnits, unitLabel } from '../../schema/domain/variant.ts'
import { conditionHref, paths, productHref, sizeHref } from '../../schema/paths.ts'
import { CardList } from './product-card.tsx'
import { OtherSizes, ProductFacts } from './product-facts.tsx'
import { ProductPassport } from './product-passport.tsx'

interface ProductPageProps {
  offer: Offer
  /** The unit that the page stands on; `null` when it is sold. */
  unit: Product | null
  /** Picture shown large, a value of `VIEWS`. */
  view: string
  otherSizes: readonly Offer[]
  otherSizesTotal: number
  sameSize: readonly Offer[]
  now: number
  version: string
}

const VIEW_LABELS: Record<(typeof VIEWS)[number], string> = {
  'three-quarter': 'Whole tire',
  sidewall: 'Sidewall',
  tread: 'Tread',
  dot: 'DOT code',
}

/** Most units offered at once; beyond it the shopper calls. */
const MOST = 20

function buyUnits(offer: Offer, now: number): BuyUnit[] {
  const { product, stock } = offer
  return sellableUnits(offer).map((unit) => {
    const perTire = priceByTire(unit, now)
    const regular = Math.ceil(unit.price / unit.setqty)
    return {
      sku: unit.sku,
      href: productHref({ ...product, sku: unit.sku, parentSku: product.sku }),
      label: unitLabel(unit.setqty),
      setqty: unit.setqty,
      price: finalPrice(unit, now),
      perTire,
      was: regular > perTire ? regular : null,
      // spec §2: a selector only when stock is managed and more than 1 is in stock.
      most: stock.manage ? Math.min(unitsLeft(unit, stock) ?? 1, MOST) : 1,
    }
  })
}

function Pictures({ offer, view }: Pick<ProductPageProps, 'offer' | 'view'>) {
  const { product } = offer
  const { tire } = product
  if (!tire) return <div className="gallery gallery-none" />
  const look = lookOf(tire)
  const views: GalleryView[] = VIEWS.filter((key) => key !== 'dot' || look.dot).map((key) => ({
    key,
    label: VIEW_LABELS[key],
    src: pictureHref(look, key, 1000),
    thumb: pictureHref(look, key, 350),
    alt: pictureAlt(look, key),
  }))
  const drawn =
    tire.condition === 'New'
      ? undefined
      : 'Drawing of the model with the tread that was measured. It is no photograph of this tire.'
  return (
    <Island
      name="gallery"
      when="interaction"
      component={Gallery}
      props={{ views, shown: view, path: productHref(product), ...(drawn ? { caption: drawn } : {}) }}
    />
  )
}

/** Stock, delivery, returns and fees: what the price does not say. */
function Terms({ offer, unit, now }: Pick<ProductPageProps, 'offer' | 'unit' | 'now'>) {
  const { product, stock } = offer
  const { text } = stockText(stock)
  const lot = stock.manage && product.type === 'configurable' && product.tire?.condition === 'Used'
  const shipped = isShipped(product.type)
  const rows: [string, string][] = [
    ['Stock', unit ? (lot && stock.qty > 1 ? `${text}, all of one lot` : text) : 'Sold'],
    ...(shipped && unit
      ? ([
          [
            'Delivery',
            `${formatDay(arrivesOn(now))}, free to the 48 states${shipsToday(now) ? ', order before 1 p.m. CST' : ''}`,
          ],
          ['Returns', '90 days, if not mounted'],
        ] as [string, string][])
      : []),
    ...(product.tire
      ? ([['Fees', 'A tire fee where your state asks for one, shown in the cart']] as [string, string][])
      : []),
  ]
  return (
    <dl className="facts-list product-terms">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Sold({ product }: { product: Product }) {
  const { tire } = product
  return (
    <div className="product-sold">
      <p>
        <strong>Sold.</strong>{' '}
        {tire ? 'This one is gone. The nearest to it are below.' : 'There is none left.'}
      </p>
      <button type="button" className="button big wide" disabled>
        Sold
      </button>
      {tire ? (
        <p className="t-14">
          <a href={sizeHref(tire.size)}>All tires in {tire.size}</a>
        </p>
      ) : null}
    </div>
  )
}

function Buying({ offer, unit, now }: Pick<ProductPageProps, 'offer' | 'unit' | 'now'>) {
  const { product } = offer
  const title = productTitle(product)
  if (!unit) return <Sold product={product} />
  const { specialTo } = unit
  return (
    <Island
      name="buy-box"
      when="interaction"
      component={BuyBox}
      props={{
        name: title,
        units: buyUnits(offer, now),
        chosen: unit.sku,
        tire: product.tire !== null,
        until: specialTo === null ? null : formatDay(specialTo),
        by: isShipped(product.type) ? `by ${formatDay(arrivesOn(now))}` : null,
      }}
    />
  )
}

export function ProductPage(props: ProductPageProps) {
  const { offer, unit, otherSizes, otherSizesTotal, sameSize, now, version } = props
  const { product } = offer
  const { tire, passport } = product
  return (
    <>
      <div className="wrap product">
        <Pictures offer={offer} view={props.view} />
        <div className="product-side">
          <p className="product-top">
            {tire ? (
              <a className="product-tag" href={conditionHref(tire.condition)}>
                <Tag kind={tire.condition === 'New' ? 'filled' : 'plain'}>
                  {conditionLabel(tire.condition)}
                </Tag>
              </a>
            ) : null}
            <span className="quiet t-14">No. {product.sku}</span>
          </p>
          <h1 className="t-64">{productTitle(product)}</h1>
          {tire ? (
            <p className="product-size cond t-40">
              {sizeAndIndex(tire)} <TreadGauge left={tire.treadDepth} full={tire.treadNew} />
            </p>
          ) : null}
          <Buying offer={offer} unit={unit} now={now} />
          <Terms offer={offer} unit={unit} now={now} />
          <p className="product-links t-14">
            <a href={paths.returns}>Returns</a>
            <a href={paths.delivery}>Delivery</a>
            <a href={paths.contacts}>Ask about this tire</a>
          </p>
        </div>
      </div>
      {tire && passport ? (
        <ProductPassport passport={passport} tire={tire} sku={product.sku} now={now} />
      ) : null}
      <ProductFacts product={product} />
      <OtherSizes product={product} offers={otherSizes} total={otherSizesTotal} now={now} />
      {tire && sameSize.length > 0 ? (
        <section className="section wrap" aria-labelledby="same-size">
          <div className="chapter">
            <h2 className="t-40" id="same-size">
              {unit ? `More in ${tire.size}` : `Nearest in ${tire.size}`}
            </h2>
            <a href={sizeHref(tire.size)}>All {tire.size}</a>
          </div>
          <CardList offers={sameSize} now={now} version={version} columns={4} />
        </section>
      ) : null}
    </>
  )
}
