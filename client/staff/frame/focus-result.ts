/**
 * Moves the focus of a page that answers a form (H14): to the first field with an error, which may be far below on a phone, else to the
 * message, so that a keyboard goes on there and a screen reader reads it. A field that the page itself focuses comes first. Plain DOM.
 */

export function focusResult(): void {
  // A summary of errors has the focus already.
  if (document.activeElement?.matches('.note-error')) return
  const field = document.querySelector<HTMLElement>('main [aria-invalid="true"]')
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center' })
  // The browser may focus such a field after this script.
  if (document.activeElement === document.body && !document.querySelector('main [autofocus]'))
    document.querySelector<HTMLElement>('main [data-result]')?.focus({ preventScroll: true })
}
