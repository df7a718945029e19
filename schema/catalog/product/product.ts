/** What the shop sells (C1). Prices are for one sellable unit: a child "set of four" costs the four. */
import type { Cents } from '../../platform/money.ts'
import type { ExtraValues } from '../attributes/extra-attributes.ts'

export const PRODUCT_TYPES = [
  'simple',
  'configurable',
  'grouped',
  'bundle',
  'virtual',
  'downloadable',
] as const
export type ProductType = (typeof PRODUCT_TYPES)[number]

/** Longest sku; a longer one names nothing. */
export const SKU_MAX = 64

/** The sales form of a tire: SKU sets are of equal tires, TREAD sets differ in measured tread. */
export const PRODUCT_KINDS = ['SimpleProduct', 'SETSKU2', 'SETSKU4', 'SETTREAD2', 'SETTREAD4'] as const
export type ProductKind = (typeof PRODUCT_KINDS)[number]

export const CONDITIONS = ['Used', 'New', 'Retread', 'Driven Once'] as const
export type Condition = (typeof CONDITIONS)[number]

export const SUB_CONDITIONS = ['New', 'New-O', 'New-N'] as const
export type SubCondition = (typeof SUB_CONDITIONS)[number]

export const SEASONS = ['All seasons', 'Summer', 'Winter'] as const
export type Season = (typeof SEASONS)[number]

export const SETS = ['single', 'pairs', 'setOfFour'] as const
export type Sets = (typeof SETS)[number]

export const PATTERN_NAMES = ['touring', 'sport', 'winter', 'at', 'highway'] as const
export type PatternName = (typeof PATTERN_NAMES)[number]

/** Products of status 2 and above cannot be opened; 0 and 1 are sold (C6). */
export const STATUS_DISABLED = 2

/** Message of the log when a page of such a product is requested. */
export const NO_PRODUCT = 'Product query returned empty result with the status or visibility value'

/** Returns whether the shop publishes the product: in documents, prices, lists, carts (in SQL: worker/catalog/index/listed-condition.sql.ts). */
export function isEnabled({ status }: Pick<Product, 'status'>): boolean {
  return status < STATUS_DISABLED
}

/** Returns whether the product has a page of its own: status below 2, and not on its parent's (A8). */
export function isViewable({ status, visibility }: Pick<Product, 'status' | 'visibility'>): boolean {
  return isEnabled({ status }) && visibility > 1
}

/** 1 not alone, 2 in lists, 3 in search, 4 in both (C6). */
export type Visibility = 1 | 2 | 3 | 4

/** An inspector's report on one used tire or set. Depths in 32nds of an inch. */
export interface InspectionReport {
  /** One list of groove depths per tire of the unit, outer to inner. */
  grooves: number[][]
  repairs: string
  sidewalls: string
  beads: string
  airTest: string
  grade: 'A' | 'B' | 'C'
  firstInspection: { by: string; on: string }
  secondInspection: { by: string; on: string }
}

/** The tire attributes; `null` on other products. */
export interface Tire {
  brand: string
  model: string
  /** As marked on the tire, e.g. `225/45R17`, `LT245/75R16`. */
  size: string
  /** The numbers of the size, as `TireSize` has them: mm, percent and inches, or all in inches. */
  section: number
  aspect: number
  /** Construction letter(s), the attribute `rad`. */
  construction: string
  /** Inches. */
  rim: number
  season: Season
  condition: Condition
  subCondition: SubCondition | null
  /** 32nds of an inch, steps of 0.5; the least of the unit. */
  treadDepth: number
  /** The same when new. */
  treadNew: number
  runFlat: boolean
  /** Load index, e.g. 94; of a dual index the one of a single wheel. */
  tireLoad: number
  /** Load index of one of two tires side by side, e.g. 118 of 121/118. */
  tireLoadDual?: number | null
  /** `XL`, or the letter of a light truck tire. */
  loadRange?: string | null
  /** Speed symbol, e.g. `W`. */
  tireSpeed: string
  /** mph, 0 when unknown (label "No Info"). */
  speedRated: number
  pattern: PatternName
  /** Week and year, e.g. `2419`; `null` when not read. */
  dot: string | null
}

export interface Product {
  id: number
  sku: string
  /** The configurable parent of a variant; `null` otherwise. */
  parentSku: string | null
  type: ProductType
  kind: ProductKind
  name: string
  slug: string
  status: number
  visibility: Visibility
  taxClassId: number
  price: Cents
  specialPrice: Cents | null
  /** Milliseconds since the epoch, inclusive. */
  specialFrom: number | null
  specialTo: number | null
  /** How many tires one unit is. */
  setqty: number
  sets: Sets
  /** The stock pool that a sale takes `setqty` tires from; variants share their parent's. */
  stockSku: string
  createdAt: number
  partNumber: string | null
  priceGrade: string | null
  features: string[]
  extra?: ExtraValues
  tire: Tire | null
  passport: InspectionReport | null
}

/** Tires in a product's pool. `manage: false`: the shop does not count them. */
export interface Stock {
  qty: number
  manage: boolean
}

/** A product with what a page needs to sell it. */
export interface Offer {
  product: Product
  stock: Stock
  /** Variants of a configurable product, by `setqty` ascending; empty otherwise. */
  variants: Product[]
  /** Whether the buyer must answer a custom option; absent where it was not read. */
  mustAsk?: boolean
}

/** Formats a speed rating: empty gives nothing, '0' gives 'No Info', otherwise 'Up to {n} mph' (C1). */
export function speedLabel(mph: number | string | null | undefined): string {
  if (mph === null || mph === undefined || mph === '') return ''
  return Number(mph) === 0 ? 'No Info' : `Up to ${Number(mph)} mph`
}

/** Returns how many units of `product` the pool has; `null` where stock is not managed. */
export function availableUnits(product: Pick<Product, 'setqty'>, stock: Stock): number | null {
  return stock.manage ? Math.floor(stock.qty / product.setqty) : null
}

/** Returns whether the product is shipped; virtual and downloadable ones are not. */
export function isShipped(type: ProductType): boolean {
  return type !== 'virtual' && type !== 'downloadable'
}

/** Returns whether the product has parts, which are chosen on its page. */
export function isChosenOnPage(type: ProductType): boolean {
  return type === 'bundle' || type === 'grouped'
}
