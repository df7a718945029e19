/** The file with which a maker's new tires are registered (H14t): one row for each TIN of each sale. */
import type { Context } from 'hono'
import { optionSlug } from '../../../schema/catalog/finder/option-slug.ts'
import { shopDay } from '../../../schema/platform/shop-calendar.ts'
import { formatCsvRow, guardFormula } from '../../../schema/staff/csv/csv-cell.ts'
import { countTins } from '../../../schema/staff/safety/registration-record.ts'
import type { AppEnv } from '../../env.ts'
import { allStores } from '../../identity/location/physical-stores.ts'
import { csvResponse } from '../csv/csv-response.ts'
import { readUnregistered } from './registrations.sql.ts'

const COLUMNS = [
  ...['TIN', 'Tires', 'Brand', 'Tire', 'Sold on', 'Order', 'Buyer', 'Street', 'City', 'State', 'ZIP'],
  ...['Dealer', 'Dealer street', 'Dealer city', 'Dealer state', 'Dealer ZIP'],
]

/** Responds with the sales of a maker that have all their TINs and wait to be sent. */
export async function registrationFile(c: Context<AppEnv>): Promise<Response> {
  const brand = c.req.query('brand') ?? ''
  const [lines, [store]] = await Promise.all([readUnregistered(c.env.DB), allStores(c.env.DB)])
  const ready = lines.filter((line) => line.brand === brand && countTins(line.tins) === line.tires)
  if (ready.length === 0) return c.notFound()
  const dealer = store ? [store.name, store.street, store.city, store.state, store.zip] : ['', '', '', '', '']
  const rows = ready.flatMap(
    ({ tins, title, soldAt, orderNumber, buyer: { name, street, city, state, zip } }) =>
      Object.entries(tins).map(([tin, tires]) => [
        ...[tin, String(tires), brand, title, shopDay(soldAt), orderNumber],
        ...[name, street, city, state, zip, ...dealer],
      ]),
  )
  const text = [COLUMNS, ...rows.map((row) => row.map(guardFormula))].map(formatCsvRow).join('')
  return csvResponse(text, `registrations-${optionSlug(brand) || 'tires'}-${shopDay(Date.now())}`)
}
