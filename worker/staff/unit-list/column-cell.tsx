/** Cells of the columns of the list of units (H14h). */
import type { ReactNode } from 'react'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { type ListColumn, listColumn } from '../../../schema/staff/unit-list/list-columns.ts'
import { LISTED_STATE_LABELS, type ListedState } from '../../../schema/staff/unit-list/unit-filter.ts'
import type { ListedValues } from './column-values.sql.ts'
import type { ListedUnit } from './unit-list.sql.ts'

/** A unit on sale without a tire is in an order. */
export function listedState({ state, qty }: Pick<ListedUnit, 'state' | 'qty'>): ListedState {
  return state === 'live' && qty === 0 ? 'sold-out' : state
}

interface CellProps {
  column: ListColumn
  unit: ListedUnit
  /** Absent while only the usual columns are shown. */
  values: ListedValues | undefined
  /** Milliseconds. */
  now: number
}

export function ColumnCell({ column, unit, values, now }: CellProps) {
  const { label, isNumber } = listColumn(column)
  if (column === 'state') return <StateCell unit={unit} />
  if (column === 'price') return <td className="staff-number units-price">{formatMoney(unit.price)}</td>
  return (
    <td className={isNumber ? 'staff-number' : undefined} data-label={label}>
      {textOf(column, unit, values, now)}
    </td>
  )
}

function StateCell({ unit }: { unit: ListedUnit }) {
  const state = listedState(unit)
  return (
    <td className="units-state">
      <span className={state === 'live' ? 'tag' : 'tag tag-filled'}>{LISTED_STATE_LABELS[state]}</span>
      {state === 'live' && unit.qty > 1 ? ` ${unit.qty} tires` : ''}
    </td>
  )
}

const money = (cents: number | null | undefined) => (cents == null ? '' : formatMoney(cents))

function textOf(
  column: Exclude<ListColumn, 'state' | 'price'>,
  { treadDepth, dot, grade, bin, createdAt, price }: ListedUnit,
  values: ListedValues | undefined,
  now: number,
): ReactNode {
  switch (column) {
    case 'tread':
      return treadDepth === null ? '' : `${treadDepth}/32`
    case 'dot':
      return dot?.slice(-4)
    case 'grade':
      return grade
    case 'bin':
      return bin
    case 'here':
      return Math.max(0, Math.floor((now - createdAt) / DAY_MS))
    case 'rating':
      return values?.load
        ? [[values.load, values.dualLoad].filter(Boolean).join('/'), values.speed].join('')
        : ''
    case 'lot':
      return values?.lotId
    case 'suggested':
      return money(values?.suggested)
    case 'cost':
      return money(values?.cost)
    case 'margin':
      return values?.cost == null ? '' : money(price - values.cost)
    default:
      return values?.[column]
  }
}
