/** Opens the print window on a page of labels; the browser waits with it until the styles are there. */
export function printLabels(): void {
  if (document.querySelector('[data-print]')) window.print()
}
