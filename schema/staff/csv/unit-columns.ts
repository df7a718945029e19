/** The columns of exported units: one header for all times, read by name (H14). Amounts are dollars, days Chicago's. */
import { formatAmount, parseDollars, plainNumber } from '../../platform/money.ts'
import { shopDay, shopDayEnd, shopDayStart } from '../../platform/shop-calendar.ts'
import { UNIT_STATES, type UnitState } from '../units/unit-state.ts'
import { guardText, unguardText } from './csv-cell.ts'

/** A unit as it is exported. Amounts are cents, times milliseconds. */
export interface ExportedUnit {
  id: number
  sku: string
  version: number
  state: UnitState
  price: number
  specialPrice: number | null
  specialFrom: number | null
  specialTo: number | null
  cost: number | null
  bin: string | null
  lotId: number | null
  tin: string | null
  brand: string | null
  model: string | null
  size: string | null
  condition: string | null
  season: string | null
  treadDepth: number | null
  treadNew: number | null
  dot: string | null
  grade: string | null
  tires: number
  listedAt: number
  suggested: number | null
}

type Value = string | number | null

export interface UnitColumn {
  name: string
  /** The field that an import changes; a column without one is only read by people. */
  field?: 'state' | 'price' | 'specialPrice' | 'specialFrom' | 'specialTo' | 'cost' | 'bin' | 'lotId' | 'tin'
  /** Only for people who see what tires cost. */
  needsCost?: true
  format(unit: ExportedUnit): string
  /** Returns what a cell means; `undefined` for a cell that means nothing. An empty cell is `null`. */
  parse(cell: string): Value | undefined
}

type Read<Of> = (unit: ExportedUnit) => Of | null

/** Returns what makes the columns of a kind: how a value is written, and what a cell that is not empty means. */
function columnOf<Of>(
  write: (value: Of) => string,
  parse: (cell: string) => Value | undefined,
): (name: string, read: Read<Of>, field?: UnitColumn['field']) => UnitColumn {
  return (name, read, field) => ({
    name,
    ...(field ? { field } : {}),
    format: (unit) => {
      const value = read(unit)
      return value === null ? '' : write(value)
    },
    parse: (cell) => {
      const typed = unguardText(cell)
      return typed === '' ? null : parse(typed)
    },
  })
}

const text = columnOf<string>(guardText, (typed) => typed)

const money = columnOf<number>(formatAmount, (typed) => {
  const amount = plainNumber(typed)
  return /\.\d{3}/.test(amount) ? undefined : (parseDollars(amount) ?? undefined)
})

const number = columnOf<number>(String, (typed) =>
  /^\d{1,12}(\.\d{1,4})?$/.test(typed) ? Number(typed) : undefined,
)

/** `2026-11-27`, or as Excel may write it, `11/27/2026`. */
const day = columnOf<number>(
  (time) => guardText(shopDay(time)),
  (typed) => {
    const [, month = '', dayOfMonth = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(typed) ?? []
    const iso = year ? `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}` : typed
    return shopDayEnd(iso) === null ? undefined : iso
  },
)

/** Week and year of a DOT code, such as `2019-W04`: `0419` would lose its zero in a spreadsheet. Older codes stay as they are. */
function formatDot(dot: string | null): string {
  const [, week = '', year = ''] = /^(0[1-9]|[1-4]\d|5[0-3])(\d\d)$/.exec(dot ?? '') ?? []
  return week ? `20${year}-W${week}` : guardText(dot ?? '')
}

export const UNIT_COLUMNS: readonly UnitColumn[] = [
  text('sku', ({ sku }) => sku),
  number('version', ({ version }) => version),
  {
    name: 'state',
    field: 'state',
    format: ({ state }) => state,
    parse: (cell) => UNIT_STATES.find((state) => state === cell.toLowerCase()) ?? undefined,
  },
  money('price', ({ price }) => price, 'price'),
  money('special_price', ({ specialPrice }) => specialPrice, 'specialPrice'),
  day('special_from', ({ specialFrom }) => specialFrom, 'specialFrom'),
  day('special_to', ({ specialTo }) => specialTo, 'specialTo'),
  { ...money('cost', ({ cost }) => cost, 'cost'), needsCost: true },
  text('bin', ({ bin }) => bin, 'bin'),
  { ...number('lot', ({ lotId }) => lotId, 'lotId'), needsCost: true },
  text('tin', ({ tin }) => tin, 'tin'),
  text('brand', ({ brand }) => brand),
  text('model', ({ model }) => model),
  text('size', ({ size }) => size),
  text('condition', ({ condition }) => condition),
  text('season', ({ season }) => season),
  number('tread_depth', ({ treadDepth }) => treadDepth),
  number('tread_new', ({ treadNew }) => treadNew),
  {
    name: 'dot',
    format: ({ dot }) => formatDot(dot),
    parse: (cell) => unguardText(cell).toUpperCase() || null,
  },
  text('grade', ({ grade }) => grade),
  number('tires', ({ tires }) => tires),
  day('listed', ({ listedAt }) => listedAt),
  money('suggested', ({ suggested }) => suggested),
]

/** What a row changes of its unit, or the column that is wrong. */
export type RowChanges =
  | { ok: true; patch: Record<string, Value> }
  | { ok: false; column: string; problem: 'value' | 'fixed' | 'cost' }

/**
 * Compares a row with its unit, cell by cell as each column means it, so that `62` is `62.00`. Columns that the file does not
 * have stay. A file of someone who may not see costs has none: a guess that equals the cost would look unlike a wrong one.
 */
export function compareRow(
  row: Readonly<Record<string, string | undefined>>,
  unit: ExportedUnit,
  { maySeeCost }: { maySeeCost: boolean },
): RowChanges {
  const patch: Record<string, Value> = {}
  for (const { name, field, needsCost, format, parse } of UNIT_COLUMNS) {
    const cell = row[name]?.trim()
    if (cell === undefined || name === 'sku' || name === 'version') continue
    if (needsCost && !maySeeCost) {
      if (cell !== '') return { ok: false, column: name, problem: 'cost' }
      continue
    }
    const value = parse(cell)
    if (value === parse(format(unit))) continue
    if (!field) return { ok: false, column: name, problem: 'fixed' }
    if (value === undefined) return { ok: false, column: name, problem: 'value' }
    patch[field] = toStored(field, value)
  }
  return { ok: true, patch }
}

/** A special price begins with its first day and ends with its last one. */
function toStored(field: string, value: Value): Value {
  if (typeof value !== 'string') return value
  if (field === 'specialTo') return shopDayEnd(value)
  return field === 'specialFrom' ? shopDayStart(shopDayEnd(value) ?? 0) : value
}
