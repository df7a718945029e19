/** Generates the report of two inspectors on a used unit. Its grade agrees with its findings. */
import type { InspectionReport } from '../../schema/catalog/product/product.ts'
import { DAY_MS } from '../../schema/platform/duration.ts'
import type { Finding } from '../../schema/staff/intake/findings.ts'
import { gradeOf } from '../../schema/staff/intake/grade.ts'
import { airTestPressure, reportTexts } from '../../schema/staff/intake/report-texts.ts'
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
  const findings: Finding[] = []
  if (random.hit(0.07 + wear * 0.14)) findings.push({ code: 'plug-patch', mm: random.whole(4, 6) })
  if (random.hit(0.12 + seed.age * 0.03)) findings.push({ code: random.hit(0.7) ? 'scuff' : 'weathering' })
  if (random.hit(0.1)) findings.push({ code: 'bead-marks' })
  const [first, second] = twoInspectors(random)
  const inspectedAt = unit.at - random.whole(1, 6) * DAY_MS
  return {
    grooves,
    ...reportTexts(findings, { psi: airTestPressure(seed.tire.size), hours: random.pick([12, 24]) }),
    grade: gradeOf(findings, { least: min, treadNew }),
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
