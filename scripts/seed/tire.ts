/** One tire of the embedded shop: a model in a size it is made in, of an age and wear that go together. */
import type { Condition, SubCondition, Tire } from '../../schema/catalog/product/product.ts'
import { speedOf } from '../../schema/catalog/sizes/speed-symbol.ts'
import { formatTireSize } from '../../schema/catalog/sizes/tire-size.ts'
import { DAY_MS } from '../../schema/platform/duration.ts'
import { MODELS, type SeedModel, type Tier } from './brands.ts'
import { dotOf } from './clock.ts'
import type { Chance } from './prng.ts'
import { type SeedSize, SIZE_CLASSES, SIZES, type SizeClass } from './sizes.ts'

export interface SeedTire {
  tire: Tire
  tier: Tier
  class: SizeClass
  /** Years since it was made when it came in. */
  age: number
}

const CONDITIONS: readonly (readonly [Condition, number])[] = [
  ['Used', 60],
  ['New', 28],
  ['Driven Once', 7],
  ['Retread', 5],
]
/** Years from making to stocking of a used tire. */
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

/** Models by what must fit; computed once because a million units ask. */
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

/** A tire that came in at `at`. */
export function makeTire(chance: Chance, at: number): SeedTire {
  const condition = chance.weighted(CONDITIONS)
  const size = sizeFor(chance, condition)
  const model = chance.weighted(FITTING.get(`${size.class}:${condition === 'Retread'}`) ?? [])
  const speed = speedFor(chance, size, model)
  const load = size.loads.length > 1 && chance.hit(0.38) ? (size.loads[1] ?? 0) : (size.loads[0] ?? 0)
  const made = madeOn(chance, condition, at)
  const treadNew = model.treadNew
  const age = (at - made) / (365.25 * DAY_MS)
  const construction = size.class === 'sport' && speed === 'Y' && chance.hit(0.35) ? 'ZR' : size.construction
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
      subCondition: condition === 'New' ? subConditionFor(age, chance) : null,
      treadDepth: treadFor(chance, condition, treadNew, age),
      treadNew,
      runFlat: model.runFlat && size.rim >= 17 && chance.hit(0.14),
      tireLoad: load,
      tireLoadDual: size.dualLoad,
      loadRange: size.loadRange,
      tireSpeed: speed,
      speedRated: speedOf(speed) ?? 0,
      pattern: model.pattern,
      dot: dotOf(made),
    },
  }
}

/** Retreads are made for what carries loads, and in the plain car sizes. */
function sizeFor(chance: Chance, condition: Condition): SeedSize {
  for (;;) {
    const size = chance.weighted(SIZE_WEIGHTS)
    const heavy = size.class === 'truck' || size.class === 'light-truck'
    if (condition !== 'Retread') return size
    if (heavy || (size.class === 'car' && chance.hit(0.3)) || (size.class === 'sport' && chance.hit(0.05)))
      return size
  }
}

/** The size's own speeds, the first most often; snow and mud tires are rated lower, summer tires never below H. */
function speedFor(chance: Chance, size: SeedSize, model: SeedModel): string {
  const mph = (speed: string) => speedOf(speed) ?? 0
  const slow = model.season === 'Winter' || model.pattern === 'at'
  const allowed = size.speeds.filter(
    (speed) => !(slow && mph(speed) > 149) && !(model.season === 'Summer' && mph(speed) < 130),
  )
  const speeds = allowed.length > 0 ? allowed : slow ? ['H'] : [size.speeds[0] ?? 'T']
  return chance.weighted(speeds.map((speed, index) => [speed, 1 / (index + 1)] as const))
}

function madeOn(chance: Chance, condition: Condition, at: number): number {
  const weeks = (from: number, to: number) => at - chance.whole(from * 7, to * 7) * DAY_MS
  if (condition === 'New') return chance.hit(0.06) ? weeks(104, 190) : weeks(4, 80)
  if (condition === 'Driven Once') return weeks(10, 100)
  if (condition === 'Retread') return weeks(52, 5 * 52)
  const years = chance.weighted(USED_AGES)
  return Math.max(OLDEST, at - Math.round((years + chance.next()) * 365) * DAY_MS)
}

/** New-O is older stock, over two years in stock; New-N came from the factory within half a year. */
function subConditionFor(age: number, chance: Chance): SubCondition {
  if (age > 2) return 'New-O'
  return age < 0.5 && chance.hit(0.5) ? 'New-N' : 'New'
}

/** The least depth of the tire in steps of half a 32nd. A used one keeps at least 4/32, a worn few 3. */
function treadFor(chance: Chance, condition: Condition, treadNew: number, age: number): number {
  if (condition === 'New' || condition === 'Retread') return treadNew
  if (condition === 'Driven Once') return treadNew - (chance.hit(0.6) ? 0.5 : 0)
  const left = 0.92 - Math.min(0.45, age * 0.05) + (chance.next() - 0.5) * 0.5
  const depth = half(2 + (treadNew - 2) * left)
  return Math.min(treadNew - 0.5, Math.max(chance.hit(0.02) ? 3 : 4, depth))
}

export function half(value: number): number {
  return Math.round(value * 2) / 2
}
