/** Drawings of the size help besides the sidewall: the measures of a tire, its cords and its wheel. */
import type { ReactNode } from 'react'
import { type SizeMarks, sidewallHeight } from '../../../schema/catalog/sizes/size-help.ts'

export function Picture({ height, label, children }: { height: number; label: string; children: ReactNode }) {
  return (
    <svg className="help-picture" viewBox={`0 0 360 ${height}`} role="img" aria-label={label}>
      {children}
    </svg>
  )
}

/** Draws a horizontal or vertical line with arrowheads at both ends. */
function Measure({ x, y, length, down }: { x: number; y: number; length: number; down?: boolean }) {
  const heads = down
    ? `M${x - 6} ${y + 11}L${x} ${y}l6 11M${x - 6} ${y + length - 11}L${x} ${y + length}l6-11`
    : `M${x + 11} ${y - 6}L${x} ${y}l11 6M${x + length - 11} ${y - 6}L${x + length} ${y}l-11 6`
  const line = down ? `M${x} ${y}v${length}` : `M${x} ${y}h${length}`
  return <path className="pic-measure" d={line + heads} />
}

/** Draws the cross section of a tire on its wheel, with the true ratio of height to width. */
export function CrossSection({ marks, shown }: { marks: SizeMarks; shown: 'width' | 'aspect' }) {
  const [width, aspect] = [Number(marks.width), Number(marks.aspect)]
  const high = sidewallHeight(width, aspect)
  const tall = aspect * 2
  const [top, bead] = [16, 16 + tall]
  const mid = top + tall * 0.5
  const bottom = bead + 64
  const isWidth = shown === 'width'
  const label = isWidth
    ? `A tire cut through: its width, ${width} millimeters, is measured from sidewall to sidewall.`
    : `A tire cut through: its sidewall is ${Math.round(high)} millimeters tall, ${aspect} percent of its width of ${width} millimeters.`
  const wall = (edge: number, inset: number, roof: number) =>
    `M${edge} ${bead}C${inset} ${bead - tall * 0.3} ${inset + 3} ${top + tall * 0.24} ${inset + 24} ${top + roof}` +
    `Q140 ${top + roof - 9} ${280 - inset - 24} ${top + roof}` +
    `C${280 - inset - 3} ${top + tall * 0.24} ${280 - inset} ${bead - tall * 0.3} ${280 - edge} ${bead}Z`
  return (
    <Picture height={bottom + 44} label={label}>
      <path className="pic-rubber" d={wall(66, 31, 5)} />
      <path className="pic-hollow" d={wall(82, 48, 24)} />
      <path
        className="pic-tread-grooves"
        d={[86, 122, 158, 194].map((x) => `M${x} ${top - 2}v10`).join('')}
      />
      <path className="pic-metal" d={`M58 ${bead - 16}h7v18h24l12 24h78l12-24h24v-18h7`} />
      <path className="pic-guide" d={`M40 ${mid}V${bottom + 8}M240 ${mid}V${bottom + 8}`} />
      <g className={isWidth ? 'pic-strong' : undefined}>
        <Measure x={40} y={bottom} length={200} />
        <text className="pic-value" x="140" y={bottom + 32}>
          {isWidth ? `${width} mm, ${(width / 25.4).toFixed(1)} in` : `${width} mm`}
        </text>
      </g>
      {isWidth ? null : (
        <>
          <path className="pic-guide" d={`M140 ${top}H276M222 ${bead}H276`} />
          <g className="pic-strong">
            <Measure x={268} y={top} length={tall} down />
            <text className="pic-value pic-start" x="282" y={mid + 2}>
              {aspect}%
            </text>
            <text className="pic-label pic-start" x="282" y={mid + 24}>
              {Math.round(high)} mm
            </text>
          </g>
        </>
      )}
    </Picture>
  )
}

const INDICES = Array.from({ length: 13 }, (_, index) => index)

/** Draws the direction of the cords: radial, straight from edge to edge below a belt, or bias, crossing. */
export function Cords({ bias }: { bias: boolean }) {
  const panel = (x: number, clip: string, lines: string, name: string, note: string, isShown: boolean) => (
    <g className={isShown ? 'pic-strong' : undefined}>
      <clipPath id={clip}>
        <rect x={x} y="14" width="140" height="156" rx="22" />
      </clipPath>
      <rect className="pic-rubber" x={x} y="14" width="140" height="156" rx="22" />
      <path className="pic-cords" d={lines} clipPath={`url(#${clip})`} />
      {clip === 'help-radial' ? (
        <>
          <rect className="pic-belt" x={x + 36} y="14" width="68" height="156" />
          <path
            className="pic-cords pic-cords-belt"
            d={INDICES.map((index) => `M${x + 36} ${8 + index * 14}l68-30`).join('')}
            clipPath={`url(#${clip})`}
          />
        </>
      ) : null}
      {isShown ? <rect className="pic-around" x={x - 7} y="7" width="154" height="170" rx="26" /> : null}
      <text className="pic-value" x={x + 70} y="206">
        {name}
      </text>
      <text className="pic-label" x={x + 70} y="228">
        {note}
      </text>
    </g>
  )
  const straight = (x: number) => INDICES.map((index) => `M${x} ${16 + index * 13}h140`).join('')
  const crossed = (x: number) =>
    INDICES.map(
      (index) => `M${x - 20} ${-60 + index * 20}l180 120M${x - 20} ${60 + index * 20}l180-120`,
    ).join('')
  return (
    <Picture
      height={240}
      label="Two treads with the rubber taken off. Radial: cords straight across from edge to edge below a belt. Bias: cords in layers that cross each other at an angle."
    >
      {panel(20, 'help-radial', straight(20), 'R, ZR', 'radial: straight', !bias)}
      {panel(200, 'help-bias', crossed(200), 'D, B', 'bias: crossed', bias)}
    </Picture>
  )
}

/** Draws a wheel with its tire from the side, and where its diameter is measured. */
export function Wheel({ rim }: { rim: string }) {
  const spokes = [0, 72, 144, 216, 288]
  return (
    <Picture
      height={318}
      label={`A wheel from the side. Its diameter, ${rim} inches, is measured where the tire sits on it, not over the tire.`}
    >
      <circle className="pic-tread" cx="180" cy="130" r="120" strokeDasharray="12 4" />
      <circle className="pic-rubber" cx="180" cy="130" r="118" />
      <circle className="pic-groove" cx="180" cy="130" r="106" />
      <circle className="pic-wheel" cx="180" cy="130" r="84" />
      <circle className="pic-wheel-edge" cx="180" cy="130" r="77" />
      {spokes.map((turn) => (
        <path
          key={turn}
          className="pic-spoke"
          d="M172 112L167 58h26l-5 54z"
          transform={`rotate(${turn} 180 130)`}
        />
      ))}
      <circle className="pic-hub" cx="180" cy="130" r="17" />
      <path className="pic-guide" d="M96 130V284M264 130V284" />
      <g className="pic-strong">
        <Measure x={96} y={276} length={168} />
        <text className="pic-value" x="180" y="310">
          {rim} in
        </text>
      </g>
    </Picture>
  )
}
