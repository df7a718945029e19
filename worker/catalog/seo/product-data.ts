/** Builds the schema.org data of a product: input, one offer per unit, shipping and returns. */
import { finalPrice } from '../../../schema/catalog/price/price.ts'
import {
  availableUnits,
  type Condition,
  isShipped,
  type Offer,
  type Product,
  STATUS_DISABLED,
} from '../../../schema/catalog/product/product.ts'
import { seasonLabel } from '../../../schema/catalog/sizes/tire-text.ts'
import { paths, productHref } from '../../../schema/paths.ts'
import { CURRENCY, formatAmount } from '../../../schema/platform/money.ts'
import { TRANSIT_DAYS } from '../../../schema/platform/shop-calendar.ts'

const CONDITIONS: Record<Condition, string> = {
  New: 'https://schema.org/NewCondition',
  Used: 'https://schema.org/UsedCondition',
  Retread: 'https://schema.org/RefurbishedCondition',
  'Driven Once': 'https://schema.org/UsedCondition',
}

/** The average rating and the number of reviews. */
export interface Rating {
  average: number
  count: number
}

export interface ProductDataInput {
  offer: Offer
  siteUrl: string
  rating: Rating | null
  /** Codes of the states with delivery. */
  states: Iterable<string>
  returnDays: number
  now: number
}

/** Returns the data of a product; `rating` is `null` without reviews. */
export function productData(input: ProductDataInput): object {
  const { product, variants } = input.offer
  const { tire } = product
  const units =
    product.type === 'configurable' ? variants.filter(({ status }) => status < STATUS_DISABLED) : []
  const offers = (units.length > 0 ? units : [product]).map((unit) => offerData(unit, input))
  return {
    '@type': 'Product',
    name: product.name,
    sku: product.sku,
    url: `${input.siteUrl}${productHref(product)}`,
    ...(tire
      ? {
          brand: { '@type': 'Brand', name: tire.brand },
          model: tire.model,
          size: tire.size,
          image: [`${input.siteUrl}/pictures/product/${product.sku}.png`],
          itemCondition: CONDITIONS[tire.condition],
          additionalProperty: toProperties(product),
        }
      : {}),
    ...(product.features.length > 0 ? { description: `${product.features.join('. ')}.` } : {}),
    ...(product.partNumber ? { mpn: product.partNumber } : {}),
    ...(input.rating
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: Number(input.rating.average.toFixed(1)),
            reviewCount: input.rating.count,
          },
        }
      : {}),
    offers: offers.length === 1 ? offers[0] : offers,
  }
}

function toProperties({ tire }: Product): object[] {
  if (!tire) return []
  const values: [name: string, value: string | number][] = [
    ['Load index', tire.tireLoad],
    ['Speed symbol', tire.tireSpeed],
    ['Season', seasonLabel(tire.season)],
    ['Tread depth (32nds of an inch)', tire.treadDepth],
    ...(tire.dot ? [['DOT week and year', tire.dot] as [string, string]] : []),
  ]
  return values.map(([name, value]) => ({ '@type': 'PropertyValue', name, value }))
}

/** Returns the offer of a unit. A set of tires is one unit with one price and the number of its tires. */
function offerData(unit: Product, input: ProductDataInput): object {
  const { offer, siteUrl, now } = input
  const { product, stock } = offer
  const address = unit === product ? product : { ...product, sku: unit.sku, parentSku: product.sku }
  return {
    '@type': 'Offer',
    sku: unit.sku,
    url: `${siteUrl}${productHref(address)}`,
    priceCurrency: CURRENCY,
    price: formatAmount(finalPrice(unit, now)),
    availability:
      availableUnits(unit, stock) === 0 ? 'https://schema.org/OutOfStock' : 'https://schema.org/InStock',
    ...(unit.tire ? { itemCondition: CONDITIONS[unit.tire.condition] } : {}),
    ...(unit.setqty > 1
      ? { eligibleQuantity: { '@type': 'QuantitativeValue', value: unit.setqty, unitText: 'tires' } }
      : {}),
    ...(isShipped(product.type)
      ? { shippingDetails: shippingData(input), hasMerchantReturnPolicy: returnData(input) }
      : {}),
  }
}

function shippingData({ states }: ProductDataInput): object {
  const days = (minValue: number, maxValue: number) => ({
    '@type': 'QuantitativeValue',
    minValue,
    maxValue,
    unitCode: 'DAY',
  })
  return {
    '@type': 'OfferShippingDetails',
    shippingRate: { '@type': 'MonetaryAmount', value: 0, currency: CURRENCY },
    shippingDestination: {
      '@type': 'DefinedRegion',
      addressCountry: 'US',
      addressRegion: [...states].sort(),
    },
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      // Orders before the cut-off leave the same business day, later ones on the next.
      handlingTime: days(0, 1),
      transitTime: days(TRANSIT_DAYS, TRANSIT_DAYS),
    },
  }
}

function returnData({ returnDays, siteUrl }: ProductDataInput): object {
  return {
    '@type': 'MerchantReturnPolicy',
    applicableCountry: 'US',
    returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
    merchantReturnDays: returnDays,
    returnMethod: 'https://schema.org/ReturnByMail',
    returnFees: 'https://schema.org/FreeReturn',
    merchantReturnLink: `${siteUrl}${paths.returns}`,
  }
}
