/**
 * Helps a scanner, which types a code and Enter: Enter in the field of the bin goes on to the units instead of sending the form, and
 * the label of the units counts them. Plain DOM; without it the form asks for the units after it is sent.
 */
export function enhanceScanForm(): void {
  const form = document.querySelector<HTMLFormElement>('[data-scan]')
  const bin = form?.querySelector<HTMLInputElement>('input[name="bin"]:not([type="hidden"])')
  const units = form?.querySelector<HTMLTextAreaElement>('textarea[name="units"]')
  if (!units) return
  bin?.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || bin.value.trim() === '') return
    event.preventDefault()
    units.focus()
  })
  const label = form?.querySelector('label[for="units"]')
  const name = label?.textContent ?? ''
  const count = () => {
    const codes = new Set(units.value.split(/[\s,]+/).filter(Boolean))
    if (label) label.textContent = codes.size > 0 ? `${name}: ${codes.size}` : name
  }
  units.addEventListener('input', count)
  count()
}
