/** /staff/units/grid/: edits up to 500 units cell by cell, like a sheet (H14). */
import { type Context, Hono } from 'hono'
import { Button } from '../../../client/platform/ui/button.tsx'
import { EmptyState } from '../../../client/platform/ui/empty-state.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { hasPermission } from '../../../schema/identity/staff/permissions.ts'
import { formatCount, formatQuantity } from '../../../schema/platform/count.ts'
import { inParts } from '../../../schema/platform/parts.ts'
import { BULK_PATHS, exportHref } from '../../../schema/staff/bulk/bulk-paths.ts'
import {
  formatGridCell,
  GRID_ROWS_MAX,
  type GridField,
  gridFields,
  gridLabel,
} from '../../../schema/staff/bulk/grid.ts'
import type { ExportedUnit } from '../../../schema/staff/csv/unit-columns.ts'
import { LISTED_STATE_LABELS, NO_FILTER } from '../../../schema/staff/unit-list/unit-filter.ts'
import { UNIT_PATHS, unitHref } from '../../../schema/staff/unit-list/unit-paths.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { findExportedUnits } from '../csv/exported-units.sql.ts'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { listSkus } from '../unit-list/unit-list.sql.ts'
import { readChosen, toChosen } from './bulk-edit.page.tsx'
import { countUnits } from './bulk-units.sql.ts'

/** Rows of one part of the table. At each key the browser checks which parts are on the screen, so few parts are faster. */
const PART_ROWS = 10

async function gridPage(c: Context<AppEnv>, staff: StaffSession): Promise<Response> {
  const { DB } = c.env
  const { chosen, labels, href } = await readChosen(DB, toChosen(c), Date.now())
  const skus = 'skus' in chosen ? [...chosen.skus] : await listSkus(DB, chosen, GRID_ROWS_MAX)
  const [found, total] = await Promise.all([findExportedUnits(DB, skus), countUnits(DB, chosen)])
  const units = skus.flatMap((sku) => found.get(sku) ?? [])
  const fields = gridFields((permission) => hasPermission(staff.role, permission))
  const first = units.length < total ? `The first ${units.length} of ${formatCount(total)}. ` : ''
  return staffPage(c, {
    title: `Edit ${formatQuantity(units.length, 'unit')}`,
    current: UNIT_PATHS.units,
    body: [
      <p key="units" className="grid-chosen">
        {first}
        {labels.length > 0 ? labels.slice(0, 6).join(', ') : 'All units of the yard'}
        {labels.length > 6 ? ` and ${labels.length - 6} more` : ''}. <a href={href}>Choose others</a>
      </p>,
      units.length === 0 ? (
        <EmptyState
          key="none"
          title="No units found"
          other={{ href: UNIT_PATHS.units, label: 'Show all units' }}
        >
          Mark units in the list, or change its filters.
        </EmptyState>
      ) : (
        <Editor key="grid" units={units} fields={fields} staffId={staff.staffId} />
      ),
    ],
  })
}

interface EditorProps {
  units: readonly ExportedUnit[]
  fields: readonly GridField[]
  staffId: number
}

/** The script of the page makes the table a grid; without it, the links lead to forms and files that do the same. */
function Editor({ units, fields, staffId }: EditorProps) {
  return (
    <form className="grid-editor" data-grid={BULK_PATHS.gridCall} data-staff={staffId}>
      <noscript>
        <p className="note">
          The sheet needs JavaScript. Change one unit on its page, many on{' '}
          <a href={BULK_PATHS.edit}>the page for many units</a>, or{' '}
          <a href={exportHref(NO_FILTER)}>export them</a>, change the file and import it.
        </p>
      </noscript>
      <div className="grid-tools" role="toolbar" aria-label="Cells" hidden>
        <Button type="submit" kind="buy" data-do="save">
          Save
        </Button>
        <Button data-do="edit">Edit</Button>
        <Button data-do="fill">Fill down</Button>
        <Button data-do="extend" aria-pressed="false">
          Select more
        </Button>
        <Button data-do="copy">Copy</Button>
        <Button data-do="paste">Paste</Button>
        <Button data-do="undo">Undo</Button>
        <Button data-do="discard" hidden>
          Discard
        </Button>
      </div>
      <p className="grid-status" role="status" />
      <section className="grid-scroll" aria-label="Units">
        <table aria-label="Units">
          <thead>
            <tr>
              <th scope="col">Unit</th>
              {fields.map((field) => (
                <th key={field} scope="col" data-field={field}>
                  {gridLabel(field)}
                </th>
              ))}
            </tr>
          </thead>
          {inParts(units, PART_ROWS).map((part) => (
            <tbody key={part[0]?.sku}>
              {part.map((unit) => (
                <Row key={unit.sku} unit={unit} fields={fields} />
              ))}
            </tbody>
          ))}
        </table>
      </section>
      <p id="grid-unsaved" hidden>
        Not saved yet
      </p>
      <div className="grid-save" hidden>
        <Field
          name="why"
          label="Why"
          hint="Needed for large price changes."
          autoComplete="off"
          maxLength={200}
        />
      </div>
      <section className="grid-report" aria-label="Result" tabIndex={-1} hidden />
    </form>
  )
}

function Row({ unit, fields }: { unit: ExportedUnit; fields: readonly GridField[] }) {
  const { sku, size, brand, model, state } = unit
  return (
    <tr data-sku={sku}>
      <th scope="row">
        <a href={unitHref(sku)}>{sku}</a>
        <small>
          {[size, brand, model].filter(Boolean).join(' ')}
          {state === 'live' ? '' : ` · ${LISTED_STATE_LABELS[state]}`}
        </small>
      </th>
      {fields.map((field) => (
        <td key={field}>{formatGridCell(field, unit[field])}</td>
      ))}
    </tr>
  )
}

export const gridPages = new Hono<AppEnv>().get(BULK_PATHS.grid, staffRoute('bulk', gridPage))
