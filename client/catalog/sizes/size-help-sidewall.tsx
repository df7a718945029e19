/** The lettering of a sidewall, the part that is spoken of larger and in a frame. Units of the drawing are its own. */
import { type SizeMarks, type SizePart, TIRE_TYPES } from '../../../schema/catalog/sizes/size-help.ts'

/** The wheel's middle lies below the picture; lettering stands on a circle around it. */
const MIDDLE = { x: 180, y: 440 }
const RADIUS = 300
const TYPE = 29
const LARGE = 43

/** Room of a letter in parts of its size; the text is stretched to it, so the face may be any. */
const ROOM: Readonly<Record<string, number>> = { '/': 0.36, ' ': 0.42, W: 0.78, M: 0.7 }
const roomOf = (text: string, size: number) => [...text].reduce((sum, c) => sum + (ROOM[c] ?? 0.54) * size, 0)

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

/** What the size reads as in one line. */
export function lettering(marks: SizeMarks): string {
  return pieces(marks)
    .map(({ text }) => text)
    .join('')
}

/** Where each piece stands: its angle from the top, its room and its size. */
function laidOut(marks: SizeMarks, shown: SizePart | null) {
  const line = pieces(marks)
    .filter(({ part, text }) => text !== '' || (part !== null && part === shown))
    .map((piece) => {
      const isShown = piece.part !== null && piece.part === shown
      const size = isShown ? LARGE : TYPE
      const room = roomOf(piece.text || ' ', size)
      return { ...piece, isShown, size, room, step: room + (isShown ? 22 : 3) }
    })
  let at = -line.reduce((sum, { step }) => sum + step, 0) / 2
  return line.map((piece) => {
    const angle = (at + piece.step / 2) / RADIUS
    at += piece.step
    return { ...piece, angle }
  })
}

const onCircle = (angle: number, radius: number) => ({
  x: MIDDLE.x + radius * Math.sin(angle),
  y: MIDDLE.y - radius * Math.cos(angle),
})

/** `shown` is framed, and `label` at its head says what it is. */
export function Sidewall({
  marks,
  shown,
  label,
}: {
  marks: SizeMarks
  shown: SizePart | null
  label: string
}) {
  const line = laidOut(marks, shown)
  const framed = line.find(({ isShown }) => isShown)
  const from = framed && onCircle(framed.angle, RADIUS + 30)
  return (
    <svg
      className="help-picture"
      viewBox="0 0 360 232"
      role="img"
      aria-label={`The side of a tire that reads ${lettering(marks)}. ${label}.`}
    >
      <circle className="pic-tread" cx={MIDDLE.x} cy={MIDDLE.y} r="373" strokeDasharray="17 5" />
      <circle className="pic-rubber" cx={MIDDLE.x} cy={MIDDLE.y} r="367" />
      <circle className="pic-groove" cx={MIDDLE.x} cy={MIDDLE.y} r="352" />
      <circle className="pic-groove" cx={MIDDLE.x} cy={MIDDLE.y} r="251" />
      <circle className="pic-groove" cx={MIDDLE.x} cy={MIDDLE.y} r="244" />
      <circle className="pic-wheel" cx={MIDDLE.x} cy={MIDDLE.y} r="226" />
      <circle className="pic-wheel-edge" cx={MIDDLE.x} cy={MIDDLE.y} r="216" />
      {line.map(({ part, text, isShown, size, room, angle }) => (
        <g
          key={part ?? text}
          transform={`rotate(${((angle * 180) / Math.PI).toFixed(2)} ${MIDDLE.x} ${MIDDLE.y})`}
        >
          {isShown ? (
            <rect
              className="pic-frame"
              x={MIDDLE.x - room / 2 - 7}
              y={MIDDLE.y - RADIUS - 30}
              width={room + 14}
              height="60"
              rx="2"
            />
          ) : null}
          {text.trim() ? (
            <text
              className={isShown ? 'pic-letters pic-shown' : 'pic-letters'}
              x={MIDDLE.x}
              y={MIDDLE.y - RADIUS + size * 0.36}
              fontSize={size}
              textLength={room.toFixed(1)}
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
      <text className="pic-label" x={labelAt(from?.x ?? MIDDLE.x, label)} y="22">
        {label}
      </text>
    </svg>
  )
}

/** As near above its pointer as the edges of the picture allow. */
function labelAt(x: number, label: string): number {
  const half = label.length * 4.6
  return Math.min(Math.max(x, half + 2), 358 - half)
}
