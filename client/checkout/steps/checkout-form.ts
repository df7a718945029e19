/** Reading and filling the forms of the checkout. They are uncontrolled, so what is typed before the script lives stays. */
import { scrollToError } from './scroll.ts'

/** The text fields of a form by name. */
export function readFormFields(form: HTMLFormElement): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string') fields[name] = value
  }
  return fields
}

/** Writes texts into the fields that are still empty; what the shopper typed is never replaced. */
export function prefillEmptyFields(form: HTMLFormElement, texts: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(texts)) {
    const control = form.elements.namedItem(name)
    const fillable = control instanceof HTMLInputElement || control instanceof HTMLSelectElement
    if (fillable && control.value === '' && text !== '') control.value = text
  }
}

/** Brings the first invalid field into sight and focuses it. */
export function focusField(form: HTMLFormElement, name: string): void {
  const control = form.elements.namedItem(name)
  const target = control instanceof RadioNodeList ? control[0] : control
  if (!(target instanceof HTMLElement)) return
  target.focus({ preventScroll: true })
  scrollToError(target)
}
