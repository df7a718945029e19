/** The inspection report of a unit: depths of each tire from outer to inner, findings, and who inspected it. */

import type { InspectionReport } from '../../../schema/catalog/product/product.ts'
import { FINDINGS, type Finding } from '../../../schema/staff/intake/findings.ts'
import type { UnitFinding } from '../../../schema/staff/units/unit.table.ts'
import { formatInspection } from '../../catalog/product/inspection-report.tsx'
import { FactList } from '../frame/fact-list.tsx'
import { StaffTable } from '../staff-table.tsx'

export function UnitReport({
  report,
  findings,
}: {
  report: InspectionReport
  findings: readonly UnitFinding[]
}) {
  const { grooves, grade, repairs, sidewalls, beads, airTest, firstInspection, secondInspection } = report
  const most = Math.max(0, ...grooves.map((depths) => depths.length))
  const texts: [label: string, text: string | undefined][] = [
    ['Grade', grade],
    ['Findings', findings.map(formatFinding).join(', ')],
    ['Repairs', repairs],
    ['Sidewalls', sidewalls],
    ['Beads', beads],
    ['Air test', airTest],
    ['First inspection', formatInspection(firstInspection)],
    ['Second inspection', formatInspection(secondInspection)],
  ]
  return (
    <section aria-labelledby="report-title">
      <h2 id="report-title">Inspection report</h2>
      <StaffTable
        label="Tread depths in 32nds of an inch"
        columns={[
          { title: 'Tire' },
          ...Array.from({ length: most }, (_, at) => ({ title: grooveTitle(at, most), isNumber: true })),
        ]}
        rows={grooves.map((depths, index) => ({
          key: String(index),
          cells: [index + 1, ...Array.from({ length: most }, (_, at) => depths[at] ?? '')],
        }))}
      />
      <FactList facts={texts} />
    </section>
  )
}

function grooveTitle(at: number, most: number): string {
  if (at === 0) return 'Outer'
  return at === most - 1 ? 'Inner' : `Groove ${at + 1}`
}

function formatFinding({ code, mm }: UnitFinding): string {
  const label = FINDINGS[code as Finding['code']]?.label ?? code
  return mm === undefined ? label : `${label}, ${mm} mm`
}
