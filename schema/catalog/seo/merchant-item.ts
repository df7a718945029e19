/**
 * Items of a shopping feed by the rules of Google's product data specification (H5): one for each available unit, grouped
 * by product. Only tires are in the feed.
 */
import { CURRENCY, toDollars } from '../../platform/money.ts'
import { finalPrice } from '../price/price.ts'
import type { Condition, Offer, Product, Tire } from '../product/product.ts'
import { availableUnits } from '../product/product.ts'
import { conditionLabel, dotDate, formatLimits, sizeAndIndex } from '../sizes/tire-text.ts'

/** Largest lengths of the specification. */
const MAX_LENGTHS = {
  id: 50,
  title: 150,
  description: 5000,
  brand: 70,
  mpn: 70,
  highlight: 150,
  group: 50,
} as const

/** The feed knows three conditions; a tire that was driven once is not new. */
const FEED_CONDITIONS: Record<Condition, 'new' | 'used' | 'refurbished'> = {
  New: 'new',
  Used: 'used',
  'Driven Once': 'used',
  Retread: 'refurbished',
}

export interface MerchantItem {
  id: string
  title: string
  description: string
  condition: 'new' | 'used' | 'refurbished'
  availability: 'in_stock'
  /** `128.00 USD`. */
  price: string
  /** Lower than `price`, with the time it holds as two ISO 8601 moments. */
  sale: { price: string; dates: string | null } | null
  brand: string
  mpn: string | null
  /** Variants of one product share it. */
  group: string | null
  /** Tires in the unit, when they are more than one. */
  multipack: number | null
  type: string
  highlights: string[]
  details: [name: string, value: string][]
  /** Whose address and whose picture. */
  product: Product
  tire: Tire
}

/** Returns the available units of an offer; empty for products that are sold out, free, or no tires. */
export function merchantItems(offer: Offer, now: number): MerchantItem[] {
  const { product, variants, stock } = offer
  const { tire } = product
  if (!tire || tire.brand === '') return []
  const units = product.type === 'configurable' ? variants : [product]
  return units
    .filter((unit) => unit.status < 2 && availableUnits(unit, stock) !== 0 && finalPrice(unit, now) > 0)
    .map((unit) => itemOf(unit, tire, units.length > 1 ? product.sku : null, now))
}

function itemOf(unit: Product, tire: Tire, group: string | null, now: number): MerchantItem {
  const condition = conditionLabel(tire.condition).toLowerCase()
  const set = unit.setqty === 1 ? '' : unit.setqty === 2 ? ', pair' : `, set of ${unit.setqty}`
  const title = `${tire.brand} ${tire.model} ${sizeAndIndex(tire)}, ${condition}${set}`
  const limits = formatLimits(tire)
  const made = dotDate(tire.dot)
  const facts = [
    `${tire.treadDepth}/32 in of tread`,
    limits,
    made ? `made in week ${made.week} of ${made.year}` : '',
    `${tire.season.toLowerCase()} tire`,
  ].filter(Boolean)
  const final = finalPrice(unit, now)
  return {
    id: cut(unit.sku, MAX_LENGTHS.id),
    title: cut(title, MAX_LENGTHS.title),
    description: cut(
      `${title}: ${facts.join(', ')}. ${unit.features.join('. ')}`.trim(),
      MAX_LENGTHS.description,
    ),
    condition: FEED_CONDITIONS[tire.condition],
    availability: 'in_stock',
    price: money(unit.price),
    sale: final < unit.price ? { price: money(final), dates: datesOf(unit) } : null,
    brand: cut(tire.brand, MAX_LENGTHS.brand),
    mpn: unit.partNumber ? cut(unit.partNumber, MAX_LENGTHS.mpn) : null,
    group: group && cut(group, MAX_LENGTHS.group),
    multipack: unit.setqty > 1 ? unit.setqty : null,
    type: `Tires > ${tire.condition} > ${tire.season} > ${tire.size}`,
    highlights: facts.map((fact) => cut(fact, MAX_LENGTHS.highlight)),
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
  return `${toDollars(cents).toFixed(2)} ${CURRENCY}`
}

/** Returns the dates of a special price; without both ends the feed takes the price as running. */
function datesOf({ specialFrom, specialTo }: Product): string | null {
  if (specialFrom === null || specialTo === null) return null
  return `${new Date(specialFrom).toISOString()}/${new Date(specialTo).toISOString()}`
}

function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).trimEnd()}…`
}
