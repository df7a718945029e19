const BLOCKS = Array.from({ length: 11 }, (_, i) => `M${2 + 12 * i} 0h9l-2 8h-9z`).join('')

/** The wordmark on its row of tread blocks, as the link to the home page. */
export function Wordmark() {
  return (
    <a className="brand" href="/" aria-label="Treadline, home">
      Treadline
      <svg viewBox="0 0 132 8" preserveAspectRatio="none" aria-hidden="true">
        <path d={BLOCKS} />
      </svg>
    </a>
  )
}
