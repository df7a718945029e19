/** Renders the card of an offer, as a single element and as a cached piece of a list. */

import type { ReactElement } from 'react'
import { Price } from '../../../client/catalog/product/price.tsx'
import { TreadGauge } from '../../../client/catalog/product/tread-gauge.tsx'
import { BuyButton, LinkButton } from '../../../client/platform/ui/button.tsx'
import { classNames } from '../../../client/platform/ui/class-names.ts'
import { Stars } from '../../../client/platform/ui/stars.tsx'
import { Tag } from '../../../client/platform/ui/tag.tsx'
import { snowOption } from '../../../schema/catalog/attributes/extra-attributes.ts'
import { finalPrice, priceByTire } from '../../../schema/catalog/price/price.ts'
import {
  isComposedProduct,
  isShipped,
  type Offer,
  type Product,
  type Tire,
} from '../../../schema/catalog/product/product.ts'
import { defaultVariant, unitLabel } from '../../../schema/catalog/product/variant.ts'
import { AGE_MARKS, tireAge } from '../../../schema/catalog/sizes/tire-age.ts'
import {
  conditionLabel,
  dotDate,
  formatAgeInYears,
  formatLimits,
  formatStock,
  productTitle,
  seasonLabel,
  sizeAndIndex,
} from '../../../schema/catalog/sizes/tire-text.ts'
import { childHref, paths, productHref } from '../../../schema/paths.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { arrivalDate, formatDay } from '../../../schema/platform/shop-calendar.ts'
import { CachedMarkup, type CachedPiece } from '../../platform/cache/cached-markup.tsx'
import { knownClosedDays } from '../../platform/cache/change-feed.ts'
import { CompareCheckbox } from '../compare/compare-checkbox.tsx'
import { productPicture } from '../images/product-picture.ts'
import { ComposedPicture } from './composed-picture.tsx'
import { WishListButton } from './wish-list-button.tsx'

export interface CardProps {
  offer: Offer
  /** Time of the page (ms), for special prices and the delivery day. */
  now: number
  /** True for a card that is visible when the page opens: its picture loads at once. */
  eager?: boolean
  /** Level of the card's heading. */
  level?: 2 | 3
  /** Sets that the list is filtered by. */
  sets?: readonly string[] | undefined
}

interface ShownCardProps extends Omit<CardProps, 'sets'> {
  unit: Product | null
  /**
   * True for a unit other than the one that the product page shows first; the card then links to the unit.
   */
  isOtherUnit: boolean
}

function ProductCard({ offer, unit, isOtherUnit, now, eager = false, level = 3 }: ShownCardProps) {
  const { product, stock, rating } = offer
  const { tire } = product
  const { text, few } = formatStock(stock)
  const title = productTitle(product)
  const Heading = level === 2 ? 'h2' : 'h3'
  const href = unit && isOtherUnit ? childHref(product, unit.sku) : productHref(product)
  return (
    <>
      <div className="card-top">
        {tire ? (
          <Tag kind={tire.condition === 'New' ? 'filled' : 'plain'}>{conditionLabel(tire.condition)}</Tag>
        ) : (
          <span />
        )}
        <span className={few ? 'oxide' : 'quiet'}>
          {unit ? (product.type === 'virtual' ? '' : text) : 'Sold'}
        </span>
      </div>
      <CardPicture product={product} eager={eager} />
      <WishListButton product={product} className="card-wish" />
      <Heading className="card-title">
        <a href={href}>{title}</a>
      </Heading>
      {rating ? (
        <p className="card-stars">
          <Stars rating={rating.average} count={rating.count} />
        </p>
      ) : null}
      {tire ? (
        <>
          <p className="card-size">
            {[sizeAndIndex(tire), seasonLabel(tire.season).toLowerCase(), snowMark(product)]
              .filter(Boolean)
              .join(', ')}
          </p>
          <TreadGauge left={tire.treadDepth} full={tire.treadNew} />
          <div className="card-facts">
            <p>
              {[dotText(tire, now), formatLimits(tire)].filter(Boolean).map((text) => (
                <span key={text}>{text}</span>
              ))}
              <AgeMarkText tire={tire} now={now} />
            </p>
            <CompareCheckbox product={product} />
          </div>
        </>
      ) : null}
      <div className="card-buy">
        {unit ? (
          <>
            <Price
              amount={priceByTire(unit, now)}
              unit={priceUnit(product)}
              more={
                unit.setqty > 1
                  ? `${formatMoney(finalPrice(unit, now))} for the ${formatSet(unit.setqty)}`
                  : null
              }
            >
              {isShipped(product.type) ? (
                <span>Get it {formatDay(arrivalDate(now, knownClosedDays()))}</span>
              ) : null}
            </Price>
            {isComposedProduct(product.type) || offer.mustAsk ? (
              <LinkButton href={href}>
                Choose
                <span className="visually-hidden">
                  {' '}
                  its {offer.mustAsk ? 'options' : 'parts'}: {title}
                </span>
              </LinkButton>
            ) : (
              <form method="post" action={paths.cartForm} data-add="">
                <input type="hidden" name="action" value="add" />
                <input type="hidden" name="sku" value={unit.sku} />
                <input type="hidden" name="qty" value="1" />
                <BuyButton>
                  Add {unit.setqty}
                  <span className="visually-hidden">
                    : {title}, {formatSet(unit.setqty)}, to the cart
                  </span>
                </BuyButton>
              </form>
            )}
          </>
        ) : (
          <p className="quiet">Sold</p>
        )}
      </div>
    </>
  )
}

