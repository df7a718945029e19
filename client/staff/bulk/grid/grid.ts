/** The grid of units of the back office (H14): cells are typed, filled and pasted, stored on the device, and saved together. Plain DOM. */
import { formatQuantity } from '../../../../schema/platform/count.ts'
import type { GridResult } from '../../../../schema/staff/bulk/grid.api.ts'
import { GRID_ROWS_MAX } from '../../../../schema/staff/bulk/grid.ts'
import { createElement } from '../../../platform/create-element.ts'
import { type CellEditor, createCellEditor } from './cell-editor.ts'
import { openStoredGrid, type SentGrid } from './grid-edits.store.ts'
import { decideConflict, type Edit, resumeEdits } from './grid-edits.ts'
import { listenToGrid } from './grid-keys.ts'
import { showReport } from './grid-report.ts'
import { type GridState, openState } from './grid-state.ts'
import { openTable } from './grid-table.ts'
import { askForCells } from './paste-dialog.ts'
import { type SaveOutcome, saveEdits } from './save-edits.ts'

/** How long a change waits before it is stored; leaving the page stores it at once. */
const STORE_AFTER_MS = 300

interface Parts {
  root: HTMLFormElement
  table: HTMLTableElement
  tools: HTMLElement
  save: HTMLElement
  status: HTMLElement
  report: HTMLElement
  why: HTMLInputElement
}

function findParts(root: HTMLFormElement): Parts | null {
  const find = <Kind extends HTMLElement>(selector: string) => root.querySelector<Kind>(selector)
  const [table, tools, save] = [find<HTMLTableElement>('table'), find('.grid-tools'), find('.grid-save')]
  const [status, report] = [find('.grid-status'), find('.grid-report')]
  const why = find<HTMLInputElement>('[name=why]')
  return table && tools && save && status && report && why
    ? { root, table, tools, save, status, report, why }
    : null
}

/** Starts the grid of this page. */
export function mountGrid(root: HTMLFormElement): void {
  const parts = findParts(root)
  if (parts) startGrid(parts)
}

/** What a grid has stored on the device, and the result of its last save. */
interface Memory {
  sent: SentGrid | null
  result: GridResult | null
  store(): void
}

function startGrid(parts: Parts): void {
  const { root, table, report } = parts
  const stored = openStoredGrid(root.dataset.staff ?? '')
  const known = stored.read()
  const view = openTable(table)
  const skus = new Set(view.skus)
  let timer = 0
  const memory: Memory = {
    ...{ sent: known.sent, result: null },
    store() {
      clearTimeout(timer)
      timer = 0
      const isStored = stored.save([...state.edits().values()], skus, memory.sent)
      if (!isStored) parts.status.textContent = 'This browser stores nothing: save before you leave the page.'
    },
  }
  const state = openState(view, () => {
    showUnsaved(parts, state)
    showReport(report, state.edits(), memory.result, actions)
    if (timer === 0) timer = window.setTimeout(memory.store, STORE_AFTER_MS)
  })
  const actions = {
    open(key: string) {
      const place = view.placeOfKey(key)
      if (place) state.select(place)
    },
    decide(key: string, choice: 'theirs' | 'mine') {
      const decided = decideConflict(state.edits(), key, choice)
      view.setBase(decided.saved)
      state.replace(decided.edits)
      report.focus()
    },
  }
  const editor = createCellEditor(state)
  const save = createSave(parts, state, memory)
  const submit = () => {
    editor.close(true)
    void save()
  }
  const paste = (text: string) => {
    const { cells, left } = state.paste(text)
    if (left > 0) parts.status.textContent = `${cells} cells pasted; ${left} had no place in the sheet.`
  }

  state.replace(resumeEdits(known.edits, view.cells))
  const others = known.edits.filter(({ sku }) => !skus.has(sku))
  if (others.length > 0) showOthers(parts, others)
  const takesExtension = listenToTools(parts, state, { editor, paste })
  listenToGrid(table, state, editor, { save: submit, undo: () => void state.undo(), paste, takesExtension })
  root.addEventListener('submit', (event) => {
    event.preventDefault()
    submit()
  })
  addEventListener('pagehide', () => {
    editor.close(true)
    memory.store()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') memory.store()
  })
}

