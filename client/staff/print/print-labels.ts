/** Opens the print window when the page with the labels has loaded. */
export function printWhenLoaded(): void {
  if (document.readyState === 'complete') window.print()
  else addEventListener('load', () => window.print(), { once: true })
}
