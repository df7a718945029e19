/** Shows how many units of a list are marked, in a bar at the lower edge of the window, and marks all of the page (H14h). Plain DOM. */
export function countMarkedUnits(): void {
  const bar = document.querySelector<HTMLFormElement>('[data-marked]')
  const count = bar?.querySelector<HTMLElement>('[role="status"]')
  const all = bar?.querySelector<HTMLButtonElement>('[data-mark-all]')
  if (!bar || !count || !all) return
  const boxes = [...bar.elements].filter(
    (field): field is HTMLInputElement => field instanceof HTMLInputElement && field.name === 'units',
  )
  const update = () => {
    const marked = boxes.filter(({ checked }) => checked).length
    bar.classList.toggle('is-counting', marked > 0)
    count.textContent = marked > 0 ? `${marked} marked` : ''
    count.hidden = all.hidden = marked === 0
    all.textContent = marked === boxes.length ? 'Clear marks' : 'Mark all on this page'
  }
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.form === bar) update()
  })
  all.addEventListener('click', () => {
    const isMarked = boxes.some(({ checked }) => !checked)
    for (const box of boxes) box.checked = isMarked
    update()
  })
  // The browser restores marks after a step back.
  addEventListener('pageshow', update)
  update()
}
