/** GET /staff/export/: the units of a filter as a CSV file, streamed (H14). */
import { type Context, Hono } from 'hono'
import { staffPaths } from '../../../schema/paths.ts'
import { shopDay } from '../../../schema/platform/shop-calendar.ts'
import { BOM, formatCsvRow } from '../../../schema/staff/csv/csv-cell.ts'
import { UNIT_COLUMNS } from '../../../schema/staff/csv/unit-columns.ts'
import { parseUnitFilter } from '../../../schema/staff/unit-list/unit-filter.ts'
import type { AppEnv } from '../../env.ts'
import { staffRoute } from '../frame/staff-access.ts'
import type { UnitQuestion } from '../units/unit-list.sql.ts'
import { readUnitQuestion } from '../units/unit-question.ts'
import { csvResponse } from './csv-response.ts'
import { readExportedUnits } from './exported-units.sql.ts'

/** Units that are read at once. */
const ROWS = 1_000

async function exportUnits(c: Context<AppEnv>): Promise<Response> {
  const now = Date.now()
  const filter = parseUnitFilter(new URL(c.req.url).searchParams)
  const { question } = await readUnitQuestion(c.env.DB, filter, now)
  return csvResponse(streamUnits(c.env.DB, question), `units-${shopDay(now)}`)
}

/** Reads the next units only when the browser has taken the ones before. */
function streamUnits(db: D1Database, question: UnitQuestion): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let after = 0
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(`${BOM}${formatCsvRow(UNIT_COLUMNS.map(({ name }) => name))}`))
    },
    async pull(controller) {
      const units = await readExportedUnits(db, question, { after, limit: ROWS })
      const text = units.map((unit) => formatCsvRow(UNIT_COLUMNS.map(({ format }) => format(unit)))).join('')
      if (text) controller.enqueue(encoder.encode(text))
      after = units.at(-1)?.id ?? after
      if (units.length < ROWS) controller.close()
    },
  })
}

export const exportPages = new Hono<AppEnv>().get(staffPaths.exportUnits, staffRoute('export', exportUnits))