/** The photo or drawing of the product; a composed product shows its parts. */
function CardPicture({ product, eager }: { product: Product; eager: boolean }) {
  const picture = productPicture(product)
  if (!picture) return <ComposedPicture name={product.name} />
  return (
    <div className="card-picture">
      {/* React writes a preload link before an eager image outside <picture>, which a <ul> must not contain. */}
      <picture>
        <img
          src={picture.src}
          alt={picture.alt}
          width={350}
          height={350}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : undefined}
          decoding="async"
        />
      </picture>
    </div>
  )
}

/** Returns the text after the main price, which for a bundle is the price of its cheapest choice. */
function priceUnit({ tire, type }: Product): string {
  if (tire) return 'per tire'
  if (type === 'bundle') return 'and up, for the set'
  return type === 'grouped' ? 'for the set' : 'each'
}

/** Returns the stronger of the snow marks, by which winter tires are chosen; empty without one (H13g). */
function snowMark({ extra }: Product): string {
  const option = snowOption(extra?.snow_marks)
  return option === null ? '' : option === '3pmsf' ? '3PMSF' : 'M+S'
}

/** Formats `DOT 2419, 7 years old`; empty when the code is unknown. */
function dotText({ dot }: Tire, now: number): string {
  const made = dotDate(dot)
  return made ? `DOT ${dot?.slice(-4)}, ${formatAgeInYears(made.at, now)}` : ''
}

/** From six years: what the age of the tire means (H13e). */
function AgeMarkText({ tire: { dot }, now }: { tire: Tire; now: number }) {
  const mark = tireAge(dot, now)?.mark
  if (!mark) return null
  return <span className={mark === 'avoid' ? 'card-age oxide' : 'card-age'}>{AGE_MARKS[mark].short}</span>
}

/** Formats the unit in lower case: `pair`, `set of 4`. */
function formatSet(setqty: number): string {
  return unitLabel(setqty).toLowerCase()
}

/**
 * Returns the attributes that scripts read: the unit of the shown price, and the data that decide about
 * fitment.
 */
function dataAttributes({ product: { tire } }: Offer, unit: Product | null) {
  return {
    'data-price-sku': unit?.sku,
    'data-setqty': unit?.setqty,
    'data-size': tire?.size,
    'data-load': tire?.tireLoad,
    'data-speed': tire?.tireSpeed,
  }
}

/** Returns the card as an `<li>`. */
export function cardElement({ sets, ...props }: CardProps): ReactElement {
  const unit = defaultVariant(props.offer, sets)
  const isOtherUnit = unit?.sku !== defaultVariant(props.offer)?.sku
  return (
    <li className="card" {...dataAttributes(props.offer, unit)}>
      <ProductCard {...props} unit={unit} isOtherUnit={isOtherUnit} />
    </li>
  )
}

/** Returns the card as a cached piece; its key has everything that the markup depends on. */
function cardPiece(props: CardProps, version: string, day: string): CachedPiece {
  const { offer, now, eager = false, level = 3, sets } = props
  const { product, stock } = offer
  const unit = defaultVariant(offer, sets)
  const prices = unit ? `${unit.sku} ${finalPrice(unit, now)}` : finalPrice(product, now)
  const content = JSON.stringify([product.name, product.slug, product.tire, snowMark(product), offer.rating])
  return {
    key: `card ${version} ${product.sku} ${content} ${prices} ${formatStock(stock).text} ${day} ${eager} ${level} ${sets ?? ''}`,
    render: () => cardElement(props),
  }
}

/** Number of cards that are visible when a list opens. */
export const VISIBLE_CARDS = 3

/** `eager` is true for the first list of a page. */
interface CardPiecesProps extends Omit<CardProps, 'offer'> {
  offers: readonly Offer[]
  version: string
}

/** Returns the cards of offers that the caller has read. Listings use product-card-cache.tsx instead. */
export function cardPieces({ offers, version, eager = false, ...rest }: CardPiecesProps): CachedPiece[] {
  const visible = eager ? VISIBLE_CARDS : 0
  const day = formatDay(arrivalDate(rest.now, knownClosedDays()))
  return offers.map((offer, index) => cardPiece({ ...rest, offer, eager: index < visible }, version, day))
}

/** A list of cards; `columns` is the number of cards in a row on a wide screen. */
export function Cards({ pieces, columns }: { pieces: readonly (CachedPiece | string)[]; columns: 3 | 4 }) {
  return (
    <CachedMarkup
      as="ul"
      className={classNames('cards', columns === 3 ? 'cards-three' : 'cards-four')}
      pieces={pieces}
    />
  )
}

/** A list of cards of offers that the caller has read. */
export function CardList({ columns, ...props }: CardPiecesProps & { columns: 3 | 4 }) {
  return <Cards pieces={cardPieces(props)} columns={columns} />
}
