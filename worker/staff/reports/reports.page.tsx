/**
 * /staff/reports/: what to buy, searches without result, stock, sales, prices, returns, people; each also as a CSV file, and the
 * rows behind their numbers (H14s).
 */
import { type Context, Hono } from 'hono'
import { parseTireSize } from '../../../schema/catalog/sizes/tire-size.ts'
import { hasPermission, isPinRole, type SessionRole } from '../../../schema/identity/staff/permissions.ts'
import { staffPaths } from '../../../schema/paths.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { formatDay, shopDay } from '../../../schema/platform/shop-calendar.ts'
import { isLow, LOW_ASKED, LOW_STOCK, sortBuyersList } from '../../../schema/staff/reports/demand-rows.ts'
import { sizeLabel } from '../../../schema/staff/reports/report-columns.ts'
import {
  parseGrouping,
  parsePeriod,
  REPORT_LABELS,
  REPORTS,
  type ReportName,
  reportHref,
} from '../../../schema/staff/reports/report-paths.ts'
import { formatReportCsv, type ReportTable } from '../../../schema/staff/reports/report-table.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { csvResponse } from '../csv/csv-response.ts'
import { refusePermission } from '../frame/refuse-permission.tsx'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { buyersListFile, buyersListPage } from './buyers-list.tsx'
import { type ReportRequest, readReport, readReturnedTable, readSoldTable } from './read-report.ts'
import { NoRows, ReportChoices, ReportFiles, ReportMenu, ReportTableView } from './report-view.tsx'
import { readDemand, readLastDay, SHOWN_MAX } from './reports.sql.ts'

/** Rows of a report on its page; a file has all of them. */
const SHOWN = 200

const NOTES: Readonly<Record<ReportName, string>> = {
  demand:
    '“Asked” is how often shoppers looked for the size in the last 30 days: in the finder, a search, the filters, on its page or in a chat. “No result” is how often we had none. “Waiting” is how many want an email when it’s back. A, B and C are tires in stock of that grade. “Median days” and “Median price” are of used tires sold in the last year; “Price of” says if only other sizes of the rim sold. “Buy up to” is the most to pay for one tire to earn the usual margin.',
  searches: 'Questions of shoppers whose list was empty, with their filters. Nobody is named.',
  stock: 'Units that are there, on sale or not. Tires of a set count with their set.',
  sales:
    'Tires that were sold and not put back, after discounts and without tax. Sell-through is what was sold of what was sold or is there. Margin counts tires whose cost is known.',
  prices: 'What tires sold for, beside the price that was suggested when they were taken in.',
  returns: 'Returns that buyers asked for in these days, without those they called off.',
  people:
    'Hours are the time at the intake without breaks of over 15 minutes. Second inspections are those of other people’s units.',
}

function readRequest(c: Context<AppEnv>, report: ReportName, role: SessionRole): ReportRequest {
  const size = c.req.query('size') ?? ''
  return {
    report,
    days: parsePeriod(c.req.query('days')),
    by: parseGrouping(report, role, c.req.query('by')),
    size: parseTireSize(size) ? size : null,
    isLow: report === 'demand' && c.req.query('low') === '1',
    now: Date.now(),
  }
}

async function reportPage(c: Context<AppEnv>, staff: StaffSession, report: ReportName): Promise<Response> {
  const request = readRequest(c, report, staff.role)
  const format = c.req.query('format')
  if (report === 'demand' && (format === 'print' || format === 'html')) return buyersList(c, staff, request)
  const [table, lastDay] = await Promise.all([readReport(c.env.DB, staff, request), readLastDay(c.env.DB)])
  const { days, by, size } = request
  if (format === 'csv') return csvFile(table, [report, by, shopDay(request.now)])
  const query = { ...(by && { by }), days, ...(size && { size }), ...(request.isLow && { low: 1 }) }
  const file = (kind: string) => reportHref(report, { ...query, format: kind })
  return staffPage(c, {
    title: REPORT_LABELS[report],
    current: staffPaths.reports,
    body: (
      <>
        {hasPermission(staff.role, 'reports') ? <ReportMenu current={report} /> : null}
        <ReportChoices report={report} days={days} by={by} role={staff.role} />
        {size ? <p>Searches for {sizeLabel(size)}.</p> : null}
        {request.isLow ? (
          <p>
            Sizes asked for {LOW_ASKED} times or more in 30 days with fewer than {LOW_STOCK} tires in stock.{' '}
            <a href={reportHref('demand')}>All sizes</a>
          </p>
        ) : null}
        {table.rows.length === 0 ? (
          <NoRows isMade={lastDay !== null} />
        ) : (
          <>
            <ReportTableView
              label={REPORT_LABELS[report]}
              table={{ ...table, rows: table.rows.slice(0, SHOWN) }}
            />
            {table.rows.length > SHOWN ? (
              <p>
                The first {SHOWN} of {formatQuantity(table.rows.length, 'row')}. The file has all of them.
              </p>
            ) : null}
            <ReportFiles
              files={[
                ...(report === 'demand'
                  ? ([
                      ['Print', file('print')],
                      ['Save for offline', file('html')],
                    ] as const)
                  : []),
                ['Save as CSV', file('csv')],
              ]}
            />
          </>
        )}
        <p className="quiet">
          {NOTES[report]}{' '}
          {report === 'searches'
            ? 'Counted until now.'
            : lastDay
              ? `Numbers until ${formatDay(Date.parse(lastDay))}, made every night.`
              : ''}
        </p>
      </>
    ),
  })
}

