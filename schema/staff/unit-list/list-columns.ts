/** The columns of the list of units that a person chooses (H14h); number and tire are always there. */

interface ListColumnInfo {
  label: string
  /** Numbers are at the right. */
  isNumber?: true
  /** Only people who may see costs have it. */
  needsCost?: true
}

/** In the order of the table. */
const COLUMNS = {
  tread: { label: 'Tread' },
  dot: { label: 'DOT' },
  grade: { label: 'Grade' },
  season: { label: 'Season' },
  rating: { label: 'Load and speed' },
  tin: { label: 'TIN' },
  bin: { label: 'Bin' },
  lot: { label: 'Lot' },
  by: { label: 'Taken in by' },
  second: { label: 'Second inspection' },
  here: { label: 'Days here', isNumber: true },
  state: { label: 'State' },
  tires: { label: 'Tires', isNumber: true },
  suggested: { label: 'Suggested price', isNumber: true },
  cost: { label: 'Cost', isNumber: true, needsCost: true },
  margin: { label: 'Margin', isNumber: true, needsCost: true },
  price: { label: 'Price', isNumber: true },
} as const satisfies Record<string, ListColumnInfo>

export type ListColumn = keyof typeof COLUMNS
export const LIST_COLUMNS = Object.keys(COLUMNS) as ListColumn[]
/** The columns of a list whose address names none. */
const USUAL: readonly ListColumn[] = ['tread', 'dot', 'grade', 'bin', 'state', 'price']

export function listColumn(column: ListColumn): ListColumnInfo {
  return COLUMNS[column]
}

/** Returns chosen columns in the order of the table; empty for the usual ones, so that equal lists have equal addresses. */
export function orderColumns(chosen: readonly ListColumn[]): ListColumn[] {
  const ordered = LIST_COLUMNS.filter((column) => chosen.includes(column))
  return ordered.join() === USUAL.join() ? [] : ordered
}

/** Returns the columns that a person can choose. */
export function columnsFor(maySeeCost: boolean): ListColumn[] {
  return LIST_COLUMNS.filter((column) => maySeeCost || !listColumn(column).needsCost)
}

/** Returns the columns that a person is shown: a view that somebody shared can have columns that they may not see. */
export function shownColumns(chosen: readonly ListColumn[], maySeeCost: boolean): ListColumn[] {
  const allowed = columnsFor(maySeeCost)
  const shown = chosen.filter((column) => allowed.includes(column))
  return shown.length > 0 ? shown : [...USUAL]
}
