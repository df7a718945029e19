/** Raised letters on the sidewall: outlines bent along the round and projected with it. */
import { type Camera, type Point, project } from './camera.ts'
import { GLYPHS } from './glyphs.generated.ts'
import { close, curveTo, lineTo, moveTo, type Path, polygon } from './path.ts'
import { sidewallAtRadius, type TireShape } from './tire-shape.ts'

export interface Line {
  readonly text: string
  /** Middle of the line: radius of the middle of its letters (mm) and angle (radians, 0 right, quarter turn up). */
  readonly r: number
  readonly t: number
  /** Height of the capitals, mm. */
  readonly height: number
  /** Extra room after each letter, parts of the height. */
  readonly spread: number
  /** The line may be this wide, radians; letters shrink to fit. */
  readonly room: number
}

/** Adds the letters of a line; lines in the lower half stand on the rim side, so that they read upright. */
export function addLine(path: Path, camera: Camera, shape: TireShape, line: Line): void {
  const scale = (line.height * fitted(line)) / 100
  const upright = Math.sin(line.t) >= -0.01 ? 1 : -1
  const foot = line.r - (upright * 100 * scale) / 2
  let along = (-naturalWidth(line) * fitted(line)) / 2 / scale
  const place = (x: number, y: number): Point => {
    const r = foot + upright * y * scale
    const t = line.t - (upright * (along + x) * scale) / line.r
    return project(camera, sidewallAtRadius(shape, r).a, r, t)
  }
  for (const sign of line.text) {
    const glyph = GLYPHS[sign]
    if (!glyph) continue
    addGlyph(path, glyph[1], place)
    along += glyph[0] + line.spread * 100
  }
}

/** A frame with round ends about a piece of a line, as the date code has on real tires. */
export function addFrame(
  path: Path,
  camera: Camera,
  shape: TireShape,
  line: Line,
  from: number,
  to: number,
): void {
  const upright = Math.sin(line.t) >= -0.01 ? 1 : -1
  const half = line.height * 0.95
  const place = (x: number, y: number) => {
    const r = line.r + upright * y
    return project(camera, sidewallAtRadius(shape, r).a, r, line.t - (upright * x) / line.r)
  }
  for (const inset of [0, line.height * 0.1]) {
    const h = half - inset
    const ring: Point[] = []
    for (let i = 0; i <= 24; i++) ring.push(place(from + ((to - from) * i) / 24, h))
    for (let i = 1; i < 16; i++)
      ring.push(place(to + h * Math.sin((i / 16) * Math.PI), h * Math.cos((i / 16) * Math.PI)))
    for (let i = 24; i >= 0; i--) ring.push(place(from + ((to - from) * i) / 24, -h))
    for (let i = 15; i > 0; i--)
      ring.push(place(from - h * Math.sin((i / 16) * Math.PI), h * Math.cos((i / 16) * Math.PI)))
    const order = inset === 0 ? ring : ring.reverse()
    polygon(path, order)
  }
}

/** Width of a text, in the unit of its height. */
export function measure(text: string, height: number, spread: number): number {
  const units = [...text].reduce((sum, sign) => sum + (GLYPHS[sign]?.[0] ?? 0) + spread * 100, -spread * 100)
  return (Math.max(0, units) * height) / 100
}

/** Only the letters that can be drawn, as they stand on a tire. */
export function lettersOf(text: string): string {
  return [...text.toUpperCase()].filter((sign) => GLYPHS[sign] !== undefined).join('')
}

function naturalWidth(line: Line): number {
  return measure(line.text, line.height, line.spread)
}

function fitted(line: Line): number {
  return Math.min(1, (line.room * line.r) / (naturalWidth(line) || 1))
}

function addGlyph(path: Path, outline: string, place: (x: number, y: number) => Point): void {
  for (const [, letter, numbers = ''] of outline.matchAll(/([MLQZ])([-\d ]*)/g)) {
    const [x = 0, y = 0, x2 = 0, y2 = 0] = numbers
      .split(/ |(?=-)/)
      .filter((n) => n !== '')
      .map(Number)
    if (letter === 'M') moveTo(path, place(x, y))
    else if (letter === 'L') lineTo(path, place(x, y))
    else if (letter === 'Q') curveTo(path, place(x, y), place(x2, y2))
    else close(path)
  }
}
