/**
 * The facts of a demo tire that its sidewall and its maker state (H13g): UTQG, mileage warranty, snow marks, the
 * carmaker's mark and the country. They follow from model and size, so that every unit of a model agrees, and follow the
 * rules of real tires: winter and light truck tires have no UTQG, and only new touring tires have a mileage warranty.
 */
import type { ExtraValues } from '../../schema/catalog/attributes/extra-attributes.ts'
import type { PatternName } from '../../schema/catalog/product/product.ts'
import type { Tier } from './brands.ts'
import { hash } from './prng.ts'
import type { SeedTire } from './tire.ts'

const COUNTRIES = [
  'United States',
  'Japan',
  'Germany',
  'South Korea',
  'Canada',
  'Mexico',
  'Finland',
  'Thailand',
]

/** Lowest treadwear grade of a pattern, and thousand miles of the warranty in the middle tier; 0 without one. */
const WEAR: Readonly<Record<PatternName, readonly [treadwear: number, miles: number]>> = {
  sport: [300, 40],
  touring: [560, 65],
  highway: [600, 60],
  at: [500, 50],
  winter: [0, 0],
}
const TIER_MILES: Readonly<Record<Tier, number>> = { premium: 10, mid: 0, value: -15 }
const OE_MARKS = ['MO', 'AO', 'N0', 'J', 'VOL']

/** Returns the facts of a tire; an entry is absent where a real tire has none. */
export function extraFactsOf({ tire, tier, class: sizeClass }: SeedTire): ExtraValues {
  const { brand, model, season, pattern, size, condition } = tire
  const isHeavy = sizeClass === 'light-truck' || sizeClass === 'truck'
  const [treadwear, miles] = WEAR[pattern]
  const hasGrade = treadwear > 0 && !isHeavy
  const nth = hash(`${brand} ${model}`)
  const grade = treadwear + (nth % 5) * 20 - (season === 'Summer' ? 60 : 0)
  const traction =
    season === 'Summer' && tier === 'premium' ? 'AA' : tier === 'value' && nth % 3 === 0 ? 'B' : 'A'
  const temperature = pattern === 'sport' ? 'A' : tier === 'value' ? 'B' : 'A'
  const hasWarranty = condition === 'New' && hasGrade && season !== 'Summer'
  const snow = snowMarks(tire, tier)
  // Carmakers order their own versions of sport tires in a few sizes.
  const isOriginal = sizeClass === 'sport' && tier === 'premium' && hash(`${model}${size}`) % 6 === 0
  const oeMark = tire.runFlat ? '*' : isOriginal ? OE_MARKS[nth % OE_MARKS.length] : undefined
  return {
    ...(hasGrade ? { utqg: `${grade} ${traction} ${temperature}` } : {}),
    ...(hasWarranty ? { mileage_warranty: `${miles + TIER_MILES[tier]},000 miles` } : {}),
    ...(snow ? { snow_marks: snow } : {}),
    ...(oeMark ? { oe_mark: oeMark } : {}),
    made_in: COUNTRIES[hash(brand) % COUNTRIES.length] ?? 'Japan',
  }
}

/** Winter tires and the better all-terrain tires pass the snow test; other all-season tires are only M+S. */
function snowMarks({ season, pattern }: SeedTire['tire'], tier: Tier): string {
  if (season === 'Summer') return ''
  return season === 'Winter' || (pattern === 'at' && tier !== 'value') ? 'M+S, 3PMSF' : 'M+S'
}
