/** Counts the time down for which the tires of a sale are held, and loads the page again when it is over. Plain DOM. */
export function countDownHolds(): void {
  const clocks = [...document.querySelectorAll<HTMLElement>('[data-hold-until]')]
  if (clocks.length === 0) return
  const show = () => {
    for (const clock of clocks) {
      const seconds = Math.ceil((Number(clock.dataset.holdUntil) - Date.now()) / 1000)
      if (seconds <= 0) return location.reload()
      const minutes = Math.floor(seconds / 60)
      clock.textContent =
        minutes >= 60
          ? `${Math.floor(minutes / 60)} h ${minutes % 60} min left`
          : `${minutes}:${String(seconds % 60).padStart(2, '0')} left`
    }
    setTimeout(show, 1000)
  }
  show()
}
