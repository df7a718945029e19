/** What two inspectors found on a used unit. Grade and findings say the same thing. */
import type { InspectionReport } from '../../schema/catalog/product/product.ts'
import { DAY_MS } from '../../schema/platform/duration.ts'
import { isoDay } from './clock.ts'
import type { Chance } from './prng.ts'
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

/** Passport of a unit of `tires` tires that was stocked at `at`; `spread` lets their wear differ. */
export function makePassport(
  seed: SeedTire,
  chance: Chance,
  unit: { tires: number; spread: boolean; at: number },
): InspectionReport {
  const { treadDepth: min, treadNew } = seed.tire
  const grooves = Array.from({ length: unit.tires }, (_, index) => {
    // The first tire is the one with the least tread; the unit is known by it.
    const base = index === 0 || !unit.spread ? min : Math.min(treadNew - 0.5, min + half(0.5 + chance.next()))
    return groovesOf(Math.max(min, base), treadNew, chance)
  })
  const wear = (treadNew - min) / (treadNew - 2)
  const patched = chance.hit(0.07 + wear * 0.14)
  const scuffed = chance.hit(0.12 + seed.age * 0.03)
  const grade = patched || (scuffed && wear > 0.6) ? 'C' : scuffed || wear > 0.55 ? 'B' : 'A'
  const [first, second] = twoInspectors(chance)
  const seen = unit.at - chance.whole(1, 6) * DAY_MS
  return {
    grooves,
    repairs: patched ? chance.pick(PATCH) : 'None',
    sidewalls: scuffed ? chance.pick(SCUFF) : 'No cuts, no bulges',
    beads: chance.hit(0.1) ? 'Clean, light mounting marks' : 'Clean, not torn',
    airTest: `Held ${seed.class === 'truck' ? 90 : 35} psi for ${chance.pick([12, 24])} hours`,
    grade,
    firstInspection: { by: first, on: isoDay(seen) },
    secondInspection: { by: second, on: isoDay(seen + chance.whole(0, 1) * DAY_MS) },
  }
}

/** Four depths from the outer to the inner groove; one of them is the least. */
function groovesOf(min: number, treadNew: number, chance: Chance): number[] {
  const worn = chance.whole(0, 3)
  return [0, 1, 2, 3].map((place) =>
    place === worn ? min : Math.min(treadNew, min + half(chance.next() * 1.2)),
  )
}

function twoInspectors(chance: Chance): [string, string] {
  const first = chance.whole(0, INSPECTORS.length - 1)
  const second = (first + chance.whole(1, INSPECTORS.length - 1)) % INSPECTORS.length
  return [INSPECTORS[first] ?? '', INSPECTORS[second] ?? '']
}