/** Returns what saves the cells; a press while it runs does nothing. */
function createSave(
  { root, status, report, why }: Parts,
  state: GridState,
  memory: Memory,
): () => Promise<void> {
  let isSaving = false
  const accept = (outcome: SaveOutcome) => {
    memory.sent = outcome.sent
    memory.result = outcome.result
    state.table.setBase(outcome.saved)
    state.replace(outcome.edits)
    memory.store()
  }
  return async () => {
    if (isSaving) return
    isSaving = true
    root.setAttribute('aria-busy', 'true')
    status.textContent = 'Saving…'
    const outcome = await saveEdits(root.dataset.grid ?? '', {
      ...{ why: why.value.trim() || null, sent: memory.sent, current: state.edits, onAnswer: accept },
      onSend(request) {
        memory.sent = request
        memory.store()
      },
    })
    isSaving = false
    root.removeAttribute('aria-busy')
    accept(outcome)
    if (outcome.message) status.textContent = outcome.message
    else if (!report.hidden) report.focus()
  }
}

/** Listens to the buttons above the grid; returns whether the next press on a cell extends the selection. */
function listenToTools(
  { tools, status }: Parts,
  state: GridState,
  { editor, paste }: { editor: CellEditor; paste(text: string): void },
): () => boolean {
  let isExtending = false
  const say = (message: string) => () => {
    status.textContent = message
  }
  const commands: Readonly<Record<string, (button: HTMLElement) => void>> = {
    edit: () => editor.open(state.selection().focus),
    fill: () => state.fillDown(),
    undo: () => void state.undo(),
    copy: () =>
      void navigator.clipboard
        .writeText(state.copy())
        .then(say('Copied.'), say('Your browser didn’t allow it.')),
    paste: () => askForCells(paste),
    extend(button) {
      isExtending = !isExtending
      button.setAttribute('aria-pressed', String(isExtending))
    },
    discard() {
      const count = formatQuantity(state.edits().size, 'cell')
      if (confirm(`Discard ${count} that aren’t saved?`)) state.replace(new Map())
    },
  }
  tools.hidden = false
  tools.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-do]') : null
    const command = button && commands[button.dataset.do ?? '']
    if (!command) return
    editor.close(true)
    command(button)
  })
  return () => isExtending
}

/** Shows how many cells are not saved, and the form that saves them. */
function showUnsaved({ save, status, tools }: Parts, state: GridState): void {
  const edits = state.edits()
  save.hidden = edits.size === 0
  const wrong = [...edits.values()].filter(
    ({ problem, theirs }) => problem !== null || theirs !== null,
  ).length
  const count = formatQuantity(edits.size, 'cell')
  status.textContent =
    edits.size === 0 ? '' : `${count} not saved yet${wrong > 0 ? `, ${wrong} with a problem` : ''}.`
  const [button, discard] = ['save', 'discard'].map((name) =>
    tools.querySelector<HTMLElement>(`[data-do=${name}]`),
  )
  if (button) button.textContent = edits.size === 0 ? 'Save' : `Save ${count}`
  if (discard) discard.hidden = edits.size === 0
}

/** Leads to the units whose cells were left unsaved in another grid. */
function showOthers({ root }: Parts, edits: readonly Edit[]): void {
  const skus = [...new Set(edits.map(({ sku }) => sku))].slice(0, GRID_ROWS_MAX)
  const link = createElement('a', `${formatQuantity(edits.length, 'cell')} of other units`)
  link.href = `${location.pathname}?${new URLSearchParams(skus.map((sku) => ['units', sku]))}`
  const note = createElement('p', '', 'note')
  note.append(link, ' aren’t saved yet.')
  root.prepend(note)
}
