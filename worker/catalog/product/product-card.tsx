/** Renders one offer as a card, as an element and, cached, in lists. */
import type { ReactElement } from 'react'
import { Price } from '../../../client/catalog/product/price.tsx'
import { TreadGauge } from '../../../client/catalog/product/tread-gauge.tsx'
import { BuyButton, LinkButton } from '../../../client/platform/ui/button.tsx'
import { classNames } from '../../../client/platform/ui/class-names.ts'
import { Tag } from '../../../client/platform/ui/tag.tsx'
import { finalPrice, priceByTire } from '../../../schema/catalog/price/price.ts'
import {
  isChosenOnPage,
  isShipped,
  type Offer,
  type Product,
  type Tire,
} from '../../../schema/catalog/product/product.ts'
import { pictureAlt, toAppearance } from '../../../schema/catalog/product/tire-appearance.ts'
import { defaultVariant, unitLabel } from '../../../schema/catalog/product/variant.ts'
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
import { CompareCheckbox } from '../compare/compare-checkbox.tsx'
import { pictureHref } from '../images/address.ts'
import { WishListButton } from './wish-list-button.tsx'

export interface CardProps {
  offer: Offer
  /** Moment of the page: specials and the delivery day follow it. */
  now: number
  /** Pictures in sight at once are not put off. */
  eager?: boolean
  /** Level of the card's heading. */
  level?: 2 | 3
  /** Forms of sale that the list was asked for. */
  sets?: readonly string[] | undefined
}

interface ShownCardProps extends Omit<CardProps, 'sets'> {
  unit: Product | null
  /** True where the unit is another than the one with which the product's page opens. */
  isAskedFor: boolean
}

function ProductCard({ offer, unit, isAskedFor, now, eager = false, level = 3 }: ShownCardProps) {
  const { product, stock } = offer
  const { tire } = product
  const { text, few } = formatStock(stock)
  const title = productTitle(product)
  const Heading = level === 2 ? 'h2' : 'h3'
  const look = tire && toAppearance(tire)
  const href = unit && isAskedFor ? childHref(product, unit.sku) : productHref(product)
  return (
    <>
      <div className="card-top">
        {tire ? (
          <Tag kind={tire.condition === 'New' ? 'filled' : 'plain'}>{conditionLabel(tire.condition)}</Tag>
        ) : (
          <span />
        )}
        <span className={few ? 'oxide' : 'quiet'}>{unit ? text : 'Sold'}</span>
      </div>
      <div className={look ? 'card-picture' : 'card-picture card-blank'}>
        {look ? (
          // React writes a preload before an eager picture, unless it stands in a <picture>; a list holds only items.
          <picture>
            <img
              src={pictureHref(look, 'three-quarter', 350)}
              alt={pictureAlt(look, 'three-quarter')}
              width={350}
              height={350}
              loading={eager ? 'eager' : 'lazy'}
              fetchPriority={eager ? 'high' : undefined}
              decoding="async"
            />
          </picture>
        ) : null}
      </div>
      <WishListButton product={product} className="card-wish" />
      <Heading className="card-title">
        <a href={href}>{title}</a>
      </Heading>
      {tire ? (
        <>
          <p className="card-size">
            {sizeAndIndex(tire)}, {seasonLabel(tire.season)}
          </p>
          <TreadGauge left={tire.treadDepth} full={tire.treadNew} />
          <div className="card-facts">
            <p>
              {[dotText(tire, now), formatLimits(tire)].filter(Boolean).map((text) => (
                <span key={text}>{text}</span>
              ))}
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
              more={unit.setqty > 1 ? `${formatMoney(finalPrice(unit, now))} for ${setName(unit)}` : null}
            >
              {isShipped(product.type) ? <span>Get it {formatDay(arrivalDate(now))}</span> : null}
            </Price>
            {isChosenOnPage(product.type) || offer.mustAsk ? (
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

/** What the big price is for. A bundle's is that of its cheapest choice. */
function priceUnit({ tire, type }: Product): string {
  if (tire) return 'per tire'
  if (type === 'bundle') return 'and up, for all of it'
  return type === 'grouped' ? 'for all of it' : 'each'
}

/** `the pair`, `the set of 4`: what the second price is for. */
function setName({ setqty }: Product): string {
  return `the ${formatSet(setqty)}`
}

/** `DOT 2419, 7 years old`; empty when the code was not read. */
function dotText({ dot }: Tire, now: number): string {
  const made = dotDate(dot)
  return made ? `DOT ${dot?.slice(-4)}, ${formatAgeInYears(made.at, now)}` : ''
}

function formatSet(setqty: number): string {
  return unitLabel(setqty).toLowerCase()
}

/** What scripts need to know of a card: the unit whose price it says, and what decides whether it fits a car. */
function marks({ product: { tire } }: Offer, unit: Product | null) {
  return {
    'data-price-sku': unit?.sku,
    'data-setqty': unit?.setqty,
    'data-size': tire?.size,
    'data-load': tire?.tireLoad,
    'data-speed': tire?.tireSpeed,
  }
}

/** The card as an `<li>`. */
export function cardElement({ sets, ...props }: CardProps): ReactElement {
  const unit = defaultVariant(props.offer, sets)
  const isAskedFor = unit?.sku !== defaultVariant(props.offer)?.sku
  return (
    <li className="card" {...marks(props.offer, unit)}>
      <ProductCard {...props} unit={unit} isAskedFor={isAskedFor} />
    </li>
  )
}

/** The card as a piece; its markup follows the state of the offer, the version of the catalog and the day. */
function cardPiece(props: CardProps, version: string, day: string): CachedPiece {
  const { offer, now, eager = false, level = 3, sets } = props
  const { product, stock } = offer
  const unit = defaultVariant(offer, sets)
  const prices = unit ? `${unit.sku} ${finalPrice(unit, now)}` : finalPrice(product, now)
  return {
    key: `card ${version} ${product.sku} ${prices} ${formatStock(stock).text} ${day} ${eager} ${level} ${sets ?? ''}`,
    render: () => cardElement(props),
  }
}

/** How many cards of a list are in sight when the page opens. */
export const IN_SIGHT = 3

interface CardsOf {
  offers: readonly Offer[]
  now: number
  version: string
  level?: 2 | 3
  /** Forms of sale that the list was asked for. */
  sets?: readonly string[] | undefined
  /** True for the first list of a page. */
  eager?: boolean
}

/** The cards of offers that were read for this page. Lists of tires have theirs from memory (card-cache.tsx). */
export function cardPieces({ offers, version, eager = false, ...shown }: CardsOf): CachedPiece[] {
  const inSight = eager ? IN_SIGHT : 0
  const day = formatDay(arrivalDate(shown.now))
  return offers.map((offer, index) => cardPiece({ ...shown, offer, eager: index < inSight }, version, day))
}

/** A ruled list of cards. `columns` is how many stand side by side on a wide screen. */
export function Cards({ pieces, columns }: { pieces: readonly (CachedPiece | string)[]; columns: 3 | 4 }) {
  return (
    <CachedMarkup
      as="ul"
      className={classNames('cards', columns === 3 ? 'cards-three' : 'cards-four')}
      pieces={pieces}
    />
  )
}

/** The same of offers that were read for this page. */
export function CardList({ columns, ...offers }: CardsOf & { columns: 3 | 4 }) {
  return <Cards pieces={cardPieces(offers)} columns={columns} />
}
