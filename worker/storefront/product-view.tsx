/** The product page: pictures, price and buy box, then measures, inspection report, reviews and related products. */

import Delivery from '../../client/cart/totals/delivery.island.tsx'
import { TreadGauge } from '../../client/catalog/product/tread-gauge.tsx'
import CarFit from '../../client/catalog/vehicle/vehicle-fit.island.tsx'
import { Island } from '../../client/platform/islands/island.tsx'
import { Stars } from '../../client/platform/ui/stars.tsx'
import { Tag } from '../../client/platform/ui/tag.tsx'
import { formatMountingNote } from '../../schema/cart/extras/mounting-note.ts'
import type { DeliveryQuote } from '../../schema/catalog/delivery/delivery.api.ts'
import type { InstallmentLimits } from '../../schema/catalog/price/installment-offer.ts'
import type { LineLimit } from '../../schema/catalog/product/max-units.ts'
import { isComposedProduct, isShipped, type Product } from '../../schema/catalog/product/product.ts'
import { defaultVariant } from '../../schema/catalog/product/variant.ts'
import { sizeHref } from '../../schema/catalog/sizes/tire-size.ts'
import {
  conditionLabel,
  formatStock,
  productTitle,
  sizeAndIndex,
} from '../../schema/catalog/sizes/tire-text.ts'
import { fittingTire } from '../../schema/catalog/vehicle/fitment.ts'
import { conditionHref, paths, productHref } from '../../schema/paths.ts'
import { RETURN_SHIPPING, RETURN_WINDOW_DAYS } from '../../schema/platform/return-terms.ts'
import { arrivalDate, formatDay, shipsToday } from '../../schema/platform/shop-calendar.ts'
import { WishListForm } from '../account/saved/wish-list-form.tsx'
import { CompareCheckbox } from '../catalog/compare/compare-checkbox.tsx'
import { galleryViews, ProductGallery } from '../catalog/images/product-gallery.tsx'
import { InspectionReportCard } from '../catalog/product/inspection-report.tsx'
import { PartsFacts } from '../catalog/product/parts-facts.tsx'
import { Cards, cardPieces } from '../catalog/product/product-card.tsx'
import { ProductFacts } from '../catalog/product/product-facts.tsx'
import { CardSection, OtherSizes } from '../catalog/product/product-sizes.tsx'
import { TireAgeNote } from '../catalog/product/tire-age-note.tsx'
import { WishListButton } from '../catalog/product/wish-list-button.tsx'
import { ProductQuestions, ProductReviews } from '../content/reviews/product-reviews.tsx'
import { knownClosedDays } from '../platform/cache/change-feed.ts'
import { BuyBoxSection, type ChildHref, SoldAs } from './product-buy-box.tsx'
import type { ProductData, ShownLink } from './product-data.sql.ts'

/** The neighbors of a tire (worker/catalog/index/product/neighbors.ts): rows of a table, and cards. */
export type NeighborCards = Record<'otherSizes' | 'sameSize' | 'nearest', readonly string[]>

export interface ProductPageProps {
  data: ProductData
  /** Markup of products of the same model, size or rim. */
  neighbors: NeighborCards
  /** The preselected unit; `null` when the product is sold out. */
  unit: Product | null
  /** False when `unit` is only the best match for the variant in the address. */
  exact: boolean
  childHref: ChildHref
  /** From the configuration, so the same for all shoppers. */
  installments: readonly InstallmentLimits[]
  lineLimit: LineLimit
  /** Key of the large picture in the address. */
  view: string | undefined
  /** Path of this page with its variant. */
  path: string
  /** The ZIP code of `?zip=` with its quote or error message; empty without `?zip=`. */
  zip: { zip: string; quote: DeliveryQuote | null; problem: string | null }
  /** Only reviews with this number of stars are shown; `null` for all. */
  stars: number | null
  /** The reviews that this shopper has just voted for and reported, and whether they have just asked a question. */
  done: { voted: number | null; reported: number | null; asked: boolean }
  now: number
  version: string
}

