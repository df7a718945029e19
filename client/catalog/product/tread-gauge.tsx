/** At this depth and below the gauge turns oxide (2/32 is the legal end in most states). */
const LOW = 4

const STEP = 8
const block = (at: number, width: number) => `M${4 + STEP * at} 1h${width}l-3 10h-${width}z`

/**
 * The signature: one slanted block per 1/32 in, as many as the tire had when new, filled as many as are left.
 * Depths in 32nds of an inch, halves allowed. The number always stands beside it and is read out in full.
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
