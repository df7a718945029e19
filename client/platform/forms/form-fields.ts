/** Reads and fills forms. Their fields are uncontrolled, so text that is typed before hydration stays. */

/** Returns the text fields of a form by name. */
export function readFormFields(form: HTMLFormElement): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') fields[name] = value
  return fields
}

/**
 * Fills the fields that are still empty; text that the shopper typed is never replaced. In the field with the focus the new text is
 * selected, so that what the shopper types next replaces it.
 */
export function prefillEmptyFields(form: HTMLFormElement, texts: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(texts)) {
    const control = form.elements.namedItem(name)
    const fillable = control instanceof HTMLInputElement || control instanceof HTMLSelectElement
    if (!fillable || control.value !== '' || text === '') continue
    control.value = text
    if (control === document.activeElement && control instanceof HTMLInputElement) control.select()
  }
}
