/** The table of a grid: reads its cells, and paints edits and the selection into them (H14). Plain DOM. */
import { GRID_FIELDS, type GridField } from '../../../../schema/staff/bulk/grid.ts'
import { type Cell, cellKey, type Edit, type Edits, shownText } from './grid-edits.ts'
import { type Area, areaOf, isInArea, type Place, type Selection, type Size } from './grid-selection.ts'

/** The element that says of a cell that it is not saved. */
const UNSAVED_ID = 'grid-unsaved'

export interface GridTable {
  size: Size
  fields: readonly GridField[]
  skus: readonly string[]
  /** What the shop has, by `cellKey`. */
  cells: Map<string, Cell>
  cellAt(place: Place): Cell | undefined
  elementAt(place: Place): HTMLElement | undefined
  /** Returns the place of an element of the table; `null` for its header. */
  placeOf(target: EventTarget | null): Place | null
  placeOfKey(key: string): Place | null
  labelOf(place: Place): string
  setBase(cells: readonly Cell[]): void
  paintEdits(before: Edits, after: Edits): void
  paintSelection(before: Selection, after: Selection): void
  focus(place: Place): void
}

/** Makes the table of a page a grid and returns access to it. */
export function openTable(table: HTMLTableElement): GridTable {
  const heads = [...table.querySelectorAll<HTMLElement>('thead [data-field]')]
  const fields = heads.map(({ dataset }) => GRID_FIELDS.find((one) => one === dataset.field) ?? 'price')
  const rows = [...table.tBodies].flatMap((part) => [...part.rows])
  const skus = rows.map(({ dataset }) => dataset.sku ?? '')
  const elements = rows.map((row) => [...row.cells].slice(1))
  const links = rows.map((row) => row.querySelector('a') ?? undefined)
  const cells = new Map<string, Cell>()
  for (const [at, sku] of skus.entries())
    for (const [column, field] of fields.entries()) {
      const cell = { sku, field, base: elements[at]?.[column]?.textContent ?? '' }
      cells.set(cellKey(cell), cell)
    }
  // Without script it is a plain table.
  table.setAttribute('role', 'grid')
  table.setAttribute('aria-multiselectable', 'true')
  // One cell is reached with Tab, the others with arrows.
  for (const link of links) link?.setAttribute('tabindex', '-1')

  const cellAt = ({ row, column }: Place) => {
    const [sku, field] = [skus[row], fields[column]]
    return sku !== undefined && field ? cells.get(cellKey({ sku, field })) : undefined
  }
  const elementAt = ({ row, column }: Place) => (column < 0 ? links[row] : elements[row]?.[column])
  const rowNumbers = new Map(skus.map((sku, row) => [sku, row]))
  const placeOfKey = (key: string): Place | null => {
    const cell = cells.get(key)
    const row = rowNumbers.get(cell?.sku ?? '')
    return cell && row !== undefined ? { row, column: fields.indexOf(cell.field) } : null
  }

  function paintEdit(key: string, edit: Edit | undefined): void {
    const place = placeOfKey(key)
    const element = place && elementAt(place)
    if (!element) return
    element.textContent = edit?.typed ?? cells.get(key)?.base ?? ''
    element.classList.toggle('is-edited', edit !== undefined)
    element.classList.toggle('is-conflict', Boolean(edit?.theirs))
    toggleAttribute(element, 'aria-invalid', edit?.problem ? 'true' : null)
    toggleAttribute(element, 'aria-describedby', edit ? UNSAVED_ID : null)
  }

  return {
    ...{
      size: { rows: rows.length, columns: fields.length },
      fields,
      skus,
      cells,
      cellAt,
      elementAt,
      placeOfKey,
    },
    placeOf(target) {
      const element =
        target instanceof Element ? target.closest<HTMLTableCellElement>('tbody td, tbody th') : null
      const row = element?.closest<HTMLTableRowElement>('tr')
      return element && row ? { row: row.rowIndex - 1, column: element.cellIndex - 1 } : null
    },
    labelOf: (place) => [heads[place.column]?.textContent, skus[place.row]].filter(Boolean).join(', '),
    setBase(saved) {
      for (const cell of saved) if (cells.has(cellKey(cell))) cells.set(cellKey(cell), cell)
    },
    paintEdits(before, after) {
      for (const key of before.keys()) if (!after.has(key)) paintEdit(key, undefined)
      for (const [key, edit] of after) if (before.get(key) !== edit) paintEdit(key, edit)
    },
    paintSelection(before, after) {
      const [old, next] = [areaOf(before), areaOf(after)]
      for (const place of placesOf(old))
        if (!isInArea(next, place)) elementAt(place)?.removeAttribute('aria-selected')
      for (const place of placesOf(next)) elementAt(place)?.setAttribute('aria-selected', 'true')
      elementAt(before.focus)?.setAttribute('tabindex', '-1')
      elementAt(after.focus)?.setAttribute('tabindex', '0')
    },
    focus(place) {
      const element = elementAt(place)
      element?.focus({ preventScroll: true })
      element?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    },
  }
}

function toggleAttribute(element: Element, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name)
  else element.setAttribute(name, value)
}

/** Returns the places of an area, row by row. */
export function* placesOf(area: Area | null): Generator<Place> {
  if (!area) return
  for (let row = area.top; row <= area.bottom; row += 1)
    for (let column = area.left; column <= area.right; column += 1) yield { row, column }
}

/** Returns the texts of an area, row by row. */
export function textsOf(table: GridTable, edits: Edits, area: Area): string[][] {
  const rows: string[][] = []
  for (const place of placesOf(area)) {
    const cell = table.cellAt(place)
    const row = rows[place.row - area.top] ?? []
    row.push(cell ? shownText(edits, cell) : '')
    rows[place.row - area.top] = row
  }
  return rows
}
