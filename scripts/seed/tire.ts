/** Generates one tire of the demo shop: a model in one of its sizes, with an age and wear that agree. */
import type { Condition, SubCondition, Tire } from '../../schema/catalog/product/product.ts'
import { speedInMph } from '../../schema/catalog/sizes/speed-symbol.ts'
import { formatTireSize } from '../../schema/catalog/sizes/tire-size.ts'
import { DAY_MS } from '../../schema/platform/duration.ts'
import { MODELS, type SeedModel, type Tier } from './brands.ts'
import { dotOf } from './clock.ts'
import type { Random } from './prng.ts'
import { type SeedSize, SIZE_CLASSES, SIZES, type SizeClass } from './sizes.ts'

export interface SeedTire {
  tire: Tire
  tier: Tier
  class: SizeClass
  /** Years between production and arrival. */
  age: number
}

const CONDITIONS: readonly (readonly [Condition, number])[] = [
  ['Used', 60],
  ['New', 28],
  ['Driven Once', 7],
  ['Retread', 5],
]
/** Years between production and arrival of used tires, with weights. */
const USED_AGES: readonly (readonly [number, number])[] = [
  [1, 8],
  [2, 16],
  [3, 20],
  [4, 18],
  [5, 14],
  [6, 10],
  [7, 6],
  [8, 4],
  [9, 2],
  [11, 1.4],
  [13, 0.6],
]
const OLDEST = Date.UTC(2011, 0, 8)
const TIER_WEIGHTS: Record<Tier, number> = { premium: 34, mid: 40, value: 26 }

const SIZE_WEIGHTS = SIZES.map((size) => [size, size.weight] as const)

/** Models by size class and retread; computed once because a seed may have a million units. */
const FITTING = new Map<string, (readonly [SeedModel, number])[]>()
for (const sizeClass of SIZE_CLASSES) {
  for (const retread of [false, true]) {
    const models = MODELS.filter((model) => model.retread === retread && model.classes.includes(sizeClass))
    const share = (model: SeedModel) =>
      TIER_WEIGHTS[model.tier] / models.filter((other) => other.tier === model.tier).length
    FITTING.set(
      `${sizeClass}:${retread}`,
      models.map((model) => [model, share(model)] as const),
    )
  }
}

/** Generates a tire that arrived at the time `at`. */
export function makeTire(random: Random, at: number): SeedTire {
  const condition = random.weighted(CONDITIONS)
  const size = sizeFor(random, condition)
  const model = random.weighted(FITTING.get(`${size.class}:${condition === 'Retread'}`) ?? [])
  const speed = speedFor(random, size, model)
  const load = size.loads.length > 1 && random.hit(0.38) ? (size.loads[1] ?? 0) : (size.loads[0] ?? 0)
  const producedAt = producedOn(random, condition, at)
  const treadNew = model.treadNew
  const age = (at - producedAt) / (365.25 * DAY_MS)
  const construction = size.class === 'sport' && speed === 'Y' && random.hit(0.35) ? 'ZR' : size.construction
  return {
    tier: model.tier,
    class: size.class,
    age,
    tire: {
      brand: model.brand,
      model: model.name,
      size: formatTireSize({ ...size, construction }),
      section: size.width,
      aspect: size.aspect,
      construction,
      rim: size.rim,
      season: model.season,
      condition,
      subCondition: condition === 'New' ? subConditionFor(age, random) : null,
      treadDepth: treadFor(random, condition, treadNew, age),
      treadNew,
      runFlat: model.runFlat && size.rim >= 17 && random.hit(0.14),
      tireLoad: load,
      tireLoadDual: size.dualLoad,
      loadRange: size.loadRange,
      tireSpeed: speed,
      speedRated: speedInMph(speed) ?? 0,
      pattern: model.pattern,
      dot: dotOf(producedAt),
    },
  }
}

/** Picks a size; retreads are mostly truck sizes and some car sizes. */
function sizeFor(random: Random, condition: Condition): SeedSize {
  for (;;) {
    const size = random.weighted(SIZE_WEIGHTS)
    const heavy = size.class === 'truck' || size.class === 'light-truck'
    if (condition !== 'Retread') return size
    if (heavy || (size.class === 'car' && random.hit(0.3)) || (size.class === 'sport' && random.hit(0.05)))
      return size
  }
}

/** Picks a speed symbol, the first most often; winter and all-terrain are slower, summer at least H. */
function speedFor(random: Random, size: SeedSize, model: SeedModel): string {
  const mph = (speed: string) => speedInMph(speed) ?? 0
  const slow = model.season === 'Winter' || model.pattern === 'at'
  const allowed = size.speeds.filter(
    (speed) => !(slow && mph(speed) > 149) && !(model.season === 'Summer' && mph(speed) < 130),
  )
  const speeds = allowed.length > 0 ? allowed : slow ? ['H'] : [size.speeds[0] ?? 'T']
  return random.weighted(speeds.map((speed, index) => [speed, 1 / (index + 1)] as const))
}

function producedOn(random: Random, condition: Condition, at: number): number {
  const weeks = (from: number, to: number) => at - random.whole(from * 7, to * 7) * DAY_MS
  if (condition === 'New') return random.hit(0.06) ? weeks(104, 190) : weeks(4, 80)
  if (condition === 'Driven Once') return weeks(10, 100)
  if (condition === 'Retread') return weeks(52, 5 * 52)
  const years = random.weighted(USED_AGES)
  return Math.max(OLDEST, at - Math.round((years + random.next()) * 365) * DAY_MS)
}

/** Returns New-O for a tire over two years old, New-N for some that are less than half a year old. */
function subConditionFor(age: number, random: Random): SubCondition {
  if (age > 2) return 'New-O'
  return age < 0.5 && random.hit(0.5) ? 'New-N' : 'New'
}

/** Returns the least depth in halves of a 32nd. A used tire has at least 4/32, a few have 3/32. */
function treadFor(random: Random, condition: Condition, treadNew: number, age: number): number {
  if (condition === 'New' || condition === 'Retread') return treadNew
  if (condition === 'Driven Once') return treadNew - (random.hit(0.6) ? 0.5 : 0)
  const left = 0.92 - Math.min(0.45, age * 0.05) + (random.next() - 0.5) * 0.5
  const depth = half(2 + (treadNew - 2) * left)
  return Math.min(treadNew - 0.5, Math.max(random.hit(0.02) ? 3 : 4, depth))
}

export function half(value: number): number {
  return Math.round(value * 2) / 2
}
