/** Formats the values of a tire for cards, pages and titles. */

import { formatQuantity } from '../../platform/count.ts'
import { DAY_MS } from '../../platform/duration.ts'
import {
  CLEAN_REPORT,
  type Condition,
  type InspectionReport,
  type Product,
  type Season,
  type Stock,
  speedLabel,
  type Tire,
} from '../product/product.ts'
import { loadCapacity } from './load-index.ts'

/** Stock of up to `FEW` tires is highlighted; stock above `MANY` is shown without a number. */
const FEW = 2
const MANY = 8

/** Returns a condition as running text: `Driven once` for `Driven Once`. */
export function conditionLabel(condition: Condition | string): string {
  return condition.charAt(0) + condition.slice(1).toLowerCase()
}

/** Formats `225/45R17, used` for a text about a tire; what is unknown is left out. */
export function formatSizeAndCondition(size: string | null, condition: Condition | null): string {
  return [size, condition && conditionLabel(condition).toLowerCase()].filter(Boolean).join(', ')
}

/** Returns the title: brand and model of a tire, otherwise the product's name. */
export function productTitle({ tire, name }: Pick<Product, 'tire' | 'name'>): string {
  return (tire && `${tire.brand} ${tire.model}`.trim()) || name
}

/** Formats `225/45R17 94W`, `LT245/75R16 121/118S E`; the standard load range SL is omitted. */
export function sizeAndIndex({
  size,
  tireLoad,
  tireLoadDual,
  tireSpeed,
  loadRange,
}: Pick<Tire, 'size' | 'tireLoad' | 'tireLoadDual' | 'tireSpeed' | 'loadRange'>): string {
  const load = [tireLoad, tireLoadDual].filter(Boolean).join('/')
  return [size, `${load}${tireSpeed}`, loadRange === 'SL' ? '' : loadRange].filter(Boolean).join(' ')
}

/** Returns a season as shoppers say it: `All-season` for `All seasons`. */
export function seasonLabel(season: Season | string): string {
  return season === 'All seasons' ? 'All-season' : season
}

/** Formats the number of tires in stock: `4 left`, `In stock`, `Sold`; `few` means that it is highlighted. */
export function formatStock(stock: Stock): { text: string; few: boolean } {
  if (!stock.manage || stock.qty > MANY) return { text: 'In stock', few: false }
  return stock.qty > 0 ? { text: `${stock.qty} left`, few: stock.qty <= FEW } : { text: 'Sold', few: true }
}

/** Formats load and speed: `1,477 lb, up to 168 mph`; unknown parts are omitted. */
export function formatLimits({ tireLoad, speedRated }: Pick<Tire, 'tireLoad' | 'speedRated'>): string {
  const load = loadCapacity(tireLoad)
  const speed = speedRated > 0 ? speedLabel(speedRated).toLowerCase() : ''
  return [load ? `${load.lb.toLocaleString('en-US')} lb` : '', speed].filter(Boolean).join(', ')
}

/** Formats `W, up to 168 mph`; a symbol without a known speed has the text `No Info`. */
export function formatSpeed({ tireSpeed, speedRated }: Pick<Tire, 'tireSpeed' | 'speedRated'>): string {
  const speed = speedLabel(speedRated)
  return [tireSpeed, speedRated > 0 ? speed.toLowerCase() : speed].filter(Boolean).join(', ')
}

/**
 * Parses week and year of a DOT code such as `2419`; `null` for other texts. Years are 2000 to 2099; `at` is in
 * milliseconds.
 */
export function dotDate(dot: string | null): { week: number; year: number; at: number } | null {
  const [, week = '', year = ''] = /(\d{2})(\d{2})$/.exec(dot ?? '') ?? []
  if (!week || Number(week) < 1 || Number(week) > 53) return null
  const at = Date.UTC(2000 + Number(year), 0, 4) + (Number(week) - 1) * 7 * DAY_MS
  return { week: Number(week), year: 2000 + Number(year), at }
}

/** Returns the whole years since `madeAt`; both in milliseconds. */
export function wholeYears(madeAt: number, now: number): number {
  return Math.floor((now - madeAt) / (365.25 * DAY_MS))
}

/** Formats whole years since the tire was made: `7 years old`, `less than a year old`. */
export function formatAgeInYears(madeAt: number, now: number): string {
  const years = wholeYears(madeAt, now)
  if (years < 1) return 'less than a year old'
  return `${formatQuantity(years, 'year')} old`
}

/** Explanations of the inspectors' grades. */
export const GRADES: Readonly<Record<InspectionReport['grade'], string>> = {
  A: 'Even wear, no repair, no mark that matters',
  B: 'More wear or a cosmetic mark, no repair',
  C: 'Repaired once, or well worn and marked; sound, and priced for it',
}

/** Describes the findings of a used unit in a sentence; `null` without findings. */
export function gradeDescription(passport: InspectionReport, tire: Pick<Tire, 'treadDepth'>): string | null {
  const found = [
    passport.tread ?? '',
    ...(['repairs', 'sidewalls'] as const).flatMap((line) =>
      passport[line] === CLEAN_REPORT[line] ? [] : [passport[line]],
    ),
    ...(tire.treadDepth <= 4 ? [`${tire.treadDepth}/32 in of tread left`] : []),
  ].filter(Boolean)
  return found.length > 0 ? `${found.join('. ')}.` : null
}
