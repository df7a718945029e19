/** Keys, clipboard and pointer of a grid (H14). Plain DOM. */
import type { CellEditor } from './cell-editor.ts'
import { type Place, placeAfter } from './grid-selection.ts'
import type { GridState } from './grid-state.ts'

export interface GridCommands {
  save(): void
  undo(): void
  paste(text: string): void
  /** Whether the next press on a cell extends the selection, as the button of phones says. */
  takesExtension(): boolean
}

/** Listens to a table. */
export function listenToGrid(
  table: HTMLTableElement,
  state: GridState,
  editor: CellEditor,
  commands: GridCommands,
): void {
  table.addEventListener('keydown', (event) => {
    const isHandled = editor.isOpen()
      ? pressInEditor(event, state, editor)
      : pressInCell(event, state, editor, commands)
    // The keys of other pages, such as J and K, are letters of a cell here.
    event.stopPropagation()
    if (isHandled) event.preventDefault()
  })
  table.addEventListener('copy', (event) => {
    if (editor.isOpen()) return
    event.clipboardData?.setData('text/plain', state.copy())
    event.preventDefault()
  })
  table.addEventListener('cut', (event) => {
    if (editor.isOpen()) return
    event.clipboardData?.setData('text/plain', state.copy())
    state.clear()
    event.preventDefault()
  })
  table.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    // One line goes into the open field; a block of cells goes into the grid.
    if (editor.isOpen() && !/[\t\n]/.test(text.trimEnd())) return
    editor.close(false)
    commands.paste(text)
    event.preventDefault()
  })
  // The name of a row is a link, which a press or a screen reader focuses by itself.
  table.addEventListener('focusin', ({ target }) => {
    const place = state.table.placeOf(target)
    if (place && place.column < 0 && target === state.table.elementAt(place)) {
      const { focus } = state.selection()
      if (focus.row !== place.row || focus.column !== place.column) state.select(place)
    }
  })
  listenToPointer(table, state, editor, commands)
}

function listenToPointer(
  table: HTMLTableElement,
  state: GridState,
  editor: CellEditor,
  { takesExtension }: GridCommands,
): void {
  let isDragging = false
  // The browser focuses a cell between the touch of a finger and its click.
  let focused: Element | null = null
  table.addEventListener('pointerdown', (event) => {
    focused = document.activeElement
    const place = state.table.placeOf(event.target)
    if (!place || place.column < 0 || event.target instanceof HTMLInputElement || event.button !== 0) return
    // A finger scrolls; it selects when it is lifted, as a click.
    if (event.pointerType !== 'mouse') return
    event.preventDefault()
    isDragging = true
    press(place, event.shiftKey || takesExtension())
  })
  table.addEventListener('pointerover', (event) => {
    const place = isDragging ? state.table.placeOf(event.target) : null
    if (place && place.column >= 0) state.select(place, true)
  })
  addEventListener('pointerup', () => {
    isDragging = false
  })
  table.addEventListener('click', (event) => {
    const place = state.table.placeOf(event.target)
    if (!place || place.column < 0 || event.target instanceof HTMLInputElement) return
    if ((event as PointerEvent).pointerType === 'mouse') return
    const { focus } = state.selection()
    // The first tap selects, the second one types.
    const isSecond = focus.row === place.row && focus.column === place.column
    if (isSecond && focused === state.table.elementAt(place)) editor.open(place)
    else press(place, takesExtension())
  })
  table.addEventListener('dblclick', (event) => {
    const place = state.table.placeOf(event.target)
    if (place && place.column >= 0 && !editor.isOpen()) editor.open(place)
  })

  function press(place: Place, isExtending: boolean): void {
    editor.close(true)
    state.select(place, isExtending)
  }
}

/** Handles a key in the open field; returns whether the browser should not. */
function pressInEditor(
  { key, shiftKey, isComposing }: KeyboardEvent,
  state: GridState,
  editor: CellEditor,
): boolean {
  if (isComposing) return false
  const { focus } = state.selection()
  if (key === 'Escape') {
    editor.close(false)
    state.select(focus)
    return true
  }
  const step =
    key === 'Enter'
      ? shiftKey
        ? 'ArrowUp'
        : 'ArrowDown'
      : key === 'Tab'
        ? shiftKey
          ? 'ArrowLeft'
          : 'ArrowRight'
        : null
  if (step === null) return false
  editor.close(true)
  state.select(placeAfter(step, focus, state.table.size, false) ?? focus)
  return true
}

/** Handles a key on a cell; returns whether the browser should not. */
function pressInCell(
  event: KeyboardEvent,
  state: GridState,
  editor: CellEditor,
  { save, undo }: GridCommands,
): boolean {
  const { key, shiftKey, altKey } = event
  const isControl = event.ctrlKey || event.metaKey
  const { focus } = state.selection()
  const isCell = focus.column >= 0
  const next = altKey ? null : placeAfter(key, focus, state.table.size, isControl)
  if (next) {
    state.select(next, shiftKey)
    return true
  }
  if (isControl) return pressWithControl(key.toLowerCase(), state, { save, undo })
  if (!isCell || altKey) return false
  if (key === 'Enter' || key === 'F2') editor.open(focus)
  else if (key === 'Delete' || key === 'Backspace') state.clear()
  else if (key.length === 1) editor.open(focus, key)
  else return false
  return true
}

function pressWithControl(
  key: string,
  state: GridState,
  { save, undo }: Pick<GridCommands, 'save' | 'undo'>,
): boolean {
  if (key === 'd') state.fillDown()
  else if (key === 'z') undo()
  else if (key === 's') save()
  else if (key === 'a') {
    const { rows, columns } = state.table.size
    state.select({ row: 0, column: 0 })
    state.select({ row: rows - 1, column: columns - 1 }, true)
  } else return false
  return true
}
