/** Makes the product of a tire that comes into the shop, by import or by intake: one rule for name, address and markings. */
import { optionSlug } from '../../paths.ts'
import type { Cents } from '../../platform/money.ts'
import {
  type Condition,
  GOODS_TAX_CLASS,
  type InspectionReport,
  type PatternName,
  type Product,
  SETS_OF,
  type Season,
  type SubCondition,
  type Tire,
} from '../product/product.ts'
import { toTreadPattern } from '../product/tire-appearance.ts'
import { speedInMph } from '../sizes/speed-symbol.ts'
import type { TireMarking } from '../sizes/tire-marking.ts'
import { formatTireSize } from '../sizes/tire-size.ts'
import { sizeAndIndex } from '../sizes/tire-text.ts'

/** Depth of a new tread for tires without `treadNew`, in 32nds of an inch. */
const USUAL_TREAD = { touring: 10, sport: 10, winter: 12, at: 15, highway: 12 } as const

/** What is known about a tire beside the markings of its sidewall. */
export interface TireFacts {
  brand: string
  model: string
  season: Season
  condition: Condition
  subCondition?: SubCondition | null | undefined
  pattern?: PatternName | null | undefined
  /** 32nds of an inch; absent for a full tread. */
  treadDepth?: number | undefined
  treadNew?: number | null | undefined
  runFlat?: boolean | undefined
  dot: string | null
}

/** Returns the tire with these markings; pattern and depth when new have defaults. */
export function tireOf(marking: TireMarking, facts: TireFacts): Tire {
  const { size, load, dualLoad, loadRange, speed } = marking
  const { brand, model, season, condition, treadDepth, dot } = facts
  const pattern = facts.pattern ?? toTreadPattern(model, season)
  const treadNew = facts.treadNew ?? Math.max(USUAL_TREAD[pattern], treadDepth ?? 0)
  return {
    ...{ brand, model, season, condition, pattern, treadNew, dot },
    size: formatTireSize(size),
    section: size.width,
    aspect: size.aspect,
    construction: size.construction,
    rim: size.rim,
    subCondition: facts.subCondition ?? (condition === 'New' ? 'New' : null),
    treadDepth: treadDepth ?? treadNew,
    runFlat: facts.runFlat ?? marking.runFlat,
    tireLoad: load ?? 0,
    tireLoadDual: dualLoad,
    loadRange,
    tireSpeed: speed ?? '',
    speedRated: speedInMph(speed ?? '') ?? 0,
  }
}

/** Returns a product of a tire with stock of its own; `now` is its creation time in milliseconds. */
export function tireProduct(
  tire: Tire,
  unit: {
    sku: string
    name?: string | undefined
    price: Cents
    setqty: 1 | 2 | 4
    status: number
    passport: InspectionReport | null
    now: number
  },
): Product {
  const { sku, price, setqty, status, passport, now } = unit
  const name = unit.name || `${tire.brand} ${tire.model} ${sizeAndIndex(tire)}`
  return {
    ...{
      id: 0,
      sku,
      parentSku: null,
      type: 'simple',
      name,
      status,
      visibility: 4,
      price,
      setqty,
      tire,
      passport,
    },
    kind: setqty === 1 ? 'SimpleProduct' : setqty === 2 ? 'SETSKU2' : 'SETSKU4',
    slug: optionSlug(name) || optionSlug(sku),
    taxClassId: GOODS_TAX_CLASS,
    specialPrice: null,
    specialFrom: null,
    specialTo: null,
    sets: SETS_OF[setqty],
    stockSku: sku,
    createdAt: now,
    partNumber: null,
    priceGrade: null,
    features: [],
  }
}
