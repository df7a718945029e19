/** Asks for cells of a sheet where a page may not read the clipboard, such as on phones (H14). Plain DOM. */
import { createElement } from '../../../platform/create-element.ts'

/** Shows the dialog; `onCells` gets the text when somebody adds it. */
export function askForCells(onCells: (text: string) => void): void {
  const dialog = document.createElement('dialog')
  dialog.className = 'grid-paste'
  dialog.setAttribute('aria-labelledby', 'grid-paste-title')
  const title = createElement('h2', 'Paste cells')
  title.id = 'grid-paste-title'
  const label = createElement('label', 'Cells copied from a sheet')
  const field = document.createElement('textarea')
  field.rows = 6
  field.id = 'grid-paste-cells'
  label.htmlFor = field.id
  const button = (text: string, className: string, press: () => void) => {
    const made = createElement('button', text, className)
    made.type = 'button'
    made.addEventListener('click', press)
    return made
  }
  const buttons = createElement('p', '', 'button-row')
  buttons.append(
    button('Paste into the sheet', 'button buy', () => {
      dialog.close()
      if (field.value !== '') onCells(field.value)
    }),
    button('Cancel', 'button', () => dialog.close()),
  )
  dialog.append(title, label, field, buttons)
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
  field.focus()
}
