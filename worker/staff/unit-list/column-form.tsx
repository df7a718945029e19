/** Chooses the columns of the list of units: a plain form whose address is the list with these columns (H14h). */
import { Button } from '../../../client/platform/ui/button.tsx'
import { Checkbox } from '../../../client/platform/ui/check.tsx'
import { columnsFor, listColumn, shownColumns } from '../../../schema/staff/unit-list/list-columns.ts'
import {
  type UnitFilter,
  unitFilterQuery,
  unitListHref,
} from '../../../schema/staff/unit-list/unit-filter.ts'
import { UNIT_PATHS } from '../../../schema/staff/unit-list/unit-paths.ts'

export function ColumnForm({ filter, maySeeCost }: { filter: UnitFilter; maySeeCost: boolean }) {
  const shown = shownColumns(filter.columns, maySeeCost)
  const without = { ...filter, columns: [] }
  return (
    <details className="units-columns">
      <summary>Columns</summary>
      <form method="get" action={UNIT_PATHS.units}>
        {[...new URLSearchParams(unitFilterQuery(without))].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <fieldset>
          <legend className="visually-hidden">Columns</legend>
          {columnsFor(maySeeCost).map((column) => (
            <Checkbox
              key={column}
              name="columns"
              value={column}
              label={listColumn(column).label}
              defaultChecked={shown.includes(column)}
            />
          ))}
        </fieldset>
        <div className="button-row">
          <Button type="submit">Show columns</Button>
          {filter.columns.length > 0 ? <a href={unitListHref(without)}>Usual columns</a> : null}
        </div>
      </form>
    </details>
  )
}
