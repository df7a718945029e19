/** Buttons that copy a text of the page (`data-copy`, the id of its element) or print it (`data-print-page`). Plain DOM. */
import { showToast } from '../../platform/ui/toast.ts'

export function enhancePageButtons(): void {
  document.addEventListener('click', ({ target }) => {
    const button =
      target instanceof Element ? target.closest<HTMLElement>('[data-copy], [data-print-page]') : null
    if (!button) return
    if (button.dataset.printPage !== undefined) return window.print()
    const source = document.getElementById(button.dataset.copy ?? '')
    const lines = source?.matches('ol, ul')
      ? [...source.children].map(({ textContent }) => textContent)
      : null
    const text = lines ? lines.join('\n') : (source?.textContent ?? '')
    navigator.clipboard.writeText(text).then(
      () => showToast({ type: 'success', message: 'Copied.' }),
      () =>
        showToast({ type: 'error', message: 'Your browser didn’t allow it. Select the text and copy it.' }),
    )
  })
}
