/** The buyer's list: one sheet of paper, and one file that opens without a connection (H14s). */
import type { Context } from 'hono'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { formatDay } from '../../../schema/platform/shop-calendar.ts'
import type { DemandRow } from '../../../schema/staff/reports/demand-rows.ts'
import { sizeLabel } from '../../../schema/staff/reports/report-columns.ts'
import { formatCell } from '../../../schema/staff/reports/report-table.ts'
import type { AppEnv } from '../../env.ts'
import { renderRoot } from '../../platform/page/deferred.tsx'
import { staffPage } from '../frame/staff-page.tsx'

/** Sizes that fit on a sheet of Letter paper. */
const SIZES_ON_PAPER = 45

interface BuyersList {
  /** In the order of the list. */
  rows: readonly DemandRow[]
  /** The last day that the numbers know, `2026-11-26`. */
  lastDay: string
  maySeeCost: boolean
}

const TITLE = 'What to buy'
const until = (day: string) => `Numbers until ${formatDay(Date.parse(day))}`

function ListTable({ rows, maySeeCost }: BuyersList) {
  const titles = ['Size', 'Asked', 'No result', 'In stock', 'A', 'B', 'C', 'Sold 90 days', 'Median days']
  return (
    <table>
      <thead>
        <tr>
          {[...titles, ...(maySeeCost ? ['Buy up to'] : [])].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ size, asked, missed, stock, a, b, c, sold90, medianDays, buyUpTo }) => (
          <tr key={size}>
            <th scope="row">{sizeLabel(size)}</th>
            {Object.entries({ asked, missed, stock, a, b, c, sold90, medianDays }).map(([name, value]) => (
              <td key={name}>{formatCell('count', value)}</td>
            ))}
            {maySeeCost ? (
              <td>
                <b>{buyUpTo === null ? '–' : `$${buyUpTo / 100}`}</b>
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Responds with the sheet of paper. */
export function buyersListPage(c: Context<AppEnv>, list: BuyersList): Promise<Response> {
  const more = list.rows.length - SIZES_ON_PAPER
  return staffPage(c, {
    title: TITLE,
    current: '',
    print: true,
    body: (
      <section className="sheet report-sheet">
        <div className="sheet-head">
          <h1>{TITLE}</h1>
          <p>{until(list.lastDay)}</p>
        </div>
        <ListTable {...list} rows={list.rows.slice(0, SIZES_ON_PAPER)} />
        {more > 0 ? <p>And {formatQuantity(more, 'more size')}.</p> : null}
      </section>
    ),
  })
}

/** The styles of the file, which has nothing to load. */
const FILE_STYLE = `body{margin:16px;font:16px/1.4 system-ui,sans-serif;color-scheme:light dark}h1{margin:0;font-size:24px}
table{border-collapse:collapse;width:100%}th,td{padding:10px 8px;border-bottom:1px solid #8888;text-align:right;white-space:nowrap}
th:first-child{text-align:left;position:sticky;left:0;background:Canvas}div{overflow-x:auto}tbody th{font-size:18px}`

/** Responds with the file: all of it is in one document, so a phone opens it in the yard without a connection. */
export function buyersListFile(list: BuyersList): Response {
  const document = (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${TITLE}, ${list.lastDay}`}</title>
        <style>{FILE_STYLE}</style>
      </head>
      <body>
        <h1>{TITLE}</h1>
        <p>{until(list.lastDay)}</p>
        <div>
          <ListTable {...list} />
        </div>
      </body>
    </html>
  )
  return new Response(`<!DOCTYPE html>${renderRoot(document).texts.join('')}`, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Disposition': `attachment; filename="what-to-buy-${list.lastDay}.html"`,
      'Cache-Control': 'private, no-store',
    },
  })
}
