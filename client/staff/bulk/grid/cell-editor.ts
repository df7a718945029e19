/** The field in which a cell of the grid is typed (H14). Plain DOM. */
import type { GridField } from '../../../../schema/staff/bulk/grid.ts'
import { shownText } from './grid-edits.ts'
import type { Place } from './grid-selection.ts'
import type { GridState } from './grid-state.ts'

const INPUT_MODES: Readonly<Record<GridField, string>> = {
  ...{ price: 'decimal', specialPrice: 'decimal', cost: 'decimal', lotId: 'numeric' },
  ...{ bin: 'text', tin: 'text' },
}
const MAX_LENGTH = 300

export interface CellEditor {
  isOpen(): boolean
  /** Opens the field in a cell with a text, or with what the cell shows. */
  open(place: Place, typed?: string): void
  /** Closes the field and types its text into the cell, or leaves the cell as it was. */
  close(isTyped: boolean): void
}

/** Makes the field of a grid's cells. */
export function createCellEditor(state: GridState): CellEditor {
  const input = document.createElement('input')
  input.className = 'grid-input'
  input.maxLength = MAX_LENGTH
  input.autocomplete = 'off'
  input.enterKeyHint = 'next'
  input.spellcheck = false
  let place: Place | null = null

  function close(isTyped: boolean): void {
    const cell = place && state.table.cellAt(place)
    const element = place && state.table.elementAt(place)
    if (!place || !cell || !element) return
    const closed = place
    const before = shownText(state.edits(), cell)
    // Removing the field ends its focus, which would close it a second time.
    place = null
    input.remove()
    element.textContent = before
    element.classList.remove('is-open')
    if (isTyped) state.type([{ place: closed, typed: input.value }])
  }
  input.addEventListener('blur', () => close(true))

  return {
    isOpen: () => place !== null,
    open(at, typed) {
      close(true)
      const cell = state.table.cellAt(at)
      const element = state.table.elementAt(at)
      if (!cell || !element) return
      place = at
      input.value = typed ?? shownText(state.edits(), cell)
      input.inputMode = INPUT_MODES[cell.field]
      input.autocapitalize = 'characters'
      input.setAttribute('aria-label', state.table.labelOf(at))
      element.textContent = ''
      element.classList.add('is-open')
      element.append(input)
      input.focus({ preventScroll: true })
      if (typed === undefined) input.select()
    },
    close,
  }
}
