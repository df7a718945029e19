/** Prices of the demo shop by size, tier, condition, wear and age: whole dollars, in cents. */

import { metricMeasures, parseTireSize } from '../../schema/catalog/sizes/tire-size.ts'
import type { Cents } from '../../schema/platform/money.ts'
import type { Random } from './prng.ts'
import type { SizeClass } from './sizes.ts'
import type { SeedTire } from './tire.ts'

const TIER = { premium: 1.42, mid: 1, value: 0.74 } as const
const CLASS: Record<SizeClass, number> = { car: 1, sport: 1.06, suv: 1.1, 'light-truck': 1.35, truck: 1.55 }
const SPEED: Record<string, number> = { V: 1.03, W: 1.07, Y: 1.13 }

/** Returns the price of one tire. */
export function priceOf(seed: SeedTire, random: Random): Cents {
  const { tire } = seed
  const parsed = parseTireSize(tire.size)
  const { section, aspect } = parsed ? metricMeasures(parsed) : tire
  const size = 38 + (tire.rim - 13) * 11 + (section - 175) * 0.32 + Math.max(0, 50 - aspect)
  const asNew =
    size *
    TIER[seed.tier] *
    CLASS[seed.class] *
    (SPEED[tire.tireSpeed] ?? 1) *
    (tire.season === 'Winter' ? 1.08 : tire.pattern === 'at' ? 1.15 : 1) *
    (tire.runFlat ? 1.22 : 1)
  const haggle = 0.94 + random.next() * 0.12
  return Math.max(18, Math.round(asNew * shareOf(seed) * haggle)) * 100
}

/** Returns the share of a new tire's price. */
function shareOf({ tire, age }: SeedTire): number {
  if (tire.condition === 'New') return tire.subCondition === 'New-O' ? 0.86 : 1
  if (tire.condition === 'Driven Once') return 0.8
  if (tire.condition === 'Retread') return 0.56
  const wear = (tire.treadDepth - 2) / (tire.treadNew - 2)
  return (0.2 + 0.44 * wear) * 0.965 ** age
}

/** Returns the price of a unit: pairs 2 %, fours 4 % below as many singles, rounded down to whole dollars. */
export function setPrice(single: Cents, setqty: number): Cents {
  const off = setqty === 4 ? 0.04 : setqty === 2 ? 0.02 : 0
  return Math.floor((single * setqty * (1 - off)) / 100) * 100
}
