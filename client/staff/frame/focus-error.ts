/** Shows the first field with an error of a page that answers a form (H14): on a phone it may be far below. Plain DOM. */

export function focusError(): void {
  // A summary of errors has the focus already.
  if (document.activeElement?.matches('.note-error')) return
  const field = document.querySelector<HTMLElement>('main [aria-invalid="true"]')
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center' })
}
