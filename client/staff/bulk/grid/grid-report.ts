/** What a save of a grid did, row by row, with the choices of a conflict (H14). Plain DOM. */
import { formatQuantity } from '../../../../schema/platform/count.ts'
import { jobHref } from '../../../../schema/staff/bulk/bulk-paths.ts'
import type { GridResult } from '../../../../schema/staff/bulk/grid.api.ts'
import { gridLabel } from '../../../../schema/staff/bulk/grid.ts'
import { createElement } from '../../../platform/create-element.ts'
import type { Edit, Edits } from './grid-edits.ts'

export interface ReportActions {
  /** Moves to a cell. */
  open(key: string): void
  decide(key: string, choice: 'theirs' | 'mine'): void
}

const TIME_FORMAT = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const

/** Shows the result of the last save, and every cell that waits for a decision or cannot be saved. */
export function showReport(
  section: HTMLElement,
  edits: Edits,
  result: GridResult | null,
  actions: ReportActions,
): void {
  const stuck = [...edits].filter(([, { problem, theirs }]) => problem !== null || theirs !== null)
  section.hidden = result === null && stuck.length === 0
  section.replaceChildren()
  if (result) section.append(createElement('h2', `${formatQuantity(result.changed, 'unit')} changed`))
  if (result?.job) {
    const link = createElement('a', 'See the change or undo it')
    link.href = jobHref(result.job)
    section.append(link)
  }
  if (stuck.length === 0) return
  section.append(createElement('h2', 'Not saved'))
  const list = document.createElement('ul')
  list.append(...stuck.map(([key, edit]) => createItem(key, edit, actions)))
  section.append(list)
}

function createItem(key: string, edit: Edit, actions: ReportActions): HTMLLIElement {
  const item = document.createElement('li')
  const button = (label: string, press: () => void, className: string) => {
    const made = createElement('button', label, className)
    made.type = 'button'
    made.addEventListener('click', press)
    return made
  }
  const name = `${edit.sku}, ${gridLabel(edit.field)}`
  const text = createElement('p', edit.theirs ? conflictText(edit) : (edit.problem ?? ''))
  item.append(
    button(name, () => actions.open(key), 'text-button'),
    text,
  )
  if (edit.theirs) {
    const buttons = createElement('p', '', 'button-row')
    const [theirs, mine] = [edit.theirs.text || 'nothing', edit.typed || 'nothing']
    buttons.append(
      button(`Use ${theirs}`, () => actions.decide(key, 'theirs'), 'button'),
      button(`Use my ${mine}`, () => actions.decide(key, 'mine'), 'button'),
    )
    item.append(buttons)
  }
  return item
}

function conflictText({ typed, theirs }: Edit): string {
  const at = theirs?.at ? `, ${new Date(theirs.at).toLocaleString('en-US', TIME_FORMAT)}` : ''
  const by = theirs?.by ?? 'Someone'
  return `${by} set it to ${theirs?.text || 'nothing'}${at}. You typed ${typed || 'nothing'}.`
}
