/** The unsaved cells of a grid of units (H14): typing, filling, pasting, and what a save answers. Nothing here changes its input. */
import type { GridBody, GridResult } from '../../../../schema/staff/bulk/grid.api.ts'
import {
  formatGridCell,
  GRID_CELL_MESSAGES,
  type GridField,
  type GridValue,
  parseGridCell,
} from '../../../../schema/staff/bulk/grid.ts'

/** A cell with what the shop has, as its text. */
export interface Cell {
  sku: string
  field: GridField
  base: string
}

/** What somebody else set meanwhile, who, and when in milliseconds. */
export interface Theirs {
  text: string
  by: string | null
  at: number | null
}

export interface Edit extends Cell {
  typed: string
  /** Why it cannot be saved. */
  problem: string | null
  theirs: Theirs | null
}

type GridRow = GridBody['rows'][number]

/** Unsaved cells by `cellKey`. */
export type Edits = ReadonlyMap<string, Edit>

/** Names a cell. */
export function cellKey({ sku, field }: Pick<Cell, 'sku' | 'field'>): string {
  return `${sku} ${field}`
}

/** Returns the edits after texts were typed into cells. A text that means what the shop has is no edit. */
export function typeCells(edits: Edits, cells: readonly (Cell & { typed: string })[]): Edits {
  const next = new Map(edits)
  for (const { sku, field, base: shown, typed } of cells) {
    const key = cellKey({ sku, field })
    const known = next.get(key)
    // A person who types after a conflict has seen the other value.
    const base = known?.theirs?.text ?? known?.base ?? shown
    const value = parseGridCell(field, typed)
    const text = value === undefined ? typed.trim() : formatGridCell(field, value)
    if (text === base) next.delete(key)
    else {
      next.set(key, { sku, field, base, typed: text, problem: problemOf(field, value), theirs: null })
    }
  }
  return next
}

function problemOf(field: GridField, value: GridValue | undefined): string | null {
  return value === undefined ? GRID_CELL_MESSAGES[field] : null
}

/** Returns the text that a cell shows. */
export function shownText(edits: Edits, cell: Cell): string {
  return edits.get(cellKey(cell))?.typed ?? cell.base
}

/** Returns the rows to send. A row with a cell that cannot be read, or whose conflict nobody decided, stays. */
export function toRows(edits: Edits): GridBody['rows'] {
  const rows = new Map<string, Pick<GridRow, 'seen' | 'patch'> & { isWaiting: boolean }>()
  for (const { sku, field, base, typed, theirs } of edits.values()) {
    const row = rows.get(sku) ?? { isWaiting: false, seen: {}, patch: {} }
    const value = parseGridCell(field, typed)
    rows.set(sku, {
      isWaiting: row.isWaiting || value === undefined || theirs !== null,
      seen: { ...row.seen, [field]: parseGridCell(field, base) ?? null },
      patch: { ...row.patch, [field]: value },
    })
  }
  return [...rows].flatMap(([sku, { isWaiting, seen, patch }]) => (isWaiting ? [] : { sku, seen, patch }))
}

export interface Saved {
  edits: Edits
  /** Cells that the shop has now. */
  saved: Cell[]
}

/** Returns the edits after a save, with the cells that it changed. What was typed while it ran stays an edit. */
export function applyResult(edits: Edits, sent: GridBody['rows'], { rows }: Pick<GridResult, 'rows'>): Saved {
  const next = new Map(edits)
  const saved: Cell[] = []
  const results = new Map(rows.map((row) => [row.sku, row]))
  for (const { sku, patch } of sent) {
    const result = results.get(sku)
    const fields = Object.keys(patch) as GridField[]
    const isSaved = result?.outcome === 'changed' || result?.outcome === 'same'
    for (const field of fields) {
      const key = cellKey({ sku, field })
      const edit = next.get(key)
      if (isSaved) {
        const base = formatGridCell(field, patch[field] ?? null)
        saved.push({ sku, field, base })
        if (edit?.typed === base) next.delete(key)
        else if (edit) next.set(key, { ...edit, base })
      } else if (edit && result) {
        const problem = (result.field ?? fields[0]) === field ? (result.message ?? null) : null
        const conflict = result.conflicts?.find((one) => one.field === field)
        const theirs = conflict ? toTheirs(field, conflict) : null
        next.set(key, { ...edit, problem: result.outcome === 'conflict' ? null : problem, theirs })
      }
    }
  }
  return { edits: next, saved }
}

function toTheirs(
  field: GridField,
  { theirs, by, at }: { theirs: GridValue; by: string | null; at: number | null },
): Theirs {
  return { text: formatGridCell(field, theirs), by, at }
}

/** Decides a conflict: `theirs` gives up the edit, `mine` saves it over the value of the other person. */
export function decideConflict(edits: Edits, key: string, choice: 'theirs' | 'mine'): Saved {
  const edit = edits.get(key)
  if (!edit?.theirs) return { edits, saved: [] }
  const next = new Map(edits)
  const base = edit.theirs.text
  if (choice === 'theirs' || edit.typed === base) next.delete(key)
  else next.set(key, { ...edit, base, theirs: null })
  return { edits: next, saved: [{ sku: edit.sku, field: edit.field, base }] }
}

/** Returns stored edits of cells that the page shows. One whose cell has another value by now is a conflict. */
export function resumeEdits(stored: readonly Edit[], cells: ReadonlyMap<string, Cell>): Edits {
  const edits = new Map<string, Edit>()
  for (const edit of stored) {
    const key = cellKey(edit)
    const cell = cells.get(key)
    if (!cell || cell.base === edit.typed) continue
    const theirs = cell.base === edit.base ? null : { text: cell.base, by: null, at: null }
    edits.set(key, { ...edit, problem: problemOf(edit.field, parseGridCell(edit.field, edit.typed)), theirs })
  }
  return edits
}
