/** Drawings of the locations of a size: on the car, and on the sticker in the door frame. */

import type { SizeMarks } from '../../../schema/catalog/sizes/size-help.ts'
import { Picture } from './size-help-drawings.tsx'
import { formatMarks } from './size-help-sidewall.tsx'

function Marker({ x, y, number }: { x: number; y: number; number: number }) {
  return (
    <g>
      <circle className="pic-dot" cx={x} cy={y} r="14" />
      <text className="pic-number" x={x} y={y + 6}>
        {number}
      </text>
    </g>
  )
}

/** Draws a car from the side with its driver's door open. */
export function LabelLocations() {
  return (
    <Picture
      height={196}
      label="A car from the side with two places marked: 1, the side of the tire; 2, the sticker inside the driver’s door."
    >
      <path
        className="pic-body"
        d="M18 140V112q2-16 20-19l48-8q34-38 62-44 40-8 92 2 24 6 48 40l32 8q22 6 24 28v21q0 6-6 6H24q-6 0-6-6z"
      />
      <path className="pic-glass" d="M106 86q22-26 46-31h14v31zM178 55q34-3 56 4 16 6 30 27H178z" />
      <path className="pic-door" d="M96 92h76v46h-58q-12-22-18-46z" />
      <path className="pic-door-line" d="M172 56v82M178 92h84q6 20-12 46h-72" />
      <path className="pic-door-line" d="M150 104h14M240 104h14" />
      {[84, 282].map((x) => (
        <g key={x}>
          <circle className="pic-rubber" cx={x} cy="146" r="36" />
          <circle className="pic-wheel" cx={x} cy="146" r="21" />
          <circle className="pic-hub" cx={x} cy="146" r="6" />
        </g>
      ))}
      <path className="pic-rule" d="M4 184h352" />
      <rect className="pic-sticker" x="164" y="104" width="16" height="20" />
      <circle className="pic-around" cx="172" cy="114" r="20" />
      <path className="pic-pointer" d="M172 94V30" />
      <Marker x={172} y={18} number={2} />
      <path className="pic-around" d="M54 131a34 34 0 0 1 60 0" />
      <path className="pic-pointer" d="M70 114L48 56" />
      <Marker x={44} y={42} number={1} />
    </Picture>
  )
}

/** Draws the sticker with the sizes and pressures that the car maker requires. */
export function DoorSticker({ marks }: { marks: SizeMarks }) {
  const size = formatMarks(marks).split(' ')[0] ?? ''
  const rows = [
    ['FRONT', size, '35 PSI'],
    ['REAR', size, '35 PSI'],
    ['SPARE', 'T125/70D16', '60 PSI'],
  ] as const
  return (
    <Picture
      height={188}
      label={`The sticker in the door frame, headed Tire and loading information: front ${size}, rear ${size}, spare T125/70D16, each with its cold tire pressure. The column with the sizes is framed.`}
    >
      <rect className="pic-paper" x="4" y="4" width="352" height="180" rx="6" />
      <text className="pic-label pic-heavy" x="180" y="30">
        TIRE AND LOADING INFORMATION
      </text>
      <path className="pic-rule" d="M4 42h352M4 72h352" />
      <text className="pic-label pic-start" x="18" y="63">
        TIRE
      </text>
      <text className="pic-label" x="170" y="63">
        SIZE
      </text>
      <text className="pic-label" x="296" y="63">
        PRESSURE
      </text>
      {rows.map(([axle, mark, pressure], index) => (
        <g key={axle}>
          <text className="pic-label pic-start" x="18" y={98 + index * 34}>
            {axle}
          </text>
          <text className={index < 2 ? 'pic-value' : 'pic-label'} x="170" y={99 + index * 34}>
            {mark}
          </text>
          <text className="pic-label" x="296" y={98 + index * 34}>
            {pressure}
          </text>
        </g>
      ))}
      <rect className="pic-around" x="98" y="76" width="144" height="66" rx="4" />
    </Picture>
  )
}
