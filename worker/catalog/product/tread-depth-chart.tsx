/** The chart of measured tread depths of one tire. */
import { LEGAL_TREAD } from '../../../schema/catalog/product/tread.ts'

const WIDTH = 806
const GROOVE = { top: 46, upper: 20, lower: 14 }
/** Depth of a new tire's groove in pixels. */
const NEW_DEPTH = 100

/**
 * Empty share of the width at both ends; the columns of the labels below have the same widths (product.css).
 */
const SHOULDER = 0.07

/** Returns the x positions of the grooves. */
function grooveCenters(count: number): number[] {
  const step = (WIDTH * (1 - 2 * SHOULDER)) / count
  return Array.from({ length: count }, (_, i) => Math.round(WIDTH * SHOULDER + (i + 0.5) * step))
}

/** Returns the label of a groove: `Outer`, `Center`, …, `Inner`. */
export function grooveLabel(index: number, count: number): string {
  if (index === 0) return 'Outer'
  return index === count - 1 ? 'Inner' : 'Center'
}

/** A cross-section of the tread with all grooves to one scale, and a line at the legal minimum depth. */
export function TreadDepthChart({ depths, treadNew }: { depths: readonly number[]; treadNew: number }) {
  const scale = NEW_DEPTH / treadNew
  const at = grooveCenters(depths.length)
  const bottom = (depth: number) => GROOVE.top + depth * scale
  const cuts = depths.map((depth, i) => {
    const x = at[i] ?? 0
    const { top, upper, lower } = GROOVE
    return `L${x - upper} ${top}L${x - lower} ${bottom(depth)}H${x + lower}L${x + upper} ${top}`
  })
  const deepest = Math.max(...depths)
  const fresh = bottom(deepest) - treadNew * scale
  const marks = depths.map((depth, i) => {
    const [x, y] = [at[i] ?? 0, bottom(depth) - LEGAL_TREAD * scale]
    return `M${x - 17} ${y}H${x + 17}`
  })
  const arrows = depths.map((depth, i) => {
    const [x, y] = [at[i] ?? 0, bottom(depth) - 2]
    return `M${x} 48V${y}M${x - 4} ${y - 5}l4 5 4-5M${x - 4} 53l4-5 4 5`
  })
  const list = depths.join(', ')
  return (
    <div className="grooves">
      <p className="quiet t-14">{treadNew}/32 when new</p>
      <svg
        viewBox={`0 ${Math.min(30, fresh - 4)} ${WIDTH} ${186 - Math.min(30, fresh - 4)}`}
        role="img"
        aria-label={`Tread depth per groove, outer to inner: ${list} thirty-seconds of an inch. New ${treadNew}, legal minimum ${LEGAL_TREAD}.`}
      >
        <path
          className="rubber"
          d={`M10 72Q14 52 44 50L${(at[0] ?? 0) - 20} 46${cuts.join('')}L762 50Q792 52 796 72V186H10Z`}
        />
        <path className="fresh" d={`M0 ${fresh}H${WIDTH}`} />
        <path className="legal" d={marks.join('')} />
        <path className="arrows" d={arrows.join('')} />
      </svg>
      <ol aria-hidden="true">
        {depths.map((depth, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: grooves have no id other than their position
          <li key={i}>
            <b className="cond">{depth}/32</b>
            {grooveLabel(i, depths.length)}
          </li>
        ))}
      </ol>
    </div>
  )
}