/** Renders stock, delivery, returns and fees. */
function Terms({ data, unit, now }: Pick<ProductPageProps, 'data' | 'unit' | 'now'>) {
  const { product, stock } = data.offer
  const { text } = formatStock(stock)
  const isLot = stock.manage && product.type === 'configurable' && product.tire?.condition === 'Used'
  if (!unit) return null
  const rows: [name: string, value: string][] = []
  if (data.service) rows.push(...serviceRows(data.service))
  else if (!isComposedProduct(product.type)) {
    rows.push(['Stock', isLot && stock.qty > 1 ? `${text}, all of one lot` : text])
  }
  if (isShipped(product.type)) {
    const cutoff = shipsToday(now, knownClosedDays()) ? ', order before 1 p.m. CST' : ''
    rows.push([
      'Delivery',
      `${formatDay(arrivalDate(now, knownClosedDays()))}, free to the 48 states${cutoff}`,
    ])
    rows.push(['Returns', `${RETURN_WINDOW_DAYS} days, if it hasn’t been mounted. ${RETURN_SHIPPING}`])
  }
  if (product.tire) rows.push(['Fees', 'State tire fee, if any'])
  if (product.type === 'downloadable') rows.push(['You get', 'A file, once you’ve ordered'])
  if (product.type === 'virtual' && !data.service) rows.push(['You get', 'A service, with the order'])
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

/** Returns what a service includes, where it is done and how the tires come there. */
function serviceRows({ kind, stores }: NonNullable<ProductData['service']>): [name: string, value: string][] {
  if (kind === 'plan')
    return [['You get', 'One year against nails, glass and potholes, for every tire in your cart']]
  return [
    ['You get', 'Mounting and balancing of every tire in your cart, old tires recycled'],
    ['Where', stores.map(({ name, street, city }) => `${name}, ${street}, ${city}`).join('; ')],
    ['How', `${formatMountingNote(stores)} You’ll pick the time right after you order.`],
  ]
}

function ProductHeading({ data, unit, now }: Pick<ProductPageProps, 'data' | 'unit' | 'now'>) {
  const { product } = data.offer
  const { tire } = product
  return (
    <>
      <p className="product-top">
        {tire ? (
          <a className="product-tag" href={conditionHref(tire.condition)}>
            <Tag kind={tire.condition === 'New' ? 'filled' : 'plain'}>{conditionLabel(tire.condition)}</Tag>
          </a>
        ) : null}
        <span className="quiet t-14">No. {product.sku}</span>
        {data.summary.count > 0 ? (
          <a className="product-stars" href="#reviews">
            <Stars rating={data.summary.average} count={data.summary.count} />
          </a>
        ) : null}
      </p>
      <h1 className="t-64">{productTitle(product)}</h1>
      {tire ? (
        <p className="product-size cond t-40">
          {sizeAndIndex(tire)} <TreadGauge left={tire.treadDepth} full={tire.treadNew} />
        </p>
      ) : null}
      {tire ? <TireAgeNote dot={tire.dot} now={now} /> : null}
      {unit ? <SoldAs product={product} /> : null}
    </>
  )
}

/** Number of tires right under "Sold". */
const SOLD_ALTERNATIVES = 2

/** Renders the closest tires that can be bought, right under "Sold". */
function SoldAlternatives({ neighbors, size }: { neighbors: NeighborCards; size: string }) {
  const cards = [...neighbors.sameSize, ...neighbors.nearest]
  if (cards.length === 0) return null
  return (
    <section className="sold-alternatives" aria-labelledby="sold-alternatives">
      <h2 className="t-28" id="sold-alternatives">
        {neighbors.sameSize.length > 0 ? `Nearest in ${size}` : 'Nearest sizes'}
      </h2>
      <Cards pieces={cards.slice(0, SOLD_ALTERNATIVES)} columns={3} />
    </section>
  )
}

const LINK_TITLES: Record<ShownLink, string> = {
  crosssell: 'Goes with it',
  upsell: 'A step up',
  related: 'Also worth a look',
}

/** Order of the kinds of links: products that complete the purchase come first. */
const LINK_ORDER: readonly ShownLink[] = ['crosssell', 'upsell', 'related']

export function ProductPage(props: ProductPageProps) {
  const { data, unit, now, path, zip } = props
  const { offer, parts, photos } = data
  const { product } = offer
  const { tire, passport } = product
  const views = galleryViews(product, parts, photos)
  const showsDelivery = unit !== null && isShipped(product.type)
  return (
    <>
      <div className={views.length > 0 ? 'wrap product' : 'wrap product product-plain'}>
        <ProductGallery product={product} views={views} view={props.view} drawn={photos.length === 0} />
        <div className="product-side">
          <ProductHeading data={data} unit={unit} now={now} />
          {unit && tire ? (
            <Island name="vehicle-fit" when="stored:car" component={CarFit} props={fittingTire(tire)} />
          ) : null}
          <BuyBoxSection
            offer={offer}
            parts={parts}
            unit={unit}
            now={now}
            exact={props.exact}
            childHref={props.childHref}
            installments={props.installments}
            lineLimit={props.lineLimit}
            service={data.service}
          />
          {unit || !tire ? null : <SoldAlternatives neighbors={props.neighbors} size={tire.size} />}
          <Terms data={data} unit={unit} now={now} />
          {showsDelivery ? (
            <Island
              name="delivery"
              when="stored:zip"
              component={Delivery}
              props={{ path, tires: tire !== null || isComposedProduct(product.type), ...zip }}
            />
          ) : null}
          <div className="product-links t-14">
            {unit ? <CompareCheckbox product={product} /> : null}
            <WishListButton product={product} label="Wish list" />
            {unit ? <WishListForm product={product} back={productHref(product)} /> : null}
            <a href={paths.returns}>Returns</a>
            <a href={paths.delivery}>Delivery</a>
            <a href={paths.contacts}>{tire ? 'Ask about this tire' : 'Ask about it'}</a>
          </div>
        </div>
      </div>
      {tire && passport ? (
        <InspectionReportCard passport={passport} tire={tire} sku={product.sku} now={now} />
      ) : null}
      {isComposedProduct(product.type) ? <PartsFacts parts={parts} now={now} /> : null}
      <ProductFacts product={product} files={parts.links} now={now} />
      <ProductReviews
        stars={props.stars}
        reviews={data.reviews}
        summary={data.summary}
        model={tire && `${tire.brand} ${tire.model}`}
        path={productHref(product)}
        sku={product.sku}
        done={props.done}
      />
      <ProductQuestions questions={data.questions} sku={product.sku} asked={props.done.asked} />
      <RelatedProducts {...props} />
    </>
  )
}

/** Renders other sizes of the model, linked products, and products of the same or the nearest sizes. */
function RelatedProducts({ data, unit, neighbors, now, version }: ProductPageProps) {
  const { product } = data.offer
  const { tire } = product
  const otherSizes = <OtherSizes product={product} rows={neighbors.otherSizes} />
  const linked = (kind: ShownLink) => data.links[kind].filter((offer) => defaultVariant(offer) !== null)
  return (
    <>
      {unit ? otherSizes : null}
      {LINK_ORDER.map((kind) => (
        <CardSection
          key={kind}
          id={`links-${kind}`}
          title={LINK_TITLES[kind]}
          cards={cardPieces({ offers: linked(kind), now, version })}
        />
      ))}
      {tire ? (
        <CardSection
          id="same-size"
          title={`More in ${tire.size}`}
          cards={unit ? neighbors.sameSize : neighbors.sameSize.slice(SOLD_ALTERNATIVES)}
          more={{ href: sizeHref(tire.size), label: `All ${tire.size}` }}
        />
      ) : null}
      {tire && !unit ? (
        <>
          <CardSection
            id="nearest"
            title={`Nearest sizes on ${tire.rim} in`}
            cards={neighbors.nearest.slice(Math.max(0, SOLD_ALTERNATIVES - neighbors.sameSize.length))}
          />
          {otherSizes}
        </>
      ) : null}
    </>
  )
}
