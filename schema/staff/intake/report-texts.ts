/** The words of an inspection report, made from the codes of its findings (H14). */
import * as v from 'valibot'
import { BEFORE_SENT, CLEAN_REPORT } from '../../catalog/product/product.ts'
import { parseTireSize } from '../../catalog/sizes/tire-size.ts'
import { effectiveCode, type Finding, findingRules, type PassportLine } from './findings.ts'

/** Hours for which the shop watches a tire under air. */
export const AIR_TEST_HOURS = 24
const CAR_PSI = 35
const TRUCK_PSI = 90

export const REPORT_TEXTS = v.object({
  tread: v.exactOptional(v.string()),
  repairs: v.string(),
  sidewalls: v.string(),
  beads: v.string(),
  airTest: v.string(),
})
export type ReportTexts = v.InferOutput<typeof REPORT_TEXTS>

/** Returns the pressure of the air test in psi: truck sizes are on half-inch rims. */
export function airTestPressure(size: string): number {
  return Number.isInteger(parseTireSize(size)?.rim ?? 0) ? CAR_PSI : TRUCK_PSI
}

function lineText(line: PassportLine, findings: readonly Finding[]): string {
  const texts = findings
    .map((finding) => ({ rules: findingRules(effectiveCode(finding)), mm: finding.mm }))
    .filter(({ rules }) => rules.line === line)
    .map(({ rules, mm }) => rules.text.replace('{mm}', String(mm ?? '')))
  return texts.length > 0 ? texts.join('. ') : CLEAN_REPORT[line]
}

/** Returns the texts of the report. `airTest` has psi and hours, or is `later` for a test before the tire is sent. */
export function reportTexts(
  findings: readonly Finding[],
  airTest: { psi: number; hours: number } | 'later',
): ReportTexts {
  const tread = lineText('tread', findings)
  return {
    ...(tread && { tread }),
    repairs: lineText('repairs', findings),
    sidewalls: lineText('sidewalls', findings),
    beads: lineText('beads', findings),
    airTest: airTest === 'later' ? BEFORE_SENT : `Held ${airTest.psi} psi for ${airTest.hours} hours`,
  }
}
