/** At this depth and below the gauge is red (2/32 is the legal minimum in most states). */
const LOW = 4

const STEP = 8
const block = (index: number, width: number) => `M${4 + STEP * index} 1h${width}l-3 10h-${width}z`

/**
 * Renders the tread depth: one slanted block per 1/32 in of a new tire, filled up to the depth that is left. Depths are
 * in 32nds of an inch, halves allowed. The number is always beside it; screen readers announce it in full.
 */
export function TreadGauge({ left, full }: { left: number; full: number }) {
  const count = Math.max(1, Math.ceil(full), Math.ceil(left))
  const whole = Math.floor(left)
  const part = left - whole
  const filled = Array.from({ length: whole }, (_, i) => block(i, 5)).join('')
  const worn = Array.from({ length: count - whole }, (_, i) => block(whole + i, 5)).join('')
  return (
    <span
      className={left <= LOW ? 'gauge low' : 'gauge'}
      role="img"
      aria-label={`${left}/32 inch of tread left, ${full}/32 when new`}
    >
      <svg viewBox={`0 0 ${STEP * count + 4} 12`} width={STEP * count + 4} height={12} aria-hidden="true">
        {worn ? <path className="gauge-worn" d={worn} /> : null}
        <path d={part > 0 ? `${filled}${block(whole, 5 * part)}` : filled} />
      </svg>
      <b aria-hidden="true">{left}/32 in</b>
    </span>
  )
}
