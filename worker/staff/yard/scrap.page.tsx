/** /staff/scrap: the scrap tires of a month for their hauler, as a page, a sheet of paper or a file (H14h). */
import { type Context, Hono } from 'hono'
import { Button, LinkButton } from '../../../client/platform/ui/button.tsx'
import { Select } from '../../../client/platform/ui/select.tsx'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { shopDay } from '../../../schema/platform/shop-calendar.ts'
import { formatCsvRow, guardText } from '../../../schema/staff/csv/csv-cell.ts'
import {
  countReasons,
  formatMonth,
  monthSpan,
  SCRAP_PATH,
  type ScrapTire,
  scrapHref,
  scrapMonths,
} from '../../../schema/staff/yard/scrap-sheet.ts'
import type { AppEnv } from '../../env.ts'
import { allStores } from '../../identity/location/physical-stores.ts'
import { csvResponse } from '../csv/csv-response.ts'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { readScrap } from './scrap.sql.ts'

async function scrapPage(c: Context<AppEnv>): Promise<Response> {
  const months = scrapMonths(Date.now())
  const month = months.find((one) => one === c.req.query('month')) ?? months[0] ?? ''
  const tires = await readScrap(c.env.DB, monthSpan(month))
  switch (c.req.query('as')) {
    case 'csv':
      return csvResponse(toCsv(tires), `scrap-${month}`)
    case 'print':
      return printSheet(c, month, tires)
    default:
      return showPage(c, { month, months, tires })
  }
}

function showPage(
  c: Context<AppEnv>,
  { month, months, tires }: { month: string; months: readonly string[]; tires: readonly ScrapTire[] },
): Promise<Response> {
  return staffPage(c, {
    title: 'Scrap',
    current: SCRAP_PATH,
    body: [
      <form key="month" method="get" action={SCRAP_PATH} className="field-and-button scrap-month">
        <Select
          name="month"
          label="Month"
          defaultValue={month}
          options={months.map((one) => ({ value: one, label: formatMonth(one) }))}
        />
        <Button type="submit">Show</Button>
      </form>,
      <section key="counts" className="staff-table" aria-labelledby="scrap-title">
        <h2 id="scrap-title">{formatMonth(month)}</h2>
        {tires.length === 0 ? <p>No tire was scrapped in this month.</p> : <Counts tires={tires} />}
      </section>,
      tires.length === 0 ? null : (
        <p key="links" className="button-row">
          <LinkButton href={scrapHref(month, 'print')}>Sheet for the hauler</LinkButton>
          <LinkButton href={scrapHref(month, 'csv')} download>
            Each tire as CSV
          </LinkButton>
        </p>
      ),
    ],
  })
}

function Counts({ tires }: { tires: readonly ScrapTire[] }) {
  const rows = countReasons(tires)
  const total = (of: 'car' | 'truck') => rows.reduce((sum, row) => sum + row[of], 0)
  const [car, truck] = [total('car'), total('truck')]
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Reason</th>
          {['Car', 'Truck', 'Tires'].map((head) => (
            <th key={head} scope="col" className="staff-number">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.reason}>
            <th scope="row">{row.reason}</th>
            <td className="staff-number">{row.car}</td>
            <td className="staff-number">{row.truck}</td>
            <td className="staff-number">{row.car + row.truck}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td className="staff-number">{car}</td>
          <td className="staff-number">{truck}</td>
          <td className="staff-number">
            <b>{car + truck}</b>
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

/** One sheet of Letter paper with lines for what the hauler fills in. */
async function printSheet(c: Context<AppEnv>, month: string, tires: readonly ScrapTire[]): Promise<Response> {
  const [store] = await allStores(c.env.DB)
  const count = tires.reduce((sum, one) => sum + one.tires, 0)
  return staffPage(c, {
    title: `Scrap tires, ${formatMonth(month)}`,
    current: '',
    print: true,
    body: (
      <article className="sheet scrap-sheet">
        <div className="sheet-head">
          <h1>Scrap tires</h1>
          <p>
            {formatMonth(month)}
            <br />
            {formatQuantity(count, 'tire')}
          </p>
        </div>
        {store ? (
          <p>
            From: {store.name}, {store.street}, {store.city}, {store.state} {store.zip}
          </p>
        ) : null}
        <Counts tires={tires} />
        <dl className="scrap-lines">
          {['Hauler', 'Registration or permit', 'Tires picked up', 'Date', 'Signature'].map((label) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd />
            </div>
          ))}
        </dl>
      </article>
    ),
  })
}

const HEADER = ['scrapped', 'sku', 'size', 'brand', 'model', 'dot', 'tires', 'reason', 'by']

function toCsv(tires: readonly ScrapTire[]): string {
  const rows = tires.map(({ at, sku, size, brand, model, dot, tires: count, reason, by }) => [
    ...[shopDay(at), sku, size, brand, model, dot].map((text) => guardText(text ?? '')),
    ...[String(count), guardText(reason), guardText(by ?? '')],
  ])
  return [HEADER, ...rows].map(formatCsvRow).join('')
}

export const scrapPages = new Hono<AppEnv>().get(SCRAP_PATH, staffRoute('units.see', scrapPage))
