/** Which cells of a grid are selected: a rectangle between the cell where it began and the one with the focus (H14). */

/** A cell by row and column, from 0. Column -1 is the name of the row. */
export interface Place {
  row: number
  column: number
}

export interface Selection {
  anchor: Place
  focus: Place
}

export interface Size {
  rows: number
  columns: number
}

/** The rectangle of a selection, with its last row and column. */
export interface Area {
  top: number
  left: number
  bottom: number
  right: number
}

/** Rows of a screen, for Page Up and Page Down. */
const PAGE_ROWS = 10

/** Returns the selection with only this cell. */
export function selectOne(focus: Place): Selection {
  return { anchor: focus, focus }
}

/** Returns the rectangle that is selected; the name of a row selects no cell. */
export function areaOf({ anchor, focus }: Selection): Area | null {
  const area = {
    top: Math.min(anchor.row, focus.row),
    bottom: Math.max(anchor.row, focus.row),
    left: Math.max(0, Math.min(anchor.column, focus.column)),
    right: Math.max(anchor.column, focus.column),
  }
  return area.right < 0 ? null : area
}

/** Checks whether an area has a cell. */
export function isInArea(area: Area | null, { row, column }: Place): boolean {
  return area !== null && row >= area.top && row <= area.bottom && column >= area.left && column <= area.right
}

/** Returns where a key moves from a cell; `null` for a key that moves nowhere. `isFar` goes to the end, as Ctrl does. */
export function placeAfter(key: string, { row, column }: Place, size: Size, isFar: boolean): Place | null {
  const [lastRow, lastColumn] = [size.rows - 1, size.columns - 1]
  const at = (nextRow: number, nextColumn: number): Place => ({
    row: Math.max(0, Math.min(lastRow, nextRow)),
    column: Math.max(-1, Math.min(lastColumn, nextColumn)),
  })
  switch (key) {
    case 'ArrowUp':
      return at(isFar ? 0 : row - 1, column)
    case 'ArrowDown':
      return at(isFar ? lastRow : row + 1, column)
    case 'ArrowLeft':
      return at(row, isFar ? 0 : column - 1)
    case 'ArrowRight':
      return at(row, isFar ? lastColumn : column + 1)
    case 'Home':
      return at(isFar ? 0 : row, 0)
    case 'End':
      return at(isFar ? lastRow : row, lastColumn)
    case 'PageUp':
      return at(row - PAGE_ROWS, column)
    case 'PageDown':
      return at(row + PAGE_ROWS, column)
    default:
      return null
  }
}
