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
  prefill(form, texts, (control) => control.value === '')
}

/** Fills the fields that are empty or have what was filled in before, such as the city of another ZIP code. */
export function prefillUntypedFields(form: HTMLFormElement, texts: Readonly<Record<string, string>>): void {
  prefill(form, texts, (control) => control.value === '' || control.value === control.dataset.prefilled)
}

/** Checks whether a field has what was filled in, and not what the shopper typed. */
export function isPrefilled(form: HTMLFormElement, name: string): boolean {
  const control = findControl(form, name)
  return control !== null && control.value !== '' && control.value === control.dataset.prefilled
}

type Control = HTMLInputElement | HTMLSelectElement

function findControl(form: HTMLFormElement, name: string): Control | null {
  const control = form.elements.namedItem(name)
  return control instanceof HTMLInputElement || control instanceof HTMLSelectElement ? control : null
}

function prefill(
  form: HTMLFormElement,
  texts: Readonly<Record<string, string>>,
  mayFill: (control: Control) => boolean,
): void {
  for (const [name, text] of Object.entries(texts)) {
    const control = findControl(form, name)
    if (!control || text === '' || !mayFill(control)) continue
    control.value = text
    control.dataset.prefilled = text
    if (control === document.activeElement && control instanceof HTMLInputElement) control.select()
  }
}