async function buyersList(
  c: Context<AppEnv>,
  staff: StaffSession,
  request: ReportRequest,
): Promise<Response> {
  const [demand, lastDay] = await Promise.all([readDemand(c.env.DB), readLastDay(c.env.DB)])
  const list = {
    rows: sortBuyersList(demand).filter((row) => !request.isLow || isLow(row)),
    lastDay: lastDay ?? shopDay(request.now),
    maySeeCost: hasPermission(staff.role, 'cost.see'),
  }
  return c.req.query('format') === 'html' ? buyersListFile(list) : buyersListPage(c, list)
}

const csvFile = (table: ReportTable, names: readonly (string | null)[]) =>
  csvResponse(formatReportCsv(table), names.filter(Boolean).join('-'))

/** Responds with the rows behind a number. */
async function rowsPage(
  c: Context<AppEnv>,
  { title, table, days }: { title: string; table: ReportTable | null; days: number },
): Promise<Response> {
  if (table === null) return c.notFound()
  if (c.req.query('format') === 'csv') return csvFile(table, [title.toLowerCase(), shopDay(Date.now())])
  const { searchParams } = new URL(c.req.url)
  searchParams.set('format', 'csv')
  return staffPage(c, {
    title,
    current: staffPaths.reports,
    body: (
      <>
        <ReportMenu current={null} />
        <p>
          {table.rows.length === SHOWN_MAX
            ? `The newest ${SHOWN_MAX} rows`
            : formatQuantity(table.rows.length, 'row')}{' '}
          of the last {days} days.
        </p>
        {table.rows.length === 0 ? (
          <NoRows isMade />
        ) : (
          <>
            <ReportTableView label={title} table={table} />
            <ReportFiles files={[['Save as CSV', `?${searchParams}`]]} />
          </>
        )}
      </>
    ),
  })
}

const MAX_NAME = 80

async function soldPage(c: Context<AppEnv>, { role }: StaffSession): Promise<Response> {
  const days = parsePeriod(c.req.query('days'))
  const name = (c.req.query('name') ?? '').slice(0, MAX_NAME)
  const question = { by: c.req.query('by') ?? 'size', name, days, now: Date.now() }
  return rowsPage(c, { title: 'Sold', table: await readSoldTable(c.env.DB, role, question), days })
}

async function returnedPage(c: Context<AppEnv>, { role }: StaffSession): Promise<Response> {
  const days = parsePeriod(c.req.query('days'))
  const name = (c.req.query('name') ?? '').slice(0, MAX_NAME)
  const by = parseGrouping('returns', role, c.req.query('by'))
  const table = await readReturnedTable(c.env.DB, role, { by, name, days, now: Date.now() })
  return rowsPage(c, { title: 'Returned', table, days })
}

/** Everybody sees their own numbers, but not on a phone that several people use. */
function peoplePage(c: Context<AppEnv>, staff: StaffSession): Promise<Response> | Response {
  return isPinRole(staff.role)
    ? refusePermission(c, staff.role, 'people.numbers')
    : reportPage(c, staff, 'people')
}

export const reportPages = new Hono<AppEnv>()
  .get(
    staffPaths.reports,
    staffRoute('reports', (c) => {
      c.header('Cache-Control', 'private, no-store')
      return c.redirect(reportHref('demand'), 302)
    }),
  )
  .get(`${staffPaths.reports}sold`, staffRoute('reports', soldPage))
  .get(`${staffPaths.reports}returned`, staffRoute('reports', returnedPage))
  .get(reportHref('people'), staffRoute(null, peoplePage))
for (const report of REPORTS.filter((name) => name !== 'people'))
  reportPages.get(
    reportHref(report),
    staffRoute('reports', (c, staff) => reportPage(c, staff, report)),
  )
