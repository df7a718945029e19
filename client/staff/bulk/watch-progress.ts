/** Shows how far a change of many units is, and its result when it ends (H14). Plain DOM. */
const INTERVAL_MS = 700

export function watchProgress(): void {
  const section = document.querySelector<HTMLElement>('[data-progress]')
  const bar = section?.querySelector('progress')
  if (!section || !bar) return
  const update = async () => {
    const response = await fetch(section.dataset.progress ?? '').catch(() => null)
    if (response?.ok) {
      const { state, part } = await response.json()
      bar.value = part
      if (state !== 'running') return location.reload()
    }
    setTimeout(update, INTERVAL_MS)
  }
  setTimeout(update, INTERVAL_MS)
}
