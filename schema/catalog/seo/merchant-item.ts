/**
 * Items of a shopping feed, by Google's product data specification (H5): one item per available unit, grouped by
 * product. Only tires are in the feed.
 */
import { CURRENCY, formatAmount } from '../../platform/money.ts'
import { finalPrice } from '../price/price.ts'
import type { Condition, Offer, Product, Tire } from '../product/product.ts'
import { sellableUnits, setSuffix } from '../product/variant.ts'
import { conditionLabel, dotDate, formatLimits, seasonLabel, sizeAndIndex } from '../sizes/tire-text.ts'

/** Largest number of characters of each field, by the specification. */
const MAX_LENGTHS = {
  id: 50,
  title: 150,
  description: 5000,
  brand: 70,
  mpn: 70,
  highlight: 150,
  group: 50,
} as const

type FeedCondition = 'new' | 'used' | 'refurbished'

/** The feed has three conditions; a tire that was driven once is not new. */
const FEED_CONDITIONS: Record<Condition, FeedCondition> = {
  New: 'new',
  Used: 'used',
  'Driven Once': 'used',
  Retread: 'refurbished',
}

export interface MerchantItem {
  id: string
  title: string
  description: string
  condition: FeedCondition
  availability: 'in_stock'
  /** `128.00 USD`. */
  price: string
  /** The special price, lower than `price`, with its dates as an ISO 8601 interval. */
  sale: { price: string; dates: string | null } | null
  brand: string
  mpn: string | null
  /** The sku of the product, for all variants of one product. */
  group: string | null
  /** Tires in the unit; `null` for a single tire. */
  multipack: number | null
  type: string
  highlights: string[]
  details: [name: string, value: string][]
  /** The unit and its tire, for the address and the picture of the item. */
  product: Product
  tire: Tire
}

/** Returns an item for each available unit of an offer; empty when the product is sold out, free, or not a tire. */
export function merchantItems(offer: Offer, now: number): MerchantItem[] {
  const { type, sku, tire } = offer.product
  if (!tire || tire.brand === '') return []
  const group = type === 'configurable' && offer.variants.length > 1 ? sku : null
  return sellableUnits(offer)
    .filter((unit) => finalPrice(unit, now) > 0)
    .map((unit) => toItem(unit, tire, group, now))
}

function toItem(unit: Product, tire: Tire, group: string | null, now: number): MerchantItem {
  const condition = conditionLabel(tire.condition).toLowerCase()
  const title = `${tire.brand} ${tire.model} ${sizeAndIndex(tire)}, ${condition}${setSuffix(unit.setqty)}`
  const limits = formatLimits(tire)
  const made = dotDate(tire.dot)
  const facts = [
    `${tire.treadDepth}/32 in of tread`,
    limits,
    made ? `made in week ${made.week} of ${made.year}` : '',
    `${seasonLabel(tire.season).toLowerCase()} tire`,
  ].filter(Boolean)
  const final = finalPrice(unit, now)
  return {
    id: truncate(unit.sku, MAX_LENGTHS.id),
    title: truncate(title, MAX_LENGTHS.title),
    description: truncate(
      `${title}: ${facts.join(', ')}. ${unit.features.join('. ')}`.trim(),
      MAX_LENGTHS.description,
    ),
    condition: FEED_CONDITIONS[tire.condition],
    availability: 'in_stock',
    price: money(unit.price),
    sale: final < unit.price ? { price: money(final), dates: saleDates(unit) } : null,
    brand: truncate(tire.brand, MAX_LENGTHS.brand),
    mpn: unit.partNumber ? truncate(unit.partNumber, MAX_LENGTHS.mpn) : null,
    group: group && truncate(group, MAX_LENGTHS.group),
    multipack: unit.setqty > 1 ? unit.setqty : null,
    type: `Tires > ${tire.condition} > ${tire.season} > ${tire.size}`,
    highlights: facts.map((fact) => truncate(fact, MAX_LENGTHS.highlight)),
    details: [
      ['Size', tire.size],
      ['Load index', String(tire.tireLoad)],
      ['Speed symbol', tire.tireSpeed],
      ['Tread depth', `${tire.treadDepth}/32 in`],
    ],
    product: unit,
    tire,
  }
}

function money(cents: number): string {
  return `${formatAmount(cents)} ${CURRENCY}`
}

/** Returns the dates of a special price; `null` without both dates, which the feed treats as a current sale price. */
function saleDates({ specialFrom, specialTo }: Product): string | null {
  if (specialFrom === null || specialTo === null) return null
  return `${new Date(specialFrom).toISOString()}/${new Date(specialTo).toISOString()}`
}

function truncate(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).trimEnd()}…`
}
