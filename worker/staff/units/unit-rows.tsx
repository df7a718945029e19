/** Rows of the list of units: a table on a desk, cards on a phone; marked rows can be printed or moved together. */
import { Button } from '../../../client/platform/ui/button.tsx'
import { conditionLabel } from '../../../schema/catalog/sizes/tire-text.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { BULK_PATHS } from '../../../schema/staff/bulk/bulk-paths.ts'
import { LISTED_STATE_LABELS, type ListedState } from '../../../schema/staff/unit-list/unit-filter.ts'
import { UNIT_PATHS, unitHref } from '../../../schema/staff/unit-list/unit-paths.ts'
import { photoHref } from '../../catalog/images/photo-address.ts'
import type { ListedUnit } from './unit-list.sql.ts'

/** Forms are outside of the table, so their fields name it by this id. */
const MARKED = 'marked-units'

interface UnitRowsProps {
  units: readonly ListedUnit[]
  mayPrint: boolean
  /** Whether the person may change many units at once. */
  mayChange?: boolean
}

export function UnitRows({ units, mayPrint, mayChange = false }: UnitRowsProps) {
  return (
    <>
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
            <th scope="col">Tread</th>
            <th scope="col">DOT</th>
            <th scope="col">Grade</th>
            <th scope="col">Bin</th>
            <th scope="col">State</th>
            <th scope="col" className="staff-number">
              Price
            </th>
          </tr>
        </thead>
        <tbody>
          {units.map((unit) => (
            <Row key={unit.sku} unit={unit} mayPrint={mayPrint} />
          ))}
        </tbody>
      </table>
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

function Row({ unit, mayPrint }: { unit: ListedUnit; mayPrint: boolean }) {
  const { sku, brand, model, size, condition, grade, treadDepth, dot, bin, price, photo, qty } = unit
  const state = listedState(unit)
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
      <td data-label="Tread">{treadDepth === null ? '' : `${treadDepth}/32`}</td>
      <td data-label="DOT">{dot?.slice(-4)}</td>
      <td data-label="Grade">{grade}</td>
      <td data-label="Bin">{bin}</td>
      <td className="units-state">
        <span className={state === 'live' ? 'tag' : 'tag tag-filled'}>{LISTED_STATE_LABELS[state]}</span>
        {state === 'live' && qty > 1 ? ` ${qty} tires` : ''}
      </td>
      <td className="staff-number units-price">{formatMoney(price)}</td>
    </tr>
  )
}

/** A unit on sale without a tire is in an order. */
export function listedState({ state, qty }: Pick<ListedUnit, 'state' | 'qty'>): ListedState {
  return state === 'live' && qty === 0 ? 'sold-out' : state
}
