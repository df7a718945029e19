/** Rows of the list of units: a table on a desk, cards on a phone; marked rows can be printed or moved together. */
import type { ReactNode } from 'react'
import { Button } from '../../../client/platform/ui/button.tsx'
import { conditionLabel } from '../../../schema/catalog/sizes/tire-text.ts'
import { BULK_PATHS } from '../../../schema/staff/bulk/bulk-paths.ts'
import { type ListColumn, listColumn, shownColumns } from '../../../schema/staff/unit-list/list-columns.ts'
import { UNIT_PATHS, unitHref } from '../../../schema/staff/unit-list/unit-paths.ts'
import { photoHref } from '../../catalog/images/photo-address.ts'
import { ColumnCell } from './column-cell.tsx'
import type { ListedValues } from './column-values.sql.ts'
import type { ListedUnit } from './unit-list.sql.ts'

/** Forms are outside of the table, so their fields name it by this id. */
const MARKED = 'marked-units'
/** Columns that fit beside SKU and tire. */
const ROOM_FOR_COLUMNS = 7

interface ShownColumns {
  columns: readonly ListColumn[]
  values: ReadonlyMap<number, ListedValues>
  /** Milliseconds. */
  now: number
}

const USUAL: ShownColumns = { columns: shownColumns([], false), values: new Map(), now: 0 }

interface UnitRowsProps {
  units: readonly ListedUnit[]
  shown?: ShownColumns
  mayPrint: boolean
  /** Whether the person may change many units at once. */
  mayChange?: boolean
}

export function UnitRows({ units, shown = USUAL, mayPrint, mayChange = false }: UnitRowsProps) {
  return (
    <>
      <WideTable columns={shown.columns.length}>
        <table className="units-table" data-rows="">
          <caption className="visually-hidden">Units</caption>
          <thead>
            <tr>
              {mayPrint ? (
                <th scope="col">
                  <span className="visually-hidden">Mark</span>
                </th>
              ) : null}
              <th scope="col">SKU</th>
              <th scope="col">Tire</th>
              {shown.columns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  className={listColumn(column).isNumber ? 'staff-number' : undefined}
                >
                  {listColumn(column).label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {units.map((unit) => (
              <Row key={unit.sku} unit={unit} shown={shown} mayPrint={mayPrint} />
            ))}
          </tbody>
        </table>
      </WideTable>
      {mayPrint ? (
        <form
          method="get"
          action={UNIT_PATHS.labels}
          id={MARKED}
          className="button-row units-marked"
          data-marked=""
        >
          <p role="status" hidden />
          <Button data-mark-all="" hidden>
            Mark all on this page
          </Button>
          <Button type="submit" data-print-labels="">
            Labels for marked units
          </Button>
          {mayChange ? (
            <>
              <Button type="submit" formAction={BULK_PATHS.edit}>
                Change marked units
              </Button>
              <Button type="submit" formAction={BULK_PATHS.grid}>
                Edit marked units as a sheet
              </Button>
            </>
          ) : null}
        </form>
      ) : null}
    </>
  )
}

/** More columns than a desk has room for are reached by scrolling, also with the keyboard. */
function WideTable({ columns, children }: { columns: number; children: ReactNode }) {
  if (columns <= ROOM_FOR_COLUMNS) return children
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <section className="units-scroll" aria-label="Table of units" tabIndex={0}>
      {children}
    </section>
  )
}

function Row({
  unit,
  shown,
  mayPrint,
}: Pick<UnitRowsProps, 'mayPrint'> & { unit: ListedUnit; shown: ShownColumns }) {
  const { sku, brand, model, size, condition, photo } = unit
  return (
    <tr>
      {mayPrint ? (
        <td className="units-mark">
          <label className="units-check">
            <input type="checkbox" name="units" value={sku} form={MARKED} />
            <span className="visually-hidden">Mark {sku}</span>
          </label>
        </td>
      ) : null}
      <th scope="row" className="units-sku">
        {photo ? <img src={photoHref(photo)} alt="" width={48} height={48} loading="lazy" /> : null}
        <a href={unitHref(sku)}>{sku}</a>
      </th>
      <td className="units-tire">
        <b>{size}</b> {[brand, model].filter(Boolean).join(' ')}
        {condition && condition !== 'Used' ? <span className="tag">{conditionLabel(condition)}</span> : null}
      </td>
      {shown.columns.map((column) => (
        <ColumnCell
          key={column}
          column={column}
          unit={unit}
          values={shown.values.get(unit.id)}
          now={shown.now}
        />
      ))}
    </tr>
  )
}
