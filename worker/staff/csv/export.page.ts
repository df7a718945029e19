/** GET /staff/export/: the units of a filter as a CSV file, streamed (H14). */
import { type Context, Hono } from 'hono'
import { isGranted } from '../../../schema/identity/staff/permissions.ts'
import { staffPaths } from '../../../schema/paths.ts'
import { shopDay } from '../../../schema/platform/shop-calendar.ts'
import { BOM, formatCsvRow } from '../../../schema/staff/csv/csv-cell.ts'
import { UNIT_COLUMNS, type UnitColumn } from '../../../schema/staff/csv/unit-columns.ts'
import { parseUnitFilter } from '../../../schema/staff/unit-list/unit-filter.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { staffRoute } from '../frame/staff-access.ts'
import type { UnitQuestion } from '../unit-list/unit-list.sql.ts'
import { readUnitQuestion } from '../unit-list/unit-question.ts'
import { csvResponse } from './csv-response.ts'
import { readExportedUnits } from './exported-units.sql.ts'

/** Units that are read at once. */
const ROWS = 1_000

async function exportUnits(c: Context<AppEnv>, staff: StaffSession): Promise<Response> {
  const now = Date.now()
  const filter = parseUnitFilter(new URL(c.req.url).searchParams)
  const { question } = await readUnitQuestion(c.env.DB, filter, now)
  const columns = UNIT_COLUMNS.filter(({ needsCost }) => !needsCost || isGranted(staff, 'cost.see'))
  return csvResponse(streamUnits(c.env.DB, question, columns), `units-${shopDay(now)}`)
}

/** Reads the next units only when the browser has taken the ones before. */
function streamUnits(
  db: D1Database,
  question: UnitQuestion,
  columns: readonly UnitColumn[],
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let after = 0
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(`${BOM}${formatCsvRow(columns.map(({ name }) => name))}`))
    },
    async pull(controller) {
      const units = await readExportedUnits(db, question, { after, limit: ROWS })
      const text = units.map((unit) => formatCsvRow(columns.map(({ format }) => format(unit)))).join('')
      if (text) controller.enqueue(encoder.encode(text))
      after = units.at(-1)?.id ?? after
      if (units.length < ROWS) controller.close()
    },
  })
}

export const exportPages = new Hono<AppEnv>().get(staffPaths.exportUnits, staffRoute('export', exportUnits))
