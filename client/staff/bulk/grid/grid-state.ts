/** The state of a grid while its page is open: unsaved cells with their history, and the selection (H14). */
import { type Edits, shownText, typeCells } from './grid-edits.ts'
import { areaOf, type Place, type Selection, selectOne } from './grid-selection.ts'
import { type GridTable, placesOf, textsOf } from './grid-table.ts'
import { formatSheet, parseSheet } from './sheet-text.ts'

/** Steps that can be undone before saving. */
const HISTORY_MAX = 100

export interface GridState {
  table: GridTable
  edits(): Edits
  selection(): Selection
  /** Moves the focus; `isExtending` leaves the other end of the selection where it is. */
  select(place: Place, isExtending?: boolean): void
  /** Replaces the edits, for example after a save; this is no step that can be undone. */
  replace(edits: Edits): void
  /** Types a text into each of these cells, as one step. */
  type(texts: readonly { place: Place; typed: string }[]): void
  clear(): void
  fillDown(): void
  copy(): string
  /** Pastes; returns how many cells were pasted and how many had no place. */
  paste(text: string): { cells: number; left: number }
  undo(): boolean
}

/** Opens the state of a table; `onChange` runs after each change of the edits. */
export function openState(table: GridTable, onChange: () => void): GridState {
  let edits: Edits = new Map()
  let selection = selectOne({ row: 0, column: 0 })
  let history: Edits[] = []

  function set(next: Edits): void {
    const before = edits
    edits = next
    table.paintEdits(before, next)
    onChange()
  }
  function type(texts: readonly { place: Place; typed: string }[]): void {
    const cells = texts.flatMap(({ place, typed }) => {
      const cell = table.cellAt(place)
      return cell && shownText(edits, cell) !== typed ? { ...cell, typed } : []
    })
    if (cells.length === 0) return
    history = [...history.slice(1 - HISTORY_MAX), edits]
    set(typeCells(edits, cells))
  }
  const area = () => areaOf(selection)

  table.paintSelection(selection, selection)
  return {
    table,
    edits: () => edits,
    selection: () => selection,
    select(focus, isExtending = false) {
      const before = selection
      selection = { anchor: isExtending ? before.anchor : focus, focus }
      table.paintSelection(before, selection)
      table.focus(focus)
    },
    replace(next) {
      history = []
      set(next)
    },
    type,
    clear: () => type([...placesOf(area())].map((place) => ({ place, typed: '' }))),
    fillDown() {
      const filled = area()
      if (!filled) return
      // A single row is filled to the end of the grid.
      const bottom = filled.bottom > filled.top ? filled.bottom : table.size.rows - 1
      const [first = []] = textsOf(table, edits, { ...filled, bottom: filled.top })
      type(
        [...placesOf({ ...filled, bottom })].map((place) => ({
          place,
          typed: first[place.column - filled.left] ?? '',
        })),
      )
    },
    copy() {
      const copied = area()
      return copied ? formatSheet(textsOf(table, edits, copied)) : ''
    },
    paste(text) {
      const to = area()
      const rows = parseSheet(text)
      if (!to) return { cells: 0, left: 0 }
      const isOne = rows.length === 1 && rows[0]?.length === 1
      const texts = isOne
        ? [...placesOf(to)].map((place) => ({ place, typed: rows[0]?.[0] ?? '' }))
        : rows.flatMap((row, down) =>
            row.map((typed, right) => ({ place: { row: to.top + down, column: to.left + right }, typed })),
          )
      const fitting = texts.filter(({ place }) => table.cellAt(place))
      type(fitting)
      return { cells: fitting.length, left: texts.length - fitting.length }
    },
    undo() {
      const before = history.pop()
      if (!before) return false
      set(before)
      return true
    },
  }
}
