/** /staff/import/: uploads a CSV file of units, and downloads its refused rows (H14). */
import { type Context, Hono } from 'hono'
import { Button } from '../../../client/platform/ui/button.tsx'
import { Checkbox } from '../../../client/platform/ui/check.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { staffPaths } from '../../../schema/paths.ts'
import { refusedHref } from '../../../schema/staff/bulk/bulk-paths.ts'
import type { AppEnv } from '../../env.ts'
import { flashAlert } from '../frame/flash-alert.tsx'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { csvResponse } from './csv-response.ts'
import { readRefused } from './exported-units.sql.ts'

export interface ImportState {
  status: 413 | 422
  /** What is wrong with the file. */
  file?: string
  why?: string
  typed: string
}

/** Renders the page; a refused file is chosen again, because a browser sends none twice. */
export function importPage(c: Context<AppEnv>, state?: ImportState): Promise<Response> {
  return staffPage(c, {
    title: 'Import units',
    current: staffPaths.importUnits,
    status: state?.status ?? 200,
    body: [
      flashAlert(c),
      <ol key="steps">
        <li>
          <a href={staffPaths.exportUnits} download>
            Export all units
          </a>
          , or filter <a href={staffPaths.units}>the list</a> and export that.
        </li>
        <li>
          Change prices, special prices, bins, lots, costs, TINs or states in any spreadsheet. Keep the first
          row.
        </li>
        <li>
          New tires are rows with an empty version: size with load and speed (225/45R17 94W), brand, model,
          season, condition, price and tires. Leave the SKU empty for the shop’s next number. Used ones come
          in off sale, for a look.
        </li>
        <li>Save as CSV and check it here. You see first what would change.</li>
      </ol>,
      <form
        key="form"
        method="post"
        action={staffPaths.importUnits}
        encType="multipart/form-data"
        className="bulk-act import-form"
      >
        <input type="hidden" name="key" value={crypto.randomUUID()} />
        <Field name="file" label="CSV file" type="file" accept=".csv,text/csv" required error={state?.file} />
        <Field
          name="why"
          label="Why"
          hint="In the history of each unit that changes."
          autoComplete="off"
          maxLength={200}
          required
          defaultValue={state?.typed ?? ''}
          error={state?.why}
        />
        <Checkbox
          name="overwrite"
          value="1"
          label="Also change units that someone changed after the export"
        />
        <Button type="submit" kind="buy" wide>
          Check file
        </Button>
      </form>,
    ],
  })
}

async function refusedRows(c: Context<AppEnv>): Promise<Response> {
  const id = Number(c.req.param('job'))
  const text = await readRefused(c.env.DB, id)
  if (text === '') return c.notFound()
  return csvResponse(text, `refused-${id}`)
}

export const importPages = new Hono<AppEnv>()
  .get(
    staffPaths.importUnits,
    staffRoute('import', (c) => importPage(c)),
  )
  .get(`${refusedHref(':job{[1-9][0-9]{0,14}}')}`, staffRoute('import', refusedRows))
