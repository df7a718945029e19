/**
 * What an inspector can find on a used tire (H14). Label, grade and the words of the passport follow from the code, so
 * that they cannot contradict each other.
 */
import * as v from 'valibot'
import type { InspectionReport } from '../../catalog/product/product.ts'

export type Grade = InspectionReport['grade']

/** The line of the passport that names a finding. */
export type PassportLine = 'tread' | 'repairs' | 'sidewalls' | 'beads'

interface FindingRules {
  /** On the button. */
  label: string
  line: PassportLine
  /** In the passport; `{mm}` stands for the size. */
  text: string
  /** The best grade of a tire with the finding; `null` for a knock-out: the tire must not be sold. */
  grade: Grade | null
  /** Whether the size of the damage, in millimeters, belongs to it. */
  hasSize?: true
}

export const FINDINGS = {
  'plug-patch': {
    label: 'Plug-patch in the crown',
    line: 'repairs',
    text: 'One plug-patch, {mm} mm, in the crown',
    grade: 'C',
    hasSize: true,
  },
  patch: {
    label: 'Patch on the liner',
    line: 'repairs',
    text: 'Patch on the inner liner, no hole',
    grade: 'C',
  },
  scuff: { label: 'Scuff', line: 'sidewalls', text: 'Light curb scuff, cosmetic', grade: 'B' },
  weathering: {
    label: 'Weathering',
    line: 'sidewalls',
    text: 'Light weathering, no open cracks',
    grade: 'B',
  },
  'run-flat-wear': {
    label: 'Run-flat wear',
    line: 'sidewalls',
    text: 'Light wear from driving at low pressure',
    grade: 'C',
  },
  'bead-marks': { label: 'Bead marks', line: 'beads', text: 'Light mounting marks, not torn', grade: 'A' },
  uneven: { label: 'Uneven wear', line: 'tread', text: 'Worn more on one side', grade: 'B' },
  'plies-exposed': {
    label: 'Cords or plies exposed',
    line: 'tread',
    text: 'Cords or plies exposed',
    grade: null,
  },
  separation: { label: 'Bulge or separation', line: 'tread', text: 'Signs of separation', grade: null },
  'repair-outside-crown': {
    label: 'Repair in shoulder, sidewall or bead',
    line: 'repairs',
    text: 'Repaired in shoulder, sidewall or bead',
    grade: null,
  },
  'puncture-not-repaired': {
    label: 'Puncture without a plug-patch',
    line: 'repairs',
    text: 'Puncture without a plug-patch',
    grade: null,
  },
  'puncture-too-large': {
    label: 'Puncture over 1/4 in',
    line: 'repairs',
    text: 'Puncture of more than 1/4 in',
    grade: null,
  },
  sealant: { label: 'Sealant inside', line: 'repairs', text: 'Rest of a sealant inside', grade: null },
  'liner-damage': { label: 'Liner damaged', line: 'repairs', text: 'Inner liner damaged', grade: null },
  'bead-damage': { label: 'Bead damaged', line: 'beads', text: 'Bead torn or broken', grade: null },
  'tin-defaced': {
    label: 'DOT code removed',
    line: 'sidewalls',
    text: 'DOT code removed or defaced',
    grade: null,
  },
} as const satisfies Record<string, FindingRules>

export type FindingCode = keyof typeof FINDINGS
export const FINDING_CODES = Object.keys(FINDINGS) as FindingCode[]

/** Largest puncture that may be repaired: 1/4 in. */
export const MAX_PUNCTURE_MM = 6.35

export const FINDING = v.object({
  code: v.picklist(FINDING_CODES),
  mm: v.exactOptional(v.pipe(v.number(), v.minValue(0), v.maxValue(500), v.description('Millimeters'))),
})
export type Finding = v.InferOutput<typeof FINDING>

/** Returns the rules of a finding in one shape, whichever code it has. */
export function findingRules(code: FindingCode): FindingRules {
  return FINDINGS[code]
}

/** Returns the code that a finding ends as: a puncture of more than 1/4 in cannot count as repaired. */
export function effectiveCode({ code, mm }: Finding): FindingCode {
  return code === 'plug-patch' && mm !== undefined && mm > MAX_PUNCTURE_MM ? 'puncture-too-large' : code
}

/** Returns the first finding with which the tire must not be sold; `null` without one. */
export function knockOutFinding(findings: readonly Finding[]): FindingCode | null {
  return findings.map(effectiveCode).find((code) => findingRules(code).grade === null) ?? null
}
