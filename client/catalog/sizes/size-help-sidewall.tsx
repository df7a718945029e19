/** Drawing of the lettering on a sidewall; the part of the current step is larger and framed. In units of the drawing. */
import { type SizeMarks, type SizePart, TIRE_TYPES } from '../../../schema/catalog/sizes/size-help.ts'

/** The center of the wheel, below the picture; the lettering is on a circle around it. */
const CENTER = { x: 180, y: 440 }
const RADIUS = 300
const NORMAL = 29
const LARGE = 43

/** Widths of letters as fractions of the font size; the text is stretched to them, so any font fits. */
const LETTER_WIDTHS: Readonly<Record<string, number>> = { '/': 0.36, ' ': 0.42, W: 0.78, M: 0.7 }
const measureText = (text: string, size: number) =>
  [...text].reduce((sum, c) => sum + (LETTER_WIDTHS[c] ?? 0.54) * size, 0)

interface Piece {
  part: SizePart | null
  text: string
}

function pieces(marks: SizeMarks): Piece[] {
  const type = TIRE_TYPES.find(({ id }) => id === marks.type)
  return [
    { part: type?.after ? null : 'type', text: type?.before ?? '' },
    { part: 'width', text: marks.width },
    { part: null, text: '/' },
    { part: 'aspect', text: marks.aspect },
    { part: 'construction', text: marks.construction },
    { part: 'rim', text: marks.rim },
    { part: type?.after ? 'type' : null, text: type?.after ?? '' },
    { part: null, text: ' ' },
    { part: 'load', text: marks.load },
    { part: 'speed', text: marks.speed },
  ]
}

/** Returns the marks as one text, such as `225/45R17 94W`. */
export function formatMarks(marks: SizeMarks): string {
  return pieces(marks)
    .map(({ text }) => text)
    .join('')
}

/** Returns the pieces with their angle from the top, their width and their font size. */
function layOut(marks: SizeMarks, shown: SizePart | null) {
  const line = pieces(marks)
    .filter(({ part, text }) => text !== '' || (part !== null && part === shown))
    .map((piece) => {
      const isShown = piece.part !== null && piece.part === shown
      const size = isShown ? LARGE : NORMAL
      const width = measureText(piece.text || ' ', size)
      return { ...piece, isShown, size, width, step: width + (isShown ? 22 : 3) }
    })
  let offset = -line.reduce((sum, { step }) => sum + step, 0) / 2
  return line.map((piece) => {
    const angle = (offset + piece.step / 2) / RADIUS
    offset += piece.step
    return { ...piece, angle }
  })
}

const onCircle = (angle: number, radius: number) => ({
  x: CENTER.x + radius * Math.sin(angle),
  y: CENTER.y - radius * Math.cos(angle),
})

/** Draws the sidewall; the part `shown` is framed, and `label` above explains it. */
export function Sidewall({
  marks,
  shown,
  label,
}: {
  marks: SizeMarks
  shown: SizePart | null
  label: string
}) {
  const line = layOut(marks, shown)
  const framed = line.find(({ isShown }) => isShown)
  const from = framed && onCircle(framed.angle, RADIUS + 30)
  return (
    <svg
      className="help-picture"
      viewBox="0 0 360 232"
      role="img"
      aria-label={`The side of a tire that reads ${formatMarks(marks)}. ${label}.`}
    >
      <circle className="pic-tread" cx={CENTER.x} cy={CENTER.y} r="373" strokeDasharray="17 5" />
      <circle className="pic-rubber" cx={CENTER.x} cy={CENTER.y} r="367" />
      <circle className="pic-groove" cx={CENTER.x} cy={CENTER.y} r="352" />
      <circle className="pic-groove" cx={CENTER.x} cy={CENTER.y} r="251" />
      <circle className="pic-groove" cx={CENTER.x} cy={CENTER.y} r="244" />
      <circle className="pic-wheel" cx={CENTER.x} cy={CENTER.y} r="226" />
      <circle className="pic-wheel-edge" cx={CENTER.x} cy={CENTER.y} r="216" />
      {line.map(({ part, text, isShown, size, width, angle }) => (
        <g
          key={part ?? text}
          transform={`rotate(${((angle * 180) / Math.PI).toFixed(2)} ${CENTER.x} ${CENTER.y})`}
        >
          {isShown ? (
            <rect
              className="pic-frame"
              x={CENTER.x - width / 2 - 7}
              y={CENTER.y - RADIUS - 30}
              width={width + 14}
              height="60"
              rx="2"
            />
          ) : null}
          {text.trim() ? (
            <text
              className={isShown ? 'pic-letters pic-shown' : 'pic-letters'}
              x={CENTER.x}
              y={CENTER.y - RADIUS + size * 0.36}
              fontSize={size}
              textLength={width.toFixed(1)}
              lengthAdjust="spacingAndGlyphs"
            >
              {text}
            </text>
          ) : null}
        </g>
      ))}
      {from ? (
        <path
          className="pic-pointer"
          d={`M${from.x.toFixed(1)} ${from.y.toFixed(1)}L${from.x.toFixed(1)} 30`}
        />
      ) : null}
      <text className="pic-label" x={labelX(from?.x ?? CENTER.x, label)} y="22">
        {label}
      </text>
    </svg>
  )
}

/** Returns the position of the label: above its pointer, but inside the picture. */
function labelX(x: number, label: string): number {
  const half = label.length * 4.6
  return Math.min(Math.max(x, half + 2), 358 - half)
}
