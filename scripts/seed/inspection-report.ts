/** Generates the report of two inspectors on a used unit. Its grade agrees with its findings. */
import type { InspectionReport } from '../../schema/catalog/product/product.ts'
import { DAY_MS } from '../../schema/platform/duration.ts'
import { isoDay } from './clock.ts'
import type { Random } from './prng.ts'
import { half, type SeedTire } from './tire.ts'

const INSPECTORS = [
  'R. Ortiz',
  'M. Dale',
  'K. Osei',
  'J. Lindqvist',
  'A. Petrov',
  'T. Whitaker',
  'L. Nguyen',
  'S. Brandt',
]
const PATCH = [
  'One plug-patch, 4 mm, between the outer grooves',
  'One plug-patch, 5 mm, in the center rib',
  'One plug-patch, 6 mm, beside the inner groove',
]
const SCUFF = [
  'Light curb scuff on one side, cosmetic',
  'Shallow rim rub near the bead, cosmetic',
  'Faint scuffs on both sides, cosmetic',
]

/** Returns the report on `tires` tires that were stocked at `at`; with `spread` their wear differs. */
export function makeInspectionReport(
  seed: SeedTire,
  random: Random,
  unit: { tires: number; spread: boolean; at: number },
): InspectionReport {
  const { treadDepth: min, treadNew } = seed.tire
  const grooves = Array.from({ length: unit.tires }, (_, index) => {
    // The first tire has the least tread, which is the tread depth of the unit.
    const base = index === 0 || !unit.spread ? min : Math.min(treadNew - 0.5, min + half(0.5 + random.next()))
    return groovesOf(Math.max(min, base), treadNew, random)
  })
  const wear = (treadNew - min) / (treadNew - 2)
  const patched = random.hit(0.07 + wear * 0.14)
  const scuffed = random.hit(0.12 + seed.age * 0.03)
  const grade = patched || (scuffed && wear > 0.6) ? 'C' : scuffed || wear > 0.55 ? 'B' : 'A'
  const [first, second] = twoInspectors(random)
  const inspectedAt = unit.at - random.whole(1, 6) * DAY_MS
  return {
    grooves,
    repairs: patched ? random.pick(PATCH) : 'None',
    sidewalls: scuffed ? random.pick(SCUFF) : 'No cuts, no bulges',
    beads: random.hit(0.1) ? 'Clean, light mounting marks' : 'Clean, not torn',
    airTest: `Held ${seed.class === 'truck' ? 90 : 35} psi for ${random.pick([12, 24])} hours`,
    grade,
    firstInspection: { by: first, on: isoDay(inspectedAt) },
    secondInspection: { by: second, on: isoDay(inspectedAt + random.whole(0, 1) * DAY_MS) },
  }
}

/** Returns four depths from the outer to the inner groove; one of them is `min`. */
function groovesOf(min: number, treadNew: number, random: Random): number[] {
  const worn = random.whole(0, 3)
  return [0, 1, 2, 3].map((index) =>
    index === worn ? min : Math.min(treadNew, min + half(random.next() * 1.2)),
  )
}

function twoInspectors(random: Random): [string, string] {
  const first = random.whole(0, INSPECTORS.length - 1)
  const second = (first + random.whole(1, INSPECTORS.length - 1)) % INSPECTORS.length
  return [INSPECTORS[first] ?? '', INSPECTORS[second] ?? '']
}
