/** Makes the product of a set from those of its tires (H14): all inspection reports, all photos. */
import { tireProduct } from '../../catalog/new-product/tire-product.ts'
import { BEFORE_SENT, type InspectionReport, type Product, type Tire } from '../../catalog/product/product.ts'
import { dotDate } from '../../catalog/sizes/tire-text.ts'
import type { Cents } from '../../platform/money.ts'
import type { UnitFinding } from '../units/unit.table.ts'
import type { UnitPhoto } from '../units/unit-record.ts'
import { costOf, type SetSize, type SetTire } from './set-rule.ts'

/** Photos of one unit. */
const MAX_PHOTOS = 20

/** Returns the product; tread and date are those of the tire with the least, so that nobody gets less than is written. */
export function toSetProduct(
  tires: readonly SetTire[],
  { sku, size, price, now }: { sku: string; size: SetSize; price: Cents; now: number },
): Product | null {
  const facts = tires.flatMap(({ product: { tire } }) => tire ?? [])
  const reports = tires.flatMap(({ product: { passport } }) => passport ?? [])
  const [first] = facts
  if (!first || reports.length < tires.length) return null
  const tire: Tire = {
    ...first,
    treadDepth: Math.min(...facts.map(({ treadDepth }) => treadDepth)),
    treadNew: Math.max(...facts.map(({ treadNew }) => treadNew)),
    dot: oldestDot(facts),
  }
  const passport = joinReports(reports)
  const product = tireProduct(tire, { sku, price, setqty: size, status: 1, passport, now })
  return { ...product, kind: size === 2 ? 'SETTREAD2' : 'SETTREAD4' }
}

function oldestDot(tires: readonly Tire[]): string | null {
  const at = ({ dot }: Tire) => dotDate(dot)?.at ?? Number.POSITIVE_INFINITY
  return tires.toSorted((a, b) => at(a) - at(b))[0]?.dot ?? null
}

/** Returns one report of all tires: grooves tire by tire, the lowest grade, and each finding with the tires that have it. */
export function joinReports(reports: readonly InspectionReport[]): InspectionReport {
  const text = (read: (report: InspectionReport) => string) => joinTexts(reports.map(read))
  return {
    grooves: reports.flatMap(({ grooves }) => grooves),
    tread: text(({ tread = '' }) => tread),
    repairs: text(({ repairs }) => repairs),
    sidewalls: text(({ sidewalls }) => sidewalls),
    beads: text(({ beads }) => beads),
    airTest: text(({ airTest }) => airTest),
    grade:
      reports
        .map(({ grade }) => grade)
        .toSorted()
        .at(-1) ?? 'C',
    firstInspection: joinInspections(reports.map(({ firstInspection }) => firstInspection)),
    secondInspection: joinInspections(reports.map(({ secondInspection }) => secondInspection)),
  }
}

type Inspection = InspectionReport['firstInspection']

/** Returns who inspected the tires, and the day of the last one; an inspection that one tire still needs, all need. */
function joinInspections(inspections: readonly Inspection[]): Inspection {
  const open = inspections.find(({ by }) => by === BEFORE_SENT)
  if (open) return open
  const by = [...new Set(inspections.map(({ by: name }) => name))].join(', ')
  return {
    by,
    on:
      inspections
        .map(({ on }) => on)
        .toSorted()
        .at(-1) ?? '',
  }
}

/** Returns the text of all tires, or each text with the numbers of its tires. */
function joinTexts(texts: readonly string[]): string {
  const different = [...new Set(texts)]
  if (different.length <= 1) return different[0] ?? ''
  return different
    .filter((text) => text !== '')
    .map((text) => {
      const numbers = texts.flatMap((other, index) => (other === text ? index + 1 : []))
      return `${numbers.length === 1 ? 'tire' : 'tires'} ${numbers.join(', ')}: ${text}`
    })
    .join('; ')
    .replace(/^t/, 'T')
}

/** Returns the photos of a set: the first of each tire, then the second ones, with the number of the tire. */
export function setPhotos(tires: readonly Pick<SetTire, 'photos'>[]): UnitPhoto[] {
  const most = Math.max(0, ...tires.map(({ photos }) => photos.length))
  const photos = Array.from({ length: most }, (_, at) =>
    tires.flatMap(({ photos: own }, index) => {
      const photo = own[at]
      return photo ? [{ image: photo.image, label: photoLabel(index + 1, photo.label) }] : []
    }),
  )
  return photos.flat().slice(0, MAX_PHOTOS)
}

function photoLabel(number: number, label: string): string {
  return label ? `Tire ${number}: ${label.toLowerCase()}` : `Tire ${number}`
}

/** Returns what is the same of all tires; `null` when they differ. */
function common<Value>(values: readonly Value[]): Value | null {
  return new Set(values).size === 1 ? (values[0] ?? null) : null
}

/** Returns what the unit of a set takes from its tires. It was taken in with them, so it counts as no intake of its own. */
export function setDetails(tires: readonly SetTire[]) {
  const units = tires.map(({ unit }) => unit)
  const last = units.toSorted((a, b) => (a.secondAt ?? 0) - (b.secondAt ?? 0)).at(-1)
  const isInspected = units.every(({ secondBy }) => secondBy !== null)
  return {
    state: 'live' as const,
    lotId: common(units.map(({ lotId }) => lotId)),
    cost: costOf(tires),
    tin: common(units.map(({ tin }) => tin)),
    findings: uniqueFindings(units.flatMap(({ findings }) => findings)),
    takenBy: common(units.map(({ takenBy }) => takenBy)),
    secondBy: isInspected ? (last?.secondBy ?? null) : null,
    secondAt: isInspected ? (last?.secondAt ?? null) : null,
  }
}

function uniqueFindings(findings: readonly UnitFinding[]): UnitFinding[] {
  return [...new Map(findings.map((finding) => [`${finding.code} ${finding.mm ?? ''}`, finding])).values()]
}
