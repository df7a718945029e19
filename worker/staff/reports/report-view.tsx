/** The parts that all reports are made of: their menu, their choices, and the table with its bars (H14s). */
import { LinkButton } from '../../../client/platform/ui/button.tsx'
import { EmptyState } from '../../../client/platform/ui/empty-state.tsx'
import type { SessionRole } from '../../../schema/identity/staff/permissions.ts'
import { MISS_DAYS, REPORT_PERIODS } from '../../../schema/staff/reports/report-days.ts'
import {
  GROUPING_LABELS,
  type Grouping,
  groupingsOf,
  HAS_PERIOD,
  REPORT_LABELS,
  REPORTS,
  type ReportName,
  reportHref,
} from '../../../schema/staff/reports/report-paths.ts'
import { barShare, formatCell, type ReportTable } from '../../../schema/staff/reports/report-table.ts'

/** What a report is about, as its address says. */
export interface ReportChoice {
  report: ReportName
  days: number
  by: Grouping | null
}

function LinkRow({
  label,
  links,
}: {
  label: string
  links: readonly (readonly [string, string, boolean])[]
}) {
  return (
    <nav aria-label={label}>
      <ul className="staff-menu">
        {links.map(([text, href, isCurrent]) => (
          <li key={href}>
            <a href={href} aria-current={isCurrent ? 'page' : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The other reports. */
export function ReportMenu({ current }: { current: ReportName | null }) {
  return (
    <LinkRow
      label="Reports"
      links={REPORTS.map((report) => [REPORT_LABELS[report], reportHref(report), report === current])}
    />
  )
}

/** The days and the grouping of a report. */
export function ReportChoices({ report, days, by, role }: ReportChoice & { role: SessionRole }) {
  const groupings = groupingsOf(report, role)
  const hasPeriod = HAS_PERIOD.includes(report)
  if (!hasPeriod && groupings.length === 0) return null
  return (
    <div className="report-choices">
      {hasPeriod ? (
        <LinkRow
          label="Days"
          links={REPORT_PERIODS.filter((count) => report !== 'searches' || count <= MISS_DAYS)
            .toSorted((a, b) => a - b)
            .map((count) => [
              `${count} days`,
              reportHref(report, { days: count, ...(by && { by }) }),
              count === days,
            ])}
        />
      ) : null}
      {groupings.length > 0 ? (
        <LinkRow
          label="By"
          links={groupings.map((grouping) => [
            `By ${GROUPING_LABELS[grouping].toLowerCase()}`,
            reportHref(report, { ...(hasPeriod && { days }), by: grouping }),
            grouping === by,
          ])}
        />
      ) : null}
    </div>
  )
}

/** A bar for the eye alone: its number is in the cell. */
function Bar({ share }: { share: number }) {
  return (
    <svg className="report-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect className="report-bar-ground" width={100} height={6} />
      <rect width={share} height={6} />
    </svg>
  )
}

/** A table of numbers with links to the rows behind them; it scrolls while its first column stays. */
export function ReportTableView({ label, table }: { label: string; table: ReportTable }) {
  const align = (at: number) => (table.columns[at]?.kind === 'text' ? undefined : 'staff-number')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls, so it needs keyboard focus
    <section className="staff-table report-table" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {table.columns.map(({ title }, at) => (
              <th scope="col" key={title} className={align(at)}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map(({ value, href }, at) => {
                const { title = '', kind = 'text' } = table.columns[at] ?? {}
                const text = formatCell(kind, value)
                const share = barShare(table, at, value)
                const content = (
                  <>
                    {href === null ? text : <a href={href}>{text}</a>}
                    {share === null ? null : <Bar share={share} />}
                  </>
                )
                return at === 0 ? (
                  <th scope="row" key={title}>
                    {content}
                  </th>
                ) : (
                  <td key={title} className={align(at)}>
                    {content}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** What a report without rows says. */
export function NoRows({ isMade }: { isMade: boolean }) {
  return isMade ? (
    <EmptyState title="Nothing in these days">
      <p>Choose more days, or come back when more has happened.</p>
    </EmptyState>
  ) : (
    <EmptyState title="No report yet">
      <p>Reports are made every night. The first one is here within the hour.</p>
    </EmptyState>
  )
}

/** The files of a report. */
export function ReportFiles({ files }: { files: readonly (readonly [label: string, href: string])[] }) {
  return (
    <p className="button-row">
      {files.map(([label, href]) => (
        <LinkButton key={href} href={href}>
          {label}
        </LinkButton>
      ))}
    </p>
  )
}
