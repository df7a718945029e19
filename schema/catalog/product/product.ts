/** Products (C1). Prices are for one sellable unit: the price of a "set of four" is for four tires. */
import type { Cents } from '../../platform/money.ts'
import type { ExtraValues } from '../attributes/extra-attributes.ts'
import type { ModelRating } from '../rating/model-rating.ts'

export const PRODUCT_TYPES = [
  'simple',
  'configurable',
  'grouped',
  'bundle',
  'virtual',
  'downloadable',
] as const
export type ProductType = (typeof PRODUCT_TYPES)[number]

/** Largest number of characters of a sku; longer texts are never a sku. */
export const SKU_MAX = 64

/** The sales form of a tire: tires of a SKU set are equal, tires of a TREAD set differ in measured tread. */
export const PRODUCT_KINDS = ['SimpleProduct', 'SETSKU2', 'SETSKU4', 'SETTREAD2', 'SETTREAD4'] as const
export type ProductKind = (typeof PRODUCT_KINDS)[number]

export const CONDITIONS = ['Used', 'New', 'Retread', 'Driven Once'] as const
export type Condition = (typeof CONDITIONS)[number]
/** Tires that come in again and again, alike. */
export const RESTOCKED_CONDITIONS = ['New', 'Retread'] as const satisfies readonly Condition[]

export const SUB_CONDITIONS = ['New', 'New-O', 'New-N'] as const
export type SubCondition = (typeof SUB_CONDITIONS)[number]

export const SEASONS = ['All seasons', 'Summer', 'Winter'] as const
export type Season = (typeof SEASONS)[number]

export const SETS = ['single', 'pairs', 'setOfFour'] as const
export type Sets = (typeof SETS)[number]

/** How a unit of this many tires is sold. */
export const SETS_OF: Readonly<Record<1 | 2 | 4, Sets>> = { 1: 'single', 2: 'pairs', 4: 'setOfFour' }

/** The tax class of goods, in every shop. */
export const GOODS_TAX_CLASS = 2

export const PATTERN_NAMES = ['touring', 'sport', 'winter', 'at', 'highway'] as const
export type PatternName = (typeof PATTERN_NAMES)[number]

/** Products of status 2 and above cannot be opened; 0 and 1 are sold (C6). */
export const STATUS_DISABLED = 2

/** Log message for a request of a product that is disabled or has no page. */
export const PRODUCT_NOT_FOUND = 'Product query returned empty result with the status or visibility value'

/**
 * Checks whether the shop publishes the product in documents, prices, lists and carts. The same condition in SQL is in
 * worker/catalog/index/listed-condition.sql.ts.
 */
export function isEnabled({ status }: Pick<Product, 'status'>): boolean {
  return status < STATUS_DISABLED
}

/** Checks whether the product has a page of its own: status below 2, and not shown on its parent's page (A8). */
export function isViewable({ status, visibility }: Pick<Product, 'status' | 'visibility'>): boolean {
  return isEnabled({ status }) && visibility > 1
}

/** 1 only with its parent, 2 in lists, 3 in search, 4 in lists and search (C6). */
export type Visibility = 1 | 2 | 3 | 4

/** An inspector's report on one used tire or set. Depths in 32nds of an inch. */
export interface InspectionReport {
  /** One list of groove depths per tire of the unit, outer to inner. */
  grooves: number[][]
  /** Absent for even wear. */
  tread?: string
  repairs: string
  sidewalls: string
  beads: string
  airTest: string
  grade: 'A' | 'B' | 'C'
  firstInspection: { by: string; on: string }
  secondInspection: { by: string; on: string }
}

/** Lines of a report without findings. */
export const CLEAN_REPORT = {
  tread: '',
  repairs: 'None',
  sidewalls: 'No cuts, no bulges',
  beads: 'Clean, not torn',
} as const

/** Stands in a report for the air test, or for who makes the second inspection, while it is still to come. */
export const BEFORE_SENT = 'Before it’s sent'

/** The tire attributes; `null` on other products. */
export interface Tire {
  brand: string
  model: string
  /** As marked on the tire, e.g. `225/45R17`, `LT245/75R16`. */
  size: string
  /** The numbers of the size as in `TireSize`: mm, percent and inches, or all in inches. */
  section: number
  aspect: number
  /** Construction letter(s), the attribute `rad`. */
  construction: string
  /** Inches. */
  rim: number
  season: Season
  condition: Condition
  subCondition: SubCondition | null
  /** 32nds of an inch, in steps of 0.5; the smallest depth in the unit. */
  treadDepth: number
  /** Tread depth of the new tire, 32nds of an inch. */
  treadNew: number
  runFlat: boolean
  /** Load index, e.g. 94; of a dual index the value for a single tire. */
  tireLoad: number
  /** Load index of each of two tires side by side, e.g. 118 of 121/118. */
  tireLoadDual?: number | null
  /** `XL`, or the letter of a light truck tire. */
  loadRange?: string | null
  /** Speed symbol, e.g. `W`. */
  tireSpeed: string
  /** mph; 0 when unknown (label "No Info"). */
  speedRated: number
  pattern: PatternName
  /** Week and year, e.g. `2419`; `null` when unknown. */
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
  /** Tires in one unit. */
  setqty: number
  sets: Sets
  /** The stock pool; each sold unit reduces the pool by `setqty` tires. Variants share the parent's pool. */
  stockSku: string
  createdAt: number
  partNumber: string | null
  priceGrade: string | null
  features: string[]
  extra?: ExtraValues
  tire: Tire | null
  passport: InspectionReport | null
  /** Name of its first photograph; a product without one is drawn. */
  photo?: string | null
}

/** Tires in a product's stock pool. `manage: false`: the shop does not count stock. */
export interface Stock {
  qty: number
  manage: boolean
}

/** A product with its stock and variants. */
export interface Offer {
  product: Product
  stock: Stock
  /** Variants of a configurable product, by `setqty` ascending; empty otherwise. */
  variants: Product[]
  /** Whether the buyer must fill in a custom option; absent where custom options were not loaded. */
  mustAsk?: boolean
  /** Absent without reviews of the model, or where they were not loaded. */
  rating?: ModelRating
}

/** Formats a speed rating: an empty text for no value, 'No Info' for 0, otherwise 'Up to {n} mph' (C1). */
export function speedLabel(mph: number | string | null | undefined): string {
  if (mph === null || mph === undefined || mph === '') return ''
  return Number(mph) === 0 ? 'No Info' : `Up to ${Number(mph)} mph`
}

/** Returns the units of `product` in its stock pool; `null` where stock is not managed. */
export function availableUnits(product: Pick<Product, 'setqty'>, stock: Stock): number | null {
  return stock.manage ? Math.floor(stock.qty / product.setqty) : null
}

/** Checks whether the product is shipped; virtual and downloadable products are not. */
export function isShipped(type: ProductType): boolean {
  return type !== 'virtual' && type !== 'downloadable'
}

/** Checks whether the product has parts that the shopper selects on the product page. */
export function isComposedProduct(type: ProductType): boolean {
  return type === 'bundle' || type === 'grouped'
}
