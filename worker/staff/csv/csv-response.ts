/** Responds with files for spreadsheets (H14w). */
import { BOM } from '../../../schema/staff/csv/csv-cell.ts'

/** Responds with a CSV file to store, called `name` without its ending. A stream begins with the mark of its encoding itself. */
export function csvResponse(body: string | ReadableStream<Uint8Array>, name: string): Response {
  return new Response(typeof body === 'string' ? `${BOM}${body}` : body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}.csv"`,
      'Cache-Control': 'private, no-store',
    },
  })
}
